/** Every type of webhook event (spec 6.2). */
export const eventTypes = [
  'payment.success',
  'payment.failed',
  'payout.result',
  'refund.result',
  'admin.transaction_status',
  'admin.account_balance',
] as const;

export type EventType = (typeof eventTypes)[number];

/**
 * The body of an event, as text. Every attempt sends and signs exactly these characters.
 * @param createdAt when the event happened; the body has it in whole Unix seconds
 */
export function renderEvent(type: EventType, createdAt: Date, data: object): string {
  return JSON.stringify({ type, created: Math.floor(createdAt.getTime() / 1000), data });
}
