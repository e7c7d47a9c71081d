import { attemptDelivery, attemptsMax } from '@tillgate/domain/deliveries';
import type { Inngest } from 'inngest';
import type { WithDrains, WorkerContext } from '../context.ts';
import { on } from '../on.ts';

/**
 * On `delivery.due`, attempts a delivery that has failed on its schedule until it ends or its endpoint's queue takes it. Each
 * attempt claims the row, and a sweep finds lost runs. The rows limit the calls of an endpoint; with a limit of the
 * engine, other deliveries would wait behind a slow endpoint. After an attempt, the run uses the free lane for the
 * next delivery in the queue.
 */
export function deliverWebhookFunction(inngest: Inngest, ctx: WorkerContext & WithDrains) {
  return inngest.createFunction({ id: 'deliver-webhook', triggers: [on('delivery.due')] }, async ({ event, step }) => {
    const { deliveryId } = event.data;
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const after = await step.run(`attempt-${attempt}`, async () => {
        const state = await attemptDelivery(ctx, { deliveryId });
        ctx.drains['deliveries.waiting'].wake();
        return state;
      });
      if (after.ended || after.held) return;
      await step.sleepUntil(`wait-${attempt}`, new Date(after.nextAttemptAt));
    }
  });
}
