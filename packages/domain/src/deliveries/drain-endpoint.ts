import { later } from '../kernel/time.ts';
import { publishOrLog } from '../signals/publish-or-log.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { type ClaimedDelivery, claimRun, putBack } from './claim-statements.ts';
import { claimSeconds } from './delivery.ts';
import { type PostContext, postInRun } from './post-delivery.ts';
import { createRecorder, type Recorder } from './recorder.ts';

/**
 * A drain begins no run after this time or this many attempts. The next drain continues, so that the process stops
 * quickly.
 */
const drainSeconds = 5;
const drainedMax = 2_000;
/** Deliveries that a lane claims at once. */
const runMax = 16;
/** Target length of a run: a slow endpoint gets shorter runs, so that other lanes share the queue. */
const runMs = 100;
/** No attempt of a run begins later than this after the claim, so that it ends before the claim lapses. */
const runSecondsMax = 4;

/** `isCutShort`: it ended before the queue was empty. */
type Drained = { attempts: number; isCutShort: boolean };

/** A drain that is under way. */
export type EndpointDrain = {
  /** Takes another lane, because the queue may have new deliveries. */
  wake(): void;
  done: Promise<Drained>;
};

type DrainInput = { endpointId: string; lanesMax: number };

/**
 * Attempts the deliveries in an endpoint's queue, the longest waiting first, until the queue is
 * empty or the endpoint allows no more. Begins with one call at a time and takes further lanes, up
 * to `lanesMax`, while there is work for them. Several drains of one endpoint share its lanes.
 * @returns how many attempts were made
 */
export async function drainEndpoint(ctx: PostContext, input: DrainInput): Promise<number> {
  const { attempts, isCutShort } = await startDrain(ctx, input, { recorder: createRecorder(ctx) }).done;
  if (isCutShort) await signalWaiting(ctx, 'deliveries.waiting');
  return attempts;
}

/** Starts {@link drainEndpoint}. `signal` ends it after the attempts that are under way. */
export function startDrain(
  ctx: PostContext,
  { endpointId, lanesMax }: DrainInput,
  { recorder, signal }: { recorder: Recorder; signal?: AbortSignal },
): EndpointDrain {
  const until = later(ctx.clock.now(), drainSeconds * 1000);
  const isOver = () => attempts >= drainedMax || ctx.clock.now() >= until || signal?.aborted === true;
  let attempts = 0;
  let isCutShort = false;
  let failure: { error: unknown } | undefined;
  // The first attempt measures how fast the endpoint is.
  let runLength = 1;
  let lanesHeld = 0;
  const lanes: Promise<void>[] = [];
  const addLane = () => {
    if (lanesHeld >= lanesMax) return;
    lanesHeld += 1;
    const lane = drainLane()
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        lanesHeld -= 1;
      });
    lanes.push(lane);
  };
  const drainLane = async (): Promise<void> => {
    while (!isOver()) {
      const { claims: run, hasMore } = await claimRun(ctx.db.pool, endpointId, ctx.clock.now(), runLength);
      if (!isSome(run)) return;
      if (hasMore) addLane();
      const made = await makeRun(ctx, run, recorder);
      attempts += made.attempts;
      runLength = run[0].isPlain ? made.nextLength : 1;
      // What came since the claim wakes this drain, or is found by the look at its end. What was put back does not.
      if (!hasMore && made.attempts === run.length) return;
    }
    isCutShort = true;
  };
  const end = async (): Promise<Drained> => {
    // Lanes are added while others work.
    for (let lane = 0; lane < lanes.length; lane += 1) await lanes[lane];
    if (failure) throw failure.error;
    return { attempts, isCutShort };
  };
  addLane();
  return { wake: addLane, done: end() };
}

type Run = [ClaimedDelivery, ...ClaimedDelivery[]];

const isSome = (claims: ClaimedDelivery[]): claims is Run => claims.length > 0;

/**
 * Makes the attempts of a run, one after the other. A success is recorded while the next delivery is posted. The first
 * attempt that fails ends the run.
 */
async function makeRun(
  ctx: PostContext,
  run: Run,
  recorder: Recorder,
): Promise<{ attempts: number; nextLength: number }> {
  const lastStart = later(run[0].claimedUntil, (runSecondsMax - claimSeconds) * 1000);
  const recorded: Promise<void>[] = [];
  let spentMs = 0;
  for (const [n, claim] of run.entries()) {
    if (n > 0 && ctx.clock.now() > lastStart) {
      await Promise.all([giveUp(ctx, run, n, true), ...recorded]);
      return { attempts: n, nextLength: 1 };
    }
    const outcome = await postInRun(ctx, claim, recorder, n === run.length - 1);
    if (outcome.kind === 'delivered') {
      // After a kill, unrecorded attempts are repeated: at most two per lane.
      await recorded.at(-1);
      recorded.push(outcome.recorded);
      spentMs += outcome.durationMs;
      continue;
    }
    await Promise.all([giveUp(ctx, run, n + 1, false), ...recorded]);
    if (outcome.kind === 'waits') await publishRetry(ctx, claim);
    return { attempts: n + 1, nextLength: 1 };
  }
  await Promise.all(recorded);
  const nextLength = Math.floor((runMs * run.length) / Math.max(spentMs, run.length));
  return { attempts: run.length, nextLength: Math.min(Math.max(nextLength, 1), runMax) };
}

async function giveUp(ctx: PostContext, run: Run, from: number, freesLane: boolean): Promise<void> {
  const left = run.slice(from);
  if (isSome(left)) await putBack(ctx.db.pool, left, freesLane, ctx.clock.now());
}

/** Publishes a failed delivery to the function that sleeps until its next attempt. */
function publishRetry(ctx: PostContext, { id: deliveryId, endpointId, attemptCount }: ClaimedDelivery): Promise<void> {
  const id = `delivery:${deliveryId}:${attemptCount + 1}`;
  return publishOrLog(ctx, [{ name: 'delivery.due', id, data: { deliveryId, endpointId } }]);
}
