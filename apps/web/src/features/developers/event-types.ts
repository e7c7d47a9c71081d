/** As the domain has them; a test compares. */
export const eventTypes = [
  'payment.success',
  'payment.failed',
  'payout.result',
  'refund.result',
  'admin.transaction_status',
  'admin.account_balance',
] as const;

/** Where the row that an event is about has its page. */
export function subjectPage(type: string, subjectId: string): string {
  if (type.startsWith('payment.')) return `payments/${subjectId}`;
  if (type === 'payout.result' || type === 'refund.result') return `payouts/${subjectId}`;
  return `inquiries?id=${subjectId}`;
}
