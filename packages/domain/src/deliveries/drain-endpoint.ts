import { publishDeliveries, publishDrains } from '../outbox/index.ts';
import { later } from '../time.ts';
import { claimNext } from './claim-statements.ts';
import { type PostContext, postDelivery } from './post-delivery.ts';

/**
 * A drain begins no attempt after this time or this many attempts. The next drain goes on, so a
 * stop need not wait long.
 */
const drainSeconds = 5;
const drainedMax = 500;

/**
 * Attempts the deliveries in an endpoint's queue, the longest waiting first, until the queue is
 * empty or the endpoint allows no more. Begins with one call at a time and takes further lanes, up
 * to `lanesMax`, while there is work for them. Several drains of one endpoint share its lanes. Call
 * it after each attempt too, when a lane has just become free.
 * @returns how many attempts were made
 */
export async function drainEndpoint(
  ctx: PostContext,
  input: { endpointId: string; lanesMax: number },
): Promise<number> {
  const { endpointId, lanesMax } = input;
  const until = later(ctx.clock.now(), drainSeconds * 1000);
  let attempts = 0;
  let cutShort = false;
  let failure: { error: unknown } | undefined;
  const lanes: Promise<void>[] = [];
  const addLane = () => {
    lanes.push(
      drainLane().catch((error: unknown) => {
        failure ??= { error };
      }),
    );
  };
  const drainLane = async (): Promise<void> => {
    for (;;) {
      if (attempts >= drainedMax || ctx.clock.now() >= until) {
        cutShort = true;
        return;
      }
      const claim = await claimNext(ctx.db.pool, endpointId, ctx.clock.now());
      if (!claim) return;
      attempts += 1;
      if (lanes.length < lanesMax) addLane();
      const outcome = await postDelivery(ctx, claim);
      if (outcome.kind !== 'waits') continue;
      // A delivery that failed gets a run of its own, which sleeps until its next attempt.
      await publishDeliveries(ctx, [{ deliveryId: claim.id, endpointId, attemptCount: claim.attemptCount + 1 }]);
    }
  };
  addLane();
  // Lanes are added while others work.
  for (let lane = 0; lane < lanes.length; lane += 1) await lanes[lane];
  if (failure) throw failure.error;
  if (cutShort) await publishDrains(ctx, [endpointId]);
  return attempts;
}
