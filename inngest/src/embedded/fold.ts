import { parseInstant } from './time.ts';

/** How a step ended. A finished sleep is `{ data: null }`. */
export type Memo = { data: unknown } | { error: unknown };
export type Pending = { kind: 'sleep'; at: number } | { kind: 'step'; at: number; attempt: number };

/** A run between two calls; times are epoch milliseconds. Never changed in place. */
export type RunState = {
  /** By hashed step id. */
  steps: Record<string, Memo>;
  /** Step ids in the order they finished. */
  stack: string[];
  /** Sleeps and planned parallel steps that have not ended, by hashed step id. */
  pending: Record<string, Pending>;
  /** How often the next step, or the code before it, has failed. */
  attempt: number;
  status: 'queued' | 'completed' | 'failed';
  wakeAt: number;
  output: unknown;
};

/** What a call runs: one planned step, or the whole function as far as it gets (null). */
export type Target = { stepId: string | null; attempt: number };

export type Op = { id: string; op: string; name?: string; data?: unknown; error?: unknown; parallelMode?: string };

/** The SDK's answer to a call. `retryAt` is set when the function asked for a time. */
export type Answer =
  | { kind: 'returned'; data: unknown }
  | { kind: 'ops'; ops: Op[]; retryAt?: number }
  | { kind: 'threw'; error: unknown; final: boolean; retryAt?: number };

export type FoldRules = { now: number; attemptsMax: number; backoff: (attempt: number) => number };

/** The limit of an Inngest server. The engine also writes the whole state after every step. */
const stepsMax = 1_000;

/** Ends the run as failed, with an error in the shape that `onFailure` receives. */
export function failed(state: RunState, error: unknown): RunState {
  return { ...state, status: 'failed', output: error };
}

/** Ends the sleeps whose time has come. */
export function wakeSleeps(state: RunState, now: number): RunState {
  return Object.entries(state.pending)
    .filter(([, pending]) => pending.kind === 'sleep' && pending.at <= now)
    .sort(([, a], [, b]) => a.at - b.at)
    .reduce((next, [id]) => memoise(next, id, { data: null }), due(state));
}

/** Returns the calls to make now: the planned steps that are due, or the function itself when nothing is pending. */
export function dueTargets(state: RunState, now: number): Target[] {
  const pending = Object.entries(state.pending);
  if (pending.length === 0) return state.wakeAt <= now ? [{ stepId: null, attempt: state.attempt }] : [];
  return pending.flatMap(([stepId, step]) =>
    step.kind === 'step' && step.at <= now ? [{ stepId, attempt: step.attempt }] : [],
  );
}

/** Returns the run after the answer to one call. A run that has ended does not change. */
export function fold(state: RunState, target: Target, answer: Answer, rules: FoldRules): RunState {
  if (state.status !== 'queued') return state;
  switch (answer.kind) {
    case 'returned':
      return { ...state, status: 'completed', output: answer.data };
    case 'threw':
      if (answer.final || target.attempt + 1 >= rules.attemptsMax) return failed(state, answer.error);
      return retried(state, target, answer.retryAt, rules);
    case 'ops': {
      if (answer.ops.length === 0) return failed(state, unsupported('an answer without operations'));
      // The run has made progress, so the next step has all its attempts.
      const begun: RunState = { ...state, attempt: 0, wakeAt: rules.now };
      const next = answer.ops.reduce((folded, op) => foldOp(folded, target, op, answer.retryAt, rules), begun);
      if (next.status !== 'queued' || next.stack.length < stepsMax) return next;
      return failed(next, unsupported(`a run of ${stepsMax} steps`));
    }
  }
}

function foldOp(state: RunState, target: Target, op: Op, retryAt: number | undefined, rules: FoldRules): RunState {
  if (state.status !== 'queued') return state;
  if (op.parallelMode !== undefined) return failed(state, unsupported(`parallel mode ${op.parallelMode}`));
  switch (op.op) {
    case 'RunComplete':
      return { ...state, status: 'completed', output: op.data ?? null };
    case 'StepRun':
      return memoise(state, op.id, { data: op.data ?? null });
    case 'StepFailed':
      return memoise(state, op.id, { error: op.error });
    case 'StepError':
      if (target.attempt + 1 >= rules.attemptsMax) return memoise(state, op.id, { error: op.error });
      return retried(state, target, retryAt, rules);
    case 'StepPlanned':
      return plan(state, op.id, { kind: 'step', at: rules.now, attempt: 0 });
    case 'Sleep': {
      const at = parseInstant(op.name ?? '', rules.now);
      if (at === undefined) return failed(state, unsupported(`a sleep of ${JSON.stringify(op.name)}`));
      return plan(state, op.id, { kind: 'sleep', at });
    }
    default:
      return failed(state, unsupported(op.op));
  }
}

function memoise(state: RunState, id: string, memo: Memo): RunState {
  const { [id]: _done, ...pending } = state.pending;
  const stack = Object.hasOwn(state.steps, id) ? state.stack : [...state.stack, id];
  return due({ ...state, steps: { ...state.steps, [id]: memo }, stack, pending });
}

function plan(state: RunState, id: string, pending: Pending): RunState {
  return due({ ...state, pending: { [id]: pending, ...state.pending } });
}

function retried(state: RunState, target: Target, retryAt: number | undefined, rules: FoldRules): RunState {
  const at = retryAt ?? rules.now + rules.backoff(target.attempt);
  const attempt = target.attempt + 1;
  if (target.stepId === null) return { ...state, attempt, wakeAt: at };
  return due({ ...state, pending: { ...state.pending, [target.stepId]: { kind: 'step', at, attempt } } });
}

/** While something is pending, the run wakes at the earliest of its times. */
function due(state: RunState): RunState {
  const times = Object.values(state.pending).map((pending) => pending.at);
  return times.length === 0 ? state : { ...state, wakeAt: Math.min(...times) };
}

function unsupported(what: string): { name: string; message: string } {
  return { name: 'UnsupportedStepError', message: `${what} is not supported by the embedded engine` };
}
