import { queryPayment } from '@tillgate/domain/payments';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';
import { on } from '../on.ts';

const concurrentQueriesMax = 16;

/** payment.query_due → the provider is asked; a final answer settles the payment. The sweep asks again on the next rung. */
export function queryPaymentFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    {
      id: 'query-payment',
      triggers: [on('payment.query_due')],
      retries: 0,
      concurrency: { limit: concurrentQueriesMax },
    },
    async ({ event, step }) => {
      const { paymentId } = event.data;
      await step.run('query', () => queryPayment(ctx, paymentId));
    },
  );
}
