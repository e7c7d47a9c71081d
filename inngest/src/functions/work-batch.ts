import { workBatch } from '@tillgate/domain/sending';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';
import { on } from '../on.ts';

/** A run makes no more steps than this. A sweep starts another run for the rest. */
const stepsMax = 200;
/** Batches that are worked on at once. */
const concurrentBatchesMax = 8;

/** On `batch.due`, checks, starts or pays a batch until nothing can be done at once. */
export function workBatchFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    {
      id: 'work-batch',
      triggers: [on('batch.due')],
      retries: 0,
      concurrency: { limit: concurrentBatchesMax },
    },
    async ({ event, step }) => {
      const { batchId } = event.data;
      for (let number = 1; number <= stepsMax; number += 1) {
        const progress = await step.run(`work-${number}`, () => workBatch(ctx, { batchId }));
        if (progress === 'later') return;
        if (progress === 'wait') await step.sleep(`wait-${number}`, '1s');
      }
    },
  );
}
