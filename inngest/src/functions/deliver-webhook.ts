import { attemptDelivery, attemptsMax } from '@tillgate/domain/webhooks';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';

/** A merchant whose endpoints hang holds this many calls and no more: others' webhooks do not wait for them. */
const concurrentPerApplicationMax = 8;
/** One dead endpoint of a merchant leaves calls for its other endpoints. */
const concurrentPerEndpointMax = 4;

/** delivery.due → attempts on schedule until the delivery ends. Each attempt claims the row; a lost run is swept. */
export function deliverWebhookFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    {
      id: 'deliver-webhook',
      triggers: [{ event: 'delivery.due' }],
      concurrency: [
        { limit: concurrentPerApplicationMax, key: 'event.data.applicationId' },
        { limit: concurrentPerEndpointMax, key: 'event.data.endpointId' },
      ],
    },
    async ({ event, step }) => {
      const { deliveryId } = event.data as { deliveryId: string };
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        const state = await step.run(`attempt-${attempt}`, () => attemptDelivery(ctx, { deliveryId }));
        if (state.ended || state.held) return;
        await step.sleepUntil(`wait-${attempt}`, new Date(state.nextAttemptAt));
      }
    },
  );
}
