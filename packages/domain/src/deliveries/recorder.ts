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
  try {
    const made = batch.map((one) => one.made);
    await ctx.db.transaction((db) => recordDelivered(db, made, ctx.clock.now()), { byIndex: true });
    for (const { resolve } of batch) resolve();
  } catch (error) {
    // One of them may make the statement fail for all.
    const isAlone = batch.length === 1 || isDatabaseOutage(error);
    if (!isAlone) ctx.log.warn({ err: error }, 'Attempts could not be recorded at once. Each is recorded alone.');
    await Promise.all(batch.map((one) => (isAlone ? one.reject(error) : writeAlone(ctx, one))));
  }
}

async function writeAlone(ctx: Context, { made: { claim, attempt }, resolve, reject }: Waiting): Promise<void> {
  try {
    await recordAttempt(ctx.db.pool, claim, attempt, { status: 'delivered', nextAttemptAt: null, at: ctx.clock.now() });
    resolve();
  } catch (error) {
    reject(error);
  }
}
