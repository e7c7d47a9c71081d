import { v7 as uuid } from 'uuid';
import type { FunctionDefinition } from './config.ts';
import { type EngineEvent, failedEventName } from './event.ts';
import type { RunState } from './fold.ts';
import type { NewRun } from './runs.ts';

/** Returns the run that `event` starts for one function. */
export function newRun(definition: FunctionDefinition, event: EngineEvent, now: number): NewRun {
  return { id: uuid(), fn: definition.id, event, keys: groupsOf(definition, event), wakeAt: now };
}

/** Returns the runs that `event` starts, one for each function that listens to it. */
export function runsFor(functions: Map<string, FunctionDefinition>, event: EngineEvent, now: number): NewRun[] {
  return [...functions.values()]
    .filter(({ triggers }) => triggers.some((trigger) => trigger.event === event.name && trigger.matches(event)))
    .map((definition) => newRun(definition, event, now));
}

/** Returns the concurrency groups of a run, in the order of its function's limits. */
export function groupsOf(definition: FunctionDefinition, event: EngineEvent): string[] {
  return definition.limits.map(({ groupOf }) => groupOf(event));
}

/** Returns the event that `onFailure` receives. A run that a failure started has none, so that failures cannot loop. */
export function failureEvent(
  run: { id: string; fn: string; event: EngineEvent },
  state: RunState,
  now: number,
): EngineEvent | undefined {
  if (state.status !== 'failed' || run.event.name === failedEventName) return undefined;
  return {
    id: `failed:${run.id}`,
    name: failedEventName,
    ts: now,
    data: { function_id: run.fn, run_id: run.id, error: state.output, event: run.event, events: [run.event] },
  };
}
