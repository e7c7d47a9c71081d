import type { FunctionDefinition } from './config.ts';
import { cronEventName, type EngineEvent } from './event.ts';

/** A cron tick to run. */
type Tick = { definition: FunctionDefinition; event: EngineEvent };

export type Schedule = {
  /** Ticks due and not yet passed. Of several missed ones of a cron only the last is run. */
  due(now: number): Tick[];
  /** What was due at that time has become runs. */
  pass(now: number): void;
  /** When the next tick is due, in epoch milliseconds; undefined without crons. */
  nextAt(): number | undefined;
};

/**
 * The crons of all functions. The first `due` gives each cron's latest tick, unless it is older than `missedMaxMs`: a tick
 * has a deterministic event id, so one that was run already starts nothing while its run is kept.
 */
export function createSchedule(functions: Iterable<FunctionDefinition>, missedMaxMs: number): Schedule {
  const entries = [...functions].flatMap((definition) =>
    definition.crons.map((cron) => ({ definition, ...cron, nextAt: Number.NEGATIVE_INFINITY })),
  );
  return {
    due(now) {
      return entries.flatMap(({ definition, pattern, schedule, nextAt }) => {
        // The library looks back from whole seconds and leaves out the one it is given.
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
