import { applyCallback } from '@tillgate/domain/callbacks';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';
import { on } from '../on.ts';

/** callback.received → the payment is settled. */
export function applyCallbackFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    { id: 'apply-callback', triggers: [on('callback.received')], retries: 2 },
    async ({ event, step }) => {
      const { callbackId } = event.data;
      await step.run('apply', () => applyCallback(ctx, callbackId));
    },
  );
}
