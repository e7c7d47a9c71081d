import type { Inngest } from 'inngest';
import type { WithDrains } from '../context.ts';
import { on } from '../on.ts';

/**
 * On `callbacks.waiting`, has this process apply every callback of the inbox that is due. The run does not wait for it,
 * because during a long backlog a run per second would occupy slots of the engine until the end. A sweep repeats it.
 */
export function drainCallbacksFunction(inngest: Inngest, { drains }: WithDrains) {
  return inngest.createFunction(
    { id: 'drain-callbacks', triggers: [on('callbacks.waiting')], retries: 0 },
    async ({ step }) => {
      await step.run('wake', () => drains['callbacks.waiting'].wake());
    },
  );
}
