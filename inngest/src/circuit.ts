/** Failed sends in a row that open the circuit. */
const failuresMax = 5;
/** How long an open circuit lets nothing through. Then one send tries again. */
const pauseMs = 5_000;

/** The state of a circuit. Times are epoch milliseconds. */
export type CircuitState =
  | { kind: 'closed'; failures: number }
  | { kind: 'open'; retryAt: number }
  /** One send is running and decides. If it never ends, another one may try from `retryAt`. */
  | { kind: 'half-open'; retryAt: number };

export const closedCircuit: CircuitState = { kind: 'closed', failures: 0 };

/** Decides whether a send may go out. Returns the next state, or undefined when it may not. */
export function admit(state: CircuitState, now: number): CircuitState | undefined {
  if (state.kind === 'closed') return state;
  return now >= state.retryAt ? { kind: 'half-open', retryAt: now + pauseMs } : undefined;
}

/** The next state after a send. A success closes the circuit, whatever else is under way. */
export function after(state: CircuitState, outcome: 'taken' | 'failed', now: number): CircuitState {
  if (outcome === 'taken') return closedCircuit;
  if (state.kind === 'half-open') return { kind: 'open', retryAt: now + pauseMs };
  if (state.kind === 'open') return state;
  const failures = state.failures + 1;
  return failures < failuresMax ? { kind: 'closed', failures } : { kind: 'open', retryAt: now + pauseMs };
}

/** A send that was not made, because the circuit is open. */
export class CircuitOpenError extends Error {
  override name = 'CircuitOpenError';

  constructor() {
    super('The Inngest server takes no signals, so this one was not sent.');
  }
}

/** Keeps a process from calling a server that does not answer. */
export type Circuit = {
  /** Whether a send would go out now. */
  admits(): boolean;
  isOpen(): boolean;
  /**
   * Makes a call unless the circuit is open. `failure` returns the error in its answer, or undefined.
   * @throws CircuitOpenError, or what the call rejects with
   */
  call<T>(work: () => Promise<T>, failure: (answer: T) => unknown): Promise<T>;
};

/** Makes a circuit that calls its hooks when it opens and when it closes again, once each. */
export function createCircuit(hooks: {
  opened(reason: unknown): void;
  closed(): void;
  now?: (() => number) | undefined;
}): Circuit {
  const { opened, closed, now = Date.now } = hooks;
  let state = closedCircuit;
  let isDown = false;
  const note = (outcome: 'taken' | 'failed', reason?: unknown) => {
    state = after(state, outcome, now());
    const wasDown = isDown;
    isDown = state.kind !== 'closed';
    if (isDown && !wasDown) opened(reason);
    if (!isDown && wasDown) closed();
  };
  return {
    admits: () => admit(state, now()) !== undefined,
    isOpen: () => isDown,
    async call(work, failure) {
      const admitted = admit(state, now());
      if (!admitted) throw new CircuitOpenError();
      state = admitted;
      try {
        const answer = await work();
        const reason = failure(answer);
        note(reason === undefined ? 'taken' : 'failed', reason);
        return answer;
      } catch (error) {
        note('failed', error);
        throw error;
      }
    },
  };
}
