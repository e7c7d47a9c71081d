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

/** The seed in TILLGATE_SEED, or a new one. Prints it. */
export function chooseSeed(): number {
  const seed = Number(process.env.TILLGATE_SEED ?? Date.now() % 1_000_000);
  console.log(`seed ${seed}`);
  return seed;
}

/** Starts api and worker, then kills and restarts one or both, so many times. */
export async function killTimes(stack: Stack, kills: number, random: () => number): Promise<void> {
  let api: Program = await stack.startApi();
  let worker: Program = await stack.startWorker();
  for (let killed = 0; killed < kills; killed += 1) {
    await new Promise((resolve) => setTimeout(resolve, lifeMsMin + random() * (lifeMsMax - lifeMsMin)));
    const victim = random();
    await Promise.all([
      victim < 0.66 &&
        api.kill().then(async () => {
          api = await stack.startApi();
        }),
      victim > 0.33 &&
        worker.kill().then(async () => {
          worker = await stack.startWorker();
        }),
    ]);
  }
}
