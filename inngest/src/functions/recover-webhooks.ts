import type { Context } from '@tillgate/domain';
import { workRecovery } from '@tillgate/domain/recoveries';
import type { Inngest } from 'inngest';
import { on } from '../on.ts';

/** A run makes no more batches than this; the sweep begins another one. */
const batchesMax = 200;
/** Batches of different merchants at once: what is recovered must leave the database to what happens now. */
const concurrentRecoveriesMax = 4;

/** recovery.due → batch after batch until the recovery has ended. Each batch locks the row; a lost run is swept. */
export function recoverWebhooksFunction(inngest: Inngest, ctx: Context) {
  return inngest.createFunction(
    {
      id: 'recover-webhooks',
      triggers: [on('recovery.due')],
      concurrency: { limit: concurrentRecoveriesMax },
    },
    async ({ event, step }) => {
      const { recoveryId } = event.data;
      for (let batch = 1; batch <= batchesMax; batch += 1) {
        const progress = await step.run(`batch-${batch}`, () => workRecovery(ctx, { recoveryId }));
        if (progress.ended || progress.held) return;
      }
    },
  );
}
