import type { Program } from './program.ts';
import type { Stack } from './stack.ts';

const lifeMsMin = 150;
const lifeMsMax = 1_200;

/** A small generator of numbers from 0 to 1. The same seed gives the same numbers, so that a failure can be repeated. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const fixedSeed = 16;

/** The seed in TILLGATE_SEED, which `npm run test:long` sets. Without it always the same one. */
export function chooseSeed(): number {
  const seed = Number(process.env.TILLGATE_SEED ?? fixedSeed);
  console.log(`seed ${seed}`);
  return seed;
}

/**
 * Starts api and worker, then kills and restarts one or both, so many times. Then it does what ninety seconds do: it
 * ends the leases of the requests that were killed, whose keys answer 409 until then.
 */
export async function killTimes(stack: Stack, kills: number, random: () => number): Promise<void> {
  let api: Program = await stack.startApi();
  let worker: Program = await stack.startWorker();
  let apiKilledAt = new Date(0);
  for (let killed = 0; killed < kills; killed += 1) {
    await new Promise((resolve) => setTimeout(resolve, lifeMsMin + random() * (lifeMsMax - lifeMsMin)));
    const victim = random();
    await Promise.all([
      victim < 0.66 &&
        api.kill().then(async () => {
          apiKilledAt = new Date();
          api = await stack.startApi();
        }),
      victim > 0.33 &&
        worker.kill().then(async () => {
          worker = await stack.startWorker();
        }),
    ]);
  }
  await stack.ctx.db.pool.query(
    // What is locked has just been answered.
    `UPDATE idempotency_records SET lease_until = now() WHERE id IN (
      SELECT id FROM idempotency_records WHERE state = 'in_flight' AND created_at < $1 FOR UPDATE SKIP LOCKED)`,
    [apiKilledAt],
  );
}
