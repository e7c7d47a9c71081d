import type { Inngest } from 'inngest';
import type { WithDrains } from '../context.ts';
import { on } from '../on.ts';

/** On `deliveries.waiting`, starts to drain the queues of endpoints. A sweep repeats it every second. */
export function drainQueuesFunction(inngest: Inngest, { drains }: WithDrains) {
  return inngest.createFunction(
    { id: 'drain-queues', triggers: [on('deliveries.waiting')], retries: 0 },
    async ({ step }) => {
      await step.run('drain', () => drains['deliveries.waiting'].run());
    },
  );
}
