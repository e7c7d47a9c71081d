import { queryDuePayment } from '@tillgate/domain/payments';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';
import { on } from '../on.ts';

const concurrentQueriesMax = 64;
/** If all calls of one application hang, others still have slots. */
const concurrentPerApplicationMax = 4;

/** On `payment.query_due`, asks the provider. A final status settles the payment. A sweep schedules the next query. */
export function queryPaymentFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    {
      id: 'query-payment',
      triggers: [on('payment.query_due')],
      retries: 0,
      concurrency: [
        { limit: concurrentQueriesMax },
        { limit: concurrentPerApplicationMax, key: 'event.data.applicationId' },
      ],
    },
    async ({ event, step }) => {
      const { paymentId } = event.data;
      await step.run('query', () => queryDuePayment(ctx, paymentId));
    },
  );
}
