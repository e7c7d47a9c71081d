import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { EngineLog } from './event.ts';
import { deleteEnded } from './runs.ts';

const purgeEveryMs = 3_600_000;
const runsPerSlice = 1_000;
/** The pause between two slices, in which the database serves everybody else. */
const betweenSlicesMs = 20;

type PurgeDeps = { pool: pg.Pool; keepMs: number; now: () => number; log: EngineLog };

export type Purge = {
  /** Purges now, and then every hour. */
  start(): void;
  /** Resolves when no slice is under way; there will be no other. */
  stop(): Promise<void>;
};

/**
 * Deletes the runs that ended more than `keepMs` ago, in slices of 1,000. It uses neither the scheduler's rounds nor
 * the writer's connection, so no run waits for it. It needs no lock: nobody changes a run that has ended.
 */
export function createPurge({ pool, keepMs, now, log }: PurgeDeps): Purge {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wait = (ms: number) => pause(ms, undefined, { signal }).catch(() => {});
  let ended = Promise.resolve();

  const purge = async () => {
    const endedBefore = now() - keepMs;
    let from = 0;
    while (!signal.aborted) {
      const { runs, lastEndedAt } = await deleteEnded(pool, { from, before: endedBefore, limit: runsPerSlice });
      if (runs < runsPerSlice || lastEndedAt === null) return;
      // Postgres still has the index entries of what was just deleted: do not read them again.
      from = lastEndedAt.getTime();
      await wait(betweenSlicesMs);
    }
  };
  const purgeHourly = async () => {
    while (!signal.aborted) {
      await purge().catch((error) => {
        if (!signal.aborted)
          log.error({ err: error }, 'The engine could not delete old runs. It tries again in an hour.');
      });
      await wait(purgeEveryMs);
    }
  };
  return {
    start() {
      ended = purgeHourly();
    },
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
