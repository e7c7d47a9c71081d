import { drainEndpoint } from '@tillgate/domain/deliveries';
import { concurrencyMax } from '@tillgate/domain/endpoints';
import type { Inngest } from 'inngest';
import type { WorkerContext } from '../context.ts';
import { on } from '../on.ts';

/** On `endpoint.drain_due`, attempts the deliveries in the endpoint's queue. A sweep repeats it while some are left. */
export function drainEndpointFunction(inngest: Inngest, ctx: WorkerContext) {
  return inngest.createFunction(
    { id: 'drain-endpoint', triggers: [on('endpoint.drain_due')], retries: 0 },
    async ({ event, step }) => {
      const { endpointId } = event.data;
      await step.run('drain', () => drainEndpoint(ctx, { endpointId, lanesMax: concurrencyMax }));
    },
  );
}
