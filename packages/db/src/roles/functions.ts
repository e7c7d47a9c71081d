/**
 * Functions that everybody may call, as PostgreSQL lets them by default: they run with the rights of
 * the caller. A function with the rights of its owner (`SECURITY DEFINER`) has no place here.
 */
export const publicFunctions = [
  'add_webhook_lanes',
  'exact_kes',
  'keep_live_receipt',
  'keep_mpesa_account',
  'mark_reviewed_subject',
  'note_credit_due',
  'note_credit_of_same_money',
  'note_credit_reversed',
  'note_disbursements_delete',
  'note_disbursements_insert',
  'note_disbursements_update',
  'note_payments_delete',
  'note_payments_insert',
  'note_payments_update',
  'payment_metadata',
];
