import { applyCallback } from '@tillgate/domain/callbacks';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';

/** callback.received → the payment is settled. */
export function applyCallbackFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    { id: 'apply-callback', triggers: [{ event: 'callback.received' }], retries: 2 },
    async ({ event, step }) => {
      const { callbackId } = event.data as { callbackId: string };
      await step.run('apply', () => applyCallback(ctx, callbackId));
    },
  );
}
