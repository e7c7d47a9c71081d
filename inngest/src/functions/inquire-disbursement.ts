import { inquireDisbursement } from '@tillgate/domain/disbursements';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';
import { on } from '../on.ts';

const concurrentInquiriesMax = 64;
/** If all calls of one application hang, others still have slots. */
const concurrentPerApplicationMax = 4;

/** On `disbursement.inquiry_due`, asks the provider. The result settles the disbursement; a sweep asks again. */
export function inquireDisbursementFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    {
      id: 'inquire-disbursement',
      triggers: [on('disbursement.inquiry_due')],
      retries: 0,
      concurrency: [
        { limit: concurrentInquiriesMax },
        { limit: concurrentPerApplicationMax, key: 'event.data.applicationId' },
      ],
    },
    async ({ event, step }) => {
      const ids = event.data;
      await step.run('inquire', () => inquireDisbursement(ctx, ids));
    },
  );
}
