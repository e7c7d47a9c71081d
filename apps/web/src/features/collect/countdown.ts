/** How long a customer has before the provider takes the prompt from the phone. */
export const answerSeconds = 60;

/** Whole seconds that the customer has left, by the server's clock: the browser's may be wrong. */
export function secondsLeft(promptedAt: string, clock: { serverNow: string; readAtMs: number }, nowMs: number): number {
  const serverMs = Date.parse(clock.serverNow) + (nowMs - clock.readAtMs);
  const left = answerSeconds - Math.floor((serverMs - Date.parse(promptedAt)) / 1000);
  return Math.min(answerSeconds, Math.max(0, left));
}

/** How far a prompt is, in the order in which it happens. */
export type Stage = 'sending' | 'not_sent' | 'unclear' | 'waiting' | 'overdue' | 'paid' | 'unpaid';

type Known = {
  /** Undefined while the order is not carried out. */
  order: { status: string; ok: boolean | undefined; isIndeterminate: boolean } | undefined;
  payment: { status: 'pending' | 'success' | 'failed'; isPrompted: boolean } | undefined;
  seconds: number;
};

/** The payment has more facts than the order, once it exists. */
export function stageOf({ order, payment, seconds }: Known): Stage {
  if (payment?.status === 'success') return 'paid';
  if (payment?.status === 'failed') return payment.isPrompted ? 'unpaid' : 'not_sent';
  if (payment?.isPrompted) return seconds > 0 ? 'waiting' : 'overdue';
  if (order?.isIndeterminate) return 'unclear';
  if (!order || order.status === 'approved' || order.status === 'awaiting_approval') return 'sending';
  if (order.status !== 'executed' || order.ok === false) return 'not_sent';
  return 'sending';
}
