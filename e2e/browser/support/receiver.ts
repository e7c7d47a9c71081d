import { type MerchantHook, type Received, startMerchantHook } from '../../support/merchant-hook.ts';
import { until } from '../../support/until.ts';

export type { Received } from '../../support/merchant-hook.ts';

/** A merchant's webhook receiver on this machine. */
export type Receiver = MerchantHook & {
  /** Sets the status of its answers from now on; 200 at first. A function may look at the webhook. */
  answer(with_: number | ((webhook: Received) => number)): void;
  /** Waits for a webhook of this type. */
  waitFor(event: string, matches?: (webhook: Received) => boolean): Promise<Received>;
};

export async function startReceiver(): Promise<Receiver> {
  let status: (webhook: Received) => number = () => 200;
  const hook = await startMerchantHook((webhook) => status(webhook), '/webhooks');
  const { received } = hook;
  return {
    ...hook,
    answer(next) {
      status = typeof next === 'number' ? () => next : next;
    },
    waitFor: (event, matches = () => true) =>
      until(`a webhook ${event}`, () => received.find((one) => one.event === event && matches(one))),
  };
}
