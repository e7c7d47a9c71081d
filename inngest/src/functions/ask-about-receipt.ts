import { askAboutReceipt } from '@tillgate/domain/c2b';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';
import { on } from '../on.ts';

const concurrentInquiriesMax = 32;
/** If all calls of one application hang, others still have slots. */
const concurrentPerApplicationMax = 2;

/** On `confirmation.question_due`, asks the provider about a receipt. The result makes the confirmation due again. */
export function askAboutReceiptFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    {
      id: 'ask-about-receipt',
      triggers: [on('confirmation.question_due')],
      retries: 0,
      concurrency: [
        { limit: concurrentInquiriesMax },
        { limit: concurrentPerApplicationMax, key: 'event.data.applicationId' },
      ],
    },
    async ({ event, step }) => {
      const ids = event.data;
      await step.run('ask', () => askAboutReceipt(ctx, ids));
    },
  );
}
