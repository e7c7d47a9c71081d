import { isDatabaseOutage } from '@tillgate/db';
import type { Context } from '../kernel/context.ts';
import type { MadeAttempt } from './attempt-statements.ts';
import { recordAttempt, recordDelivered } from './statements.ts';

/** Attempts that one statement records. */
const batchMax = 100;

/** Records successful attempts. Attempts that end while one statement runs share the next one. */
export type Recorder = {
  /** Resolves once the attempt is recorded, or its claim has lapsed. Rejects when the database is unavailable. */
  record(made: MadeAttempt): Promise<void>;
};

type Waiting = { made: MadeAttempt; resolve(): void; reject(error: unknown): void };

export function createRecorder(ctx: Context): Recorder {
  const waiting: Waiting[] = [];
  let isWriting = false;
  const writeAll = async () => {
    isWriting = true;
    // Attempts that end within this turn of the event loop share one statement.
    await new Promise(setImmediate);
    while (waiting.length > 0) await write(ctx, waiting.splice(0, batchMax));
    isWriting = false;
  };
  return {
    record(made) {
      return new Promise((resolve, reject) => {
        waiting.push({ made, resolve, reject });
        if (!isWriting) void writeAll();
      });
    },
  };
}

/** Never rejects: it reports failures to the callers that wait. */
async function write(ctx: Context, batch: Waiting[]): Promise<void> {
  const [first, ...others] = batch;
  if (first && others.length === 0) return writeAlone(ctx, first);
  try {
    const made = batch.map((one) => one.made);
    await ctx.db.transaction((db) => recordDelivered(db, made, ctx.clock.now()), { byIndex: true });
    for (const { resolve } of batch) resolve();
  } catch (error) {
    // One of them may make the statement fail for all.
    if (isDatabaseOutage(error)) for (const { reject } of batch) reject(error);
    else {
      ctx.log.warn({ err: error }, 'Attempts could not be recorded at once. Each is recorded alone.');
      await Promise.all(batch.map((one) => writeAlone(ctx, one)));
    }
  }
}

/** One statement without a transaction: most attempts of a quiet hour. Never rejects. */
async function writeAlone(ctx: Context, { made, resolve, reject }: Waiting): Promise<void> {
  const { claim, attempt, freesLane } = made;
  const to = { status: 'delivered', nextAttemptAt: null, at: ctx.clock.now(), freesLane } as const;
  try {
    await recordAttempt(ctx.db.pool, claim, attempt, to);
    resolve();
  } catch (error) {
    reject(error);
  }
}
