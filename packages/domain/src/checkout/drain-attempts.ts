import { listWaiting } from '../links/index.ts';
import { createDrain, type Drain } from '../signals/drain.ts';
import { type CheckoutContext, promptAttempt } from './prompt-attempt.ts';

const batchMax = 50;
/** Prompts that one worker sends at the same time: each waits for the provider. */
const promptsAtOnceMax = 10;

/** Sends the prompts of waiting attempts in this process: at most one drain runs at a time. */
export function createAttemptDrain(ctx: CheckoutContext): Drain {
  return createDrain((signal) => drainAttempts(ctx, signal), {
    onError: (error) => ctx.log.error({ err: error }, 'Attempts to pay could not be read. They are tried again.'),
  });
}

/**
 * Sends the prompts of attempts that wait, oldest first, until none is left. Several workers may drain at once.
 * @param signal ends the drain after the batch that is under way
 * @returns how many attempts were taken
 */
export async function drainAttempts(ctx: CheckoutContext, signal?: AbortSignal): Promise<number> {
  let taken = 0;
  for (;;) {
    const ids = await listWaiting(ctx.db.pool, ctx.clock.now(), batchMax);
    const waiting = ids.values();
    let failed = 0;
    const work = async () => {
      for (const id of waiting) {
        await promptAttempt(ctx, id).catch((error: unknown) => {
          failed += 1;
          ctx.log.warn({ attemptId: id, err: error }, 'A prompt of a link was not sent. It is tried again.');
        });
      }
    };
    await Promise.all(Array.from({ length: Math.min(promptsAtOnceMax, ids.length) }, work));
    taken += ids.length;
    // What failed is tried again by the next run, not at once.
    if (ids.length < batchMax || failed === ids.length || signal?.aborted) return taken;
  }
}
