/** The event types of the contract (spec 6.2). An endpoint that names no type gets these six, in every version. */
export const eventTypes = [
  'payment.success',
  'payment.failed',
  'payout.result',
  'refund.result',
  'admin.transaction_status',
  'admin.account_balance',
] as const;

/** Event types that came later. Only an endpoint that names one gets it. */
export const extraEventTypes = ['link.paid', 'link.ended', 'batch.ended'] as const;

/** Every type of webhook event. */
export const allEventTypes = [...eventTypes, ...extraEventTypes] as const;

export type ContractEventType = (typeof eventTypes)[number];
export type EventType = (typeof allEventTypes)[number];

/**
 * The body of an event, as text. Every attempt sends and signs exactly these characters.
 * @param createdAt when the event happened; the body has it in whole Unix seconds
 */
export function renderEvent(type: EventType, createdAt: Date, data: object): string {
  return JSON.stringify({ type, created: Math.floor(createdAt.getTime() / 1000), data });
}
