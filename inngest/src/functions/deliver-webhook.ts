import { attemptDelivery, attemptsMax, drainEndpoint } from '@tillgate/domain/deliveries';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';
import { on } from '../on.ts';

/**
 * delivery.due → attempts on schedule until the delivery ends or its endpoint's queue has it. Each attempt claims the row; a
 * lost run is swept. How many calls an endpoint gets is decided by the rows as well: a limit of the queue would let others
 * wait behind those that a slow endpoint holds up. Who has freed a lane uses it for what waits.
 */
export function deliverWebhookFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction({ id: 'deliver-webhook', triggers: [on('delivery.due')] }, async ({ event, step }) => {
    const { deliveryId, endpointId } = event.data;
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const state = await step.run(`attempt-${attempt}`, async () => {
        const standing = await attemptDelivery(ctx, { deliveryId });
        await drainEndpoint(ctx, { endpointId, lanesMax: 1 });
        return standing;
      });
      if (state.ended || state.held) return;
      await step.sleepUntil(`wait-${attempt}`, new Date(state.nextAttemptAt));
    }
  });
}
