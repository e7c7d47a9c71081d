/** The event types of the domain, copied so that no domain code reaches the browser. A test compares them. */
export const eventTypes = [
  'payment.success',
  'payment.failed',
  'payout.result',
  'refund.result',
  'admin.transaction_status',
  'admin.account_balance',
] as const;
/** Types that only an endpoint gets that names them. */
export const extraEventTypes = ['link.paid', 'link.ended', 'batch.ended'] as const;
export const allEventTypes = [...eventTypes, ...extraEventTypes] as const;
export type EventType = (typeof allEventTypes)[number];

/** The page of the payment, payout or inquiry that an event is about, below the tenant; undefined when it has none. */
export function subjectPage(type: string, subjectId: string): string | undefined {
  if (type.startsWith('payment.')) return `payments/${subjectId}`;
  if (type === 'payout.result' || type === 'refund.result') return `payouts/${subjectId}`;
  return type.startsWith('admin.') ? `inquiries?inquiry=${subjectId}` : undefined;
}
