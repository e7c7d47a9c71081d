import type { Inngest } from 'inngest';
import type { WithDrains } from '../context.ts';
import { on } from '../on.ts';

/** On `callbacks.waiting`, applies every callback of the inbox that is due. A sweep repeats it every second. */
export function drainCallbacksFunction(inngest: Inngest, { drains }: WithDrains) {
  return inngest.createFunction(
    { id: 'drain-callbacks', triggers: [on('callbacks.waiting')], retries: 0 },
    async ({ step }) => {
      await step.run('drain', () => drains['callbacks.waiting'].run());
    },
  );
}
