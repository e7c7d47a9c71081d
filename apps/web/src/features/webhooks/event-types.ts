/** The event types of the domain, copied so that no domain code reaches the browser. A test compares them. */
export const eventTypes = [
  'payment.success',
  'payment.failed',
  'payout.result',
  'refund.result',
  'admin.transaction_status',
  'admin.account_balance',
] as const;
export type EventType = (typeof eventTypes)[number];

/** The page of the payment, payout or inquiry that an event is about, below the tenant. */
export function subjectPage(type: string, subjectId: string): string {
  if (type.startsWith('payment.')) return `payments/${subjectId}`;
  if (type === 'payout.result' || type === 'refund.result') return `payouts/${subjectId}`;
  return `inquiries?inquiry=${subjectId}`;
}
