import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { FunctionDefinition } from './config.ts';
import type { EngineLog } from './event.ts';
import {
  type Answer,
  dueTargets,
  type FoldRules,
  failed,
  fold,
  type RunState,
  type Target,
  wakeSleeps,
} from './fold.ts';
import { type Caller, readOps } from './protocol.ts';
import { failureEvent, groupsOf, runsFor } from './routes.ts';
import type { DueFilter, DueRun } from './runs.ts';
import type { Writer } from './writer.ts';

/** A run fails when it was started this often in a row and no result could be stored. */
const unansweredMax = 5;
/** From this many such starts on, the run may be what ends the process. Only one such run is in flight at a time. */
const suspectUnanswered = 2;
const parallelCallsMax = 16;
/** How long a run waits after a result that could not be stored. */
const storeRetryMs = 1_000;

const checkpointSchema = z.object({ qi_id: z.string(), steps: z.array(z.unknown()) });

type Flight = { run: DueRun; definition: FunctionDefinition; groups: string[]; suspect: boolean; state: RunState };
type OpenCall = { flight: Flight; timeout: NodeJS.Timeout; giveUp: () => void };

type FlightDeps = {
  functions: Map<string, FunctionDefinition>;
  caller: Caller;
  writer: Writer;
  now: () => number;
  backoff: (attempt: number) => number;
  callTimeoutMs: number;
  log: EngineLog;
  /** Called when a run has ended or waits, so that there is room for another. */
  onLanded: () => void;
};

/** The runs that are being called, and their calls. Every change of a run is stored before the run is called again. */
export class Flights {
  readonly #deps: FlightDeps;
  readonly #flights = new Map<string, Flight>();
  readonly #calls = new Map<string, OpenCall>();
  #callCount = 0;
  #stopping = false;
  #onEmpty: () => void = () => {};

  constructor(deps: FlightDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#flights.size;
  }

  /** Returns which runs may start now. */
  filter(): DueFilter {
    return {
      functions: [...this.#deps.functions.keys()],
      busy: [...this.#flights.keys()],
      fullGroups: [...this.#flights.values()].flatMap(({ definition, groups }) => this.#full(definition, groups)),
      unansweredBelow: this.#hasSuspect() ? suspectUnanswered : null,
    };
  }

  /** Starts a run unless its concurrency groups are full. Returns whether it did. */
  start(run: DueRun): boolean {
    const definition = this.#deps.functions.get(run.fn);
    const suspect = run.unanswered >= suspectUnanswered;
    if (this.#stopping || !definition || (suspect && this.#hasSuspect())) return false;
    const groups = groupsOf(definition, run.event);
    if (this.#full(definition, groups).length > 0) return false;
    const flight = { run, definition, groups, suspect, state: run.state };
    this.#flights.set(run.id, flight);
    void this.#fly(flight);
    return true;
  }

  /** Stores what a running call reports. Returns 200, or 409 when the call has to stop because it was given up. */
  async checkpoint(body: unknown): Promise<200 | 409> {
    const { qi_id: token, steps } = checkpointSchema.parse(body);
    const call = this.#calls.get(token);
    if (call?.flight.state.status !== 'queued') return 409;
    const { flight } = call;
    if (steps.length > 0) {
      const answer: Answer = { kind: 'ops', ops: readOps(steps) };
      flight.state = fold(flight.state, { stepId: null, attempt: 0 }, answer, this.#rules(flight));
      await this.#save(flight);
    }
    if (!this.#calls.has(token)) return 409;
    call.timeout.refresh();
    if (!this.#stopping && flight.state.status === 'queued') return 200;
    call.giveUp();
    return 409;
  }

  /** Waits at most `timeoutMs` for running steps and gives up the rest. The next start continues those runs. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping = true;
    if (this.size === 0) return;
    const empty = new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
    const deadline = new AbortController();
    await Promise.race([empty, pause(timeoutMs, undefined, { signal: deadline.signal }).catch(() => {})]);
    deadline.abort();
    for (const call of this.#calls.values()) call.giveUp();
    await empty;
  }

  async #fly(flight: Flight): Promise<void> {
    const { writer, log, now } = this.#deps;
    try {
      if (flight.run.unanswered >= unansweredMax) {
        const message = `${unansweredMax} starts in a row ended without an answer that could be stored`;
        flight.state = failed(flight.state, { name: 'UnansweredError', message });
        return await this.#save(flight);
      }
      await writer.write({ begin: [flight.run.id] });
      while (!this.#stopping && flight.state.status === 'queued' && flight.state.wakeAt <= now()) {
        await this.#advance(flight);
      }
      // The engine gave up the call, so this start does not count against the run.
      if (this.#stopping && flight.state.status === 'queued') await this.#save(flight);
    } catch (error) {
      const { id: runId, fn } = flight.run;
      log[this.#stopping ? 'debug' : 'error']({ err: error, runId, fn }, 'The engine could not store a run.');
      if (!this.#stopping) await pause(storeRetryMs);
    } finally {
      this.#flights.delete(flight.run.id);
      if (this.size === 0) this.#onEmpty();
      this.#deps.onLanded();
    }
  }

  /** Makes the calls that are due and waits for all of them, so that none stores anything after the run has landed. */
  async #advance(flight: Flight): Promise<void> {
    flight.state = wakeSleeps(flight.state, this.#deps.now());
    const targets = dueTargets(flight.state, this.#deps.now()).slice(0, parallelCallsMax);
    if (targets.length === 0) return this.#save(flight);
    const delivered = await Promise.allSettled(targets.map((target) => this.#deliver(flight, target)));
    for (const result of delivered) if (result.status === 'rejected') throw result.reason;
  }

  async #deliver(flight: Flight, target: Target): Promise<void> {
    const answer = await this.#call(flight, target);
    if (!answer || flight.state.status !== 'queued') return;
    flight.state = fold(flight.state, target, answer, this.#rules(flight));
    await this.#save(flight);
  }

  /** Returns the answer. A timeout counts as a failed attempt. Returns undefined when the call was given up. */
  #call(flight: Flight, target: Target): Promise<Answer | undefined> {
    const { caller, callTimeoutMs, now } = this.#deps;
    const { run, definition, state } = flight;
    this.#callCount += 1;
    const token = `${run.id}.${this.#callCount}`;
    return new Promise<Answer | undefined>((resolve) => {
      const fail = (name: string, message: string) =>
        resolve({ kind: 'threw', error: { name, message }, final: false });
      const timeout = setTimeout(() => fail('CallTimeoutError', `No answer for ${callTimeoutMs} ms`), callTimeoutMs);
      this.#calls.set(token, { flight, timeout, giveUp: () => resolve(undefined) });
      const { id: runId, fn, event } = run;
      const { steps, stack } = state;
      caller
        .call({ fn, runId, token, event, steps, stack, ...target, attemptsMax: definition.attemptsMax }, now())
        .then(resolve, (error: Error) => fail('CallError', error.message));
    }).finally(() => {
      clearTimeout(this.#calls.get(token)?.timeout);
      this.#calls.delete(token);
    });
  }

  #rules({ definition }: Flight): FoldRules {
    return { now: this.#deps.now(), attemptsMax: definition.attemptsMax, backoff: this.#deps.backoff };
  }

  async #save({ run, state }: Flight): Promise<void> {
    const now = this.#deps.now();
    const event = failureEvent(run, state, now);
    const insert = event ? runsFor(this.#deps.functions, event, now) : [];
    await this.#deps.writer.write({ save: [{ id: run.id, state, at: now }], insert });
  }

  #hasSuspect(): boolean {
    return [...this.#flights.values()].some(({ suspect }) => suspect);
  }

  /** Returns the groups that have no room for another run. */
  #full(definition: FunctionDefinition, groups: string[]): string[] {
    return groups.filter((group, index) => {
      const load = [...this.#flights.values()].filter((flight) => flight.groups.includes(group)).length;
      return load >= (definition.limits[index]?.limit ?? 0);
    });
  }
}
