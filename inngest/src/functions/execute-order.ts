import { executeOrder } from '@tillgate/domain/orders';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';

const concurrentOrdersMax = 16;

/** order.approved → the order is carried out, once. The sweep publishes it again while nobody has. */
export function executeOrderFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    {
      id: 'execute-order',
      triggers: [{ event: 'order.approved' }],
      retries: 0,
      concurrency: { limit: concurrentOrdersMax },
    },
    async ({ event, step }) => {
      const { orderId } = event.data as { orderId: string };
      await step.run('execute', () => executeOrder(ctx, { orderId }));
    },
  );
}
