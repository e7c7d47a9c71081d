import type { Context } from '@tillgate/domain';
import { workRecovery } from '@tillgate/domain/recoveries';
import type { Inngest } from 'inngest';
import { on } from '../on.ts';

/** A run makes no more batches than this. A sweep starts another run for the rest. */
const batchesMax = 200;
/** Recoveries that run at once. New deliveries need the database too. */
const concurrentRecoveriesMax = 4;

/** On `recovery.due`, works in batches until the recovery has ended. Each batch locks the row; a sweep finds lost runs. */
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
