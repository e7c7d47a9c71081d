import { concurrencyMax } from '../endpoints/index.ts';
import { createDrain, type Drain } from '../signals/drain.ts';
import { type EndpointDrain, startDrain } from './drain-endpoint.ts';
import { listDrainable } from './drainable-statements.ts';
import type { PostContext } from './post-delivery.ts';
import { createRecorder } from './recorder.ts';

/** Endpoints that one look finds. The next look finds further ones. */
const endpointsMax = 500;
/** The pause between looks. With several workers, each look then finds more. */
const gapMs = 10;

/** Drains the queues of all endpoints in this process separately, so that a slow endpoint does not delay others. */
export function createQueueDrain(ctx: PostContext): Drain {
  const underWay = new Map<string, EndpointDrain>();
  const recorder = createRecorder(ctx);
  const closing = new AbortController();
  const start = (endpointId: string) => {
    const drain = startDrain(ctx, { endpointId, lanesMax: concurrencyMax }, { recorder, signal: closing.signal });
    underWay.set(endpointId, drain);
    void end(endpointId, drain);
  };
  const end = async (endpointId: string, { done }: EndpointDrain) => {
    try {
      const { attempts } = await done;
      underWay.delete(endpointId);
      // After a drain without attempts, another one would also do nothing. The sweep tries later.
      if (attempts > 0) looks.wake();
    } catch (error) {
      underWay.delete(endpointId);
      ctx.log.error({ err: error, endpointId }, 'The queue of a webhook endpoint could not be drained.');
    }
  };
  const looks = createDrain(
    async () => {
      for (const endpointId of await listDrainable(ctx.db.pool, ctx.clock.now(), endpointsMax)) {
        const drain = underWay.get(endpointId);
        if (drain) drain.wake();
        else start(endpointId);
      }
    },
    {
      gapMs,
      onError: (error) => ctx.log.error({ err: error }, 'The queues of webhook endpoints could not be looked at.'),
    },
  );
  return {
    ...looks,
    async close() {
      closing.abort();
      await looks.close();
      await Promise.allSettled([...underWay.values()].map(({ done }) => done));
    },
  };
}
