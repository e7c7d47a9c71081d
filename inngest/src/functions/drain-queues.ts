import type { Inngest } from 'inngest';
import type { WithDrains } from '../context.ts';
import { on } from '../on.ts';

/**
 * On `deliveries.waiting`, has this process drain the queues of endpoints. The run does not wait for it, as in
 * drain-callbacks.ts. A sweep repeats it every second.
 */
export function drainQueuesFunction(inngest: Inngest, { drains }: WithDrains) {
  return inngest.createFunction(
    { id: 'drain-queues', triggers: [on('deliveries.waiting')], retries: 0 },
    async ({ step }) => {
      await step.run('wake', () => drains['deliveries.waiting'].wake());
    },
  );
}
