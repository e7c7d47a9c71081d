import { attemptDelivery, attemptsMax } from '@tillgate/domain/webhooks';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../index.ts';

/** All deliveries together leave slots for callbacks and queries; one endpoint leaves slots for the others. */
const concurrentAttemptsMax = 48;
const concurrentPerEndpointMax = 4;
/** Attempts, and looks at a row that another run has claimed. */
const roundsMax = attemptsMax * 2;

/** delivery.due → attempts on schedule until the delivery ends. Each attempt claims the row; a lost run is swept. */
export function deliverWebhookFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    {
      id: 'deliver-webhook',
      triggers: [{ event: 'delivery.due' }],
      concurrency: [
        { limit: concurrentAttemptsMax },
        { limit: concurrentPerEndpointMax, key: 'event.data.endpointId' },
      ],
    },
    async ({ event, step }) => {
      const { deliveryId } = event.data as { deliveryId: string };
      for (let round = 1; round <= roundsMax; round += 1) {
        const state = await step.run(`attempt-${round}`, () => attemptDelivery(ctx, { deliveryId }));
        if (state.ended) return;
        await step.sleepUntil(`wait-${round}`, new Date(state.nextAttemptAt));
      }
    },
  );
}
