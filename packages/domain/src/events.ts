/**
 * Internal events: ids only. The queue only delivers; the row decides.
 * `id` makes a repeat harmless where the queue dedupes; a sweep that re-emits stuck work must use a new one.
 */
export type DomainEvent =
  | { name: 'callback.received'; id: string; data: { callbackId: string } }
  | { name: 'delivery.due'; id: string; data: { deliveryId: string; endpointId: string } }
  | { name: 'endpoint.drain_due'; id: string; data: { endpointId: string } }
  | { name: 'recovery.due'; id: string; data: { recoveryId: string } }
  | { name: 'order.approved'; id: string; data: { orderId: string } }
  | { name: 'mail.due'; id: string; data: { mailId: string } }
  | { name: 'disbursement.inquiry_due'; id: string; data: { disbursementId: string; inquiryId: string } }
  | { name: 'payment.query_due'; id: string; data: { paymentId: string } };

export type EventName = DomainEvent['name'];

/** Hands events to the queue. May fail or lose: a sweep covers it. */
export type Publish = (events: DomainEvent[]) => Promise<void>;
