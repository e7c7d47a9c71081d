import { executeOrder } from '@tillgate/domain/orders';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';
import { on } from '../on.ts';

const concurrentOrdersMax = 16;

/** On `order.approved`, executes the order once. A sweep repeats the signal until the order has ended. */
export function executeOrderFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    {
      id: 'execute-order',
      triggers: [on('order.approved')],
      retries: 0,
      concurrency: { limit: concurrentOrdersMax },
    },
    async ({ event, step }) => {
      const { orderId } = event.data;
      await step.run('execute', () => executeOrder(ctx, { orderId }));
    },
  );
}
