import type { FunctionDefinition } from './config.ts';
import { cronEventName, type EngineEvent } from './event.ts';

/** A cron tick that starts a run. */
type Tick = { definition: FunctionDefinition; event: EngineEvent };

export type Schedule = {
  /** Returns the ticks that are due and not passed. Of several missed ticks of a cron, it returns the last. */
  due(now: number): Tick[];
  /** Marks the ticks that were due at that time as done. */
  pass(now: number): void;
  /** Returns when the next tick is due, in epoch milliseconds. Undefined without crons. */
  nextAt(): number | undefined;
};

/**
 * The crons of all functions. The first `due` returns each cron's latest tick, unless it is older than `missedMaxMs`.
 * The event id of a tick depends only on the cron and the time, so a tick that has already run starts nothing.
 */
export function createSchedule(functions: Iterable<FunctionDefinition>, missedMaxMs: number): Schedule {
  const entries = [...functions].flatMap((definition) =>
    definition.crons.map((cron) => ({ definition, ...cron, nextAt: Number.NEGATIVE_INFINITY })),
  );
  return {
    due(now) {
      return entries.flatMap(({ definition, pattern, schedule, nextAt }) => {
        // The library looks back from a whole second and leaves that second out.
        const [latest] = nextAt > now ? [] : schedule.previousRuns(1, new Date(now + 1_000));
        if (!latest || latest.getTime() <= now - missedMaxMs) return [];
        const id = `cron:${pattern}:${latest.toISOString()}`;
        return [{ definition, event: { id, name: cronEventName, data: { cron: pattern }, ts: latest.getTime() } }];
      });
    },
    pass(now) {
      for (const entry of entries) {
        if (entry.nextAt > now) continue;
        entry.nextAt = entry.schedule.nextRun(new Date(now))?.getTime() ?? Number.POSITIVE_INFINITY;
      }
    },
    nextAt() {
      return entries.length === 0 ? undefined : Math.min(...entries.map((entry) => entry.nextAt));
    },
  };
}
