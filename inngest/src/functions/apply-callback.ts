import { applyCallback } from '@tillgate/domain/callbacks';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';
import { on } from '../on.ts';

/** On `callback.received`, applies the callback, which settles what it is about. */
export function applyCallbackFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    { id: 'apply-callback', triggers: [on('callback.received')], retries: 2 },
    async ({ event, step }) => {
      const { callbackId } = event.data;
      await step.run('apply', () => applyCallback(ctx, callbackId));
    },
  );
}
