import type pg from 'pg';
import type { FunctionDefinition } from './config.ts';
import type { EngineLog } from './event.ts';
import type { Flights } from './flights.ts';
import { readMailbox } from './mailbox.ts';
import { newRun, runsFor } from './routes.ts';
import { countStranded, readDue, readNextWake } from './runs.ts';
import type { Schedule } from './schedule.ts';
import type { Writer } from './writer.ts';

/** How often to look without a notification, because one can be lost and a clock can jump. */
const pollMs = 1_000;
const entriesPerRead = 500;
const mailReadsPerRound = 20;
const dueReadsPerRound = 20;

type SchedulerDeps = {
  pool: pg.Pool;
  writer: Writer;
  flights: Flights;
  functions: Map<string, FunctionDefinition>;
  schedule: Schedule;
  /** How many runs may be in flight at once. */
  slots: number;
  now: () => number;
  log: EngineLog;
};

/** Turns mailbox entries and cron ticks into runs, and starts the runs that are due. Its rounds never overlap. */
export class Scheduler {
  readonly #deps: SchedulerDeps;
  #poll: NodeJS.Timeout | undefined;
  #wake: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #again = false;
  #mail = true;

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#poll = setInterval(() => this.mailArrived(), pollMs);
    void this.#warnOfStranded();
    this.kick();
  }

  /** Starts no more rounds. Resolves when none is under way. */
  async stop(): Promise<void> {
    clearInterval(this.#poll);
    clearTimeout(this.#wake);
    this.#poll = undefined;
    await this.#round;
  }

  mailArrived(): void {
    this.#mail = true;
    this.kick();
  }

  /** Starts a round now, or after the one under way. */
  kick(): void {
    this.#again = true;
    this.#round ??= this.#rounds().finally(() => {
      this.#round = undefined;
      if (this.#again && !this.#stopped) this.kick();
    });
  }

  get #stopped(): boolean {
    return this.#poll === undefined;
  }

  async #rounds(): Promise<void> {
    const { log } = this.#deps;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      await this.#look().catch((error) => {
        if (!this.#stopped) log.error({ err: error }, 'The engine could not look for work. It tries again.');
      });
    }
  }

  async #look(): Promise<void> {
    clearTimeout(this.#wake);
    await this.#startTicks();
    if (this.#mail) await this.#takeMail();
    const wakeAt = await this.#startDue();
    const waitMs = Math.min(wakeAt, this.#deps.schedule.nextAt() ?? wakeAt) - this.#deps.now();
    if (waitMs < pollMs && !this.#stopped) this.#wake = setTimeout(() => this.kick(), Math.max(waitMs, 1));
  }

  async #startTicks(): Promise<void> {
    const { schedule, writer } = this.#deps;
    const now = this.#deps.now();
    const insert = schedule.due(now).map(({ definition, event }) => newRun(definition, event, now));
    if (insert.length > 0) await writer.write({ insert });
    schedule.pass(now);
  }

  /** One statement deletes an event from the mailbox and stores its runs, so a crash neither loses nor repeats it. */
  async #takeMail(): Promise<void> {
    const { pool, writer, functions, log } = this.#deps;
    this.#mail = false;
    for (let read = 0; read < mailReadsPerRound && !this.#stopped; read += 1) {
      const entries = await readMailbox(pool, entriesPerRead);
      const now = this.#deps.now();
      const taken = entries.map(({ seq, event }) => {
        const insert = runsFor(functions, event, now);
        if (insert.length === 0) log.debug({ event: event.name }, 'The engine has no function for this event.');
        return writer.write({ insert, mailboxSeqs: [seq] });
      });
      const results = await Promise.allSettled(taken);
      for (const result of results) if (result.status === 'rejected') throw result.reason;
      if (entries.length < entriesPerRead) return;
    }
    this.mailArrived();
  }

  /** Starts due runs while there is room. Returns when the next is due; Infinity when a landing starts the round. */
  async #startDue(): Promise<number> {
    const { pool, flights, slots } = this.#deps;
    for (let read = 0; read < dueReadsPerRound && !this.#stopped; read += 1) {
      const room = slots - flights.size;
      if (room <= 0) return Number.POSITIVE_INFINITY;
      const due = await readDue(pool, flights.filter(), this.#deps.now(), room);
      const started = due.filter((run) => flights.start(run)).length;
      if (due.length > 0 && started === 0) return Number.POSITIVE_INFINITY;
      if (due.length < room) return (await readNextWake(pool, flights.filter())) ?? Number.POSITIVE_INFINITY;
    }
    return this.#deps.now();
  }

  async #warnOfStranded(): Promise<void> {
    const { pool, functions, log } = this.#deps;
    const stranded = await countStranded(pool, [...functions.keys()]).catch(() => []);
    if (stranded.length > 0) log.warn({ stranded }, 'The engine has queued runs of functions that are not served.');
  }
}
