import { pullPayments } from '@tillgate/domain/callbacks';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';
import { on } from '../on.ts';

const concurrentPullsMax = 8;

/** On `registration.pull_due`, asks the provider for payments whose confirmation never came. A sweep repeats it. */
export function pullPaymentsFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    {
      id: 'pull-payments',
      triggers: [on('registration.pull_due')],
      retries: 0,
      concurrency: [{ limit: concurrentPullsMax }, { limit: 1, key: 'event.data.registrationId' }],
    },
    async ({ event, step }) => {
      const { registrationId } = event.data;
      await step.run('pull', () => pullPayments(ctx, { registrationId }));
    },
  );
}
