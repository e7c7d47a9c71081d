import { describe, expect, it } from 'vitest';
import type { CourierAnswer } from '../ports/ports.ts';
import { combine, explore } from '../testing/explore.ts';
import { attemptDelaysMs, attemptsMax, jitterMax, nextAttempt, retryAfterStretchMax } from './delivery.ts';

const now = new Date(1_750_000_000_000);

type State = { status: 'due' | 'delivered' | 'exhausted' | 'cancelled'; attempts: number };
type Input = { statusCode: number | null; retryAfter: string | null; random: number };

const inputs: Input[] = combine({
  statusCode: [null, 200, 204, 299, 300, 302, 400, 404, 410, 429, 500, 503],
  retryAfter: [null, '0', '1', '999999999', 'soon', 'Sun, 15 Jun 2025 15:06:41 GMT'],
  random: [0, 0.999],
});

const answerOf = ({ statusCode, retryAfter }: Input): CourierAnswer =>
  statusCode === null
    ? { kind: 'no_answer', reason: 'The connection was cut.', durationMs: 1, address: null }
    : { kind: 'answered', statusCode, retryAfter, headers: {}, body: '', address: null, durationMs: 1 };

const decisionOf = ({ attempts }: State, input: Input) =>
  nextAttempt(attempts + 1, answerOf(input), now, () => input.random);

const statusOf = { delivered: 'delivered', give_up: 'exhausted', disable: 'cancelled', at: 'due' } as const;

/** An attempt is only made of what is due. */
function next(state: State, input: Input): State {
  if (state.status !== 'due') return state;
  return { status: statusOf[decisionOf(state, input).kind], attempts: state.attempts + 1 };
}

const { states, steps } = explore<State, Input>({ status: 'due', attempts: 0 }, inputs, next);
const attempts = steps.filter(({ from }) => from.status === 'due');

describe('every reachable state of a delivery, with every answer', () => {
  it('is explored to the end', () => {
    expect(new Set(states.map(({ status }) => status))).toEqual(
      new Set(['due', 'delivered', 'exhausted', 'cancelled']),
    );
    expect(Math.max(...states.map((state) => state.attempts))).toBe(attemptsMax);
  });

  it('is delivered by 2xx and by nothing else', () => {
    for (const { input, to } of attempts) {
      const isTaken = input.statusCode !== null && input.statusCode >= 200 && input.statusCode <= 299;
      expect(to.status === 'delivered').toBe(isTaken);
    }
  });

  it('gives up after the last attempt, never before, and 410 ends it at once', () => {
    for (const { from, input, to } of attempts) {
      if (input.statusCode === 410) expect(to.status).toBe('cancelled');
      else if (to.status === 'exhausted') expect(to.attempts).toBe(attemptsMax);
      else if (to.status === 'due') expect(from.attempts + 1).toBeLessThan(attemptsMax);
    }
  });

  it('always knows when it is due next, within the limits that are documented', () => {
    for (const { from, input, to } of attempts) {
      if (to.status !== 'due') continue;
      const decision = decisionOf(from, input);
      const waitMs = decision.kind === 'at' ? decision.time.getTime() - now.getTime() : Number.NaN;
      const delayMs = attemptDelaysMs[to.attempts] ?? Number.NaN;
      expect(waitMs).toBeGreaterThanOrEqual(delayMs);
      expect(waitMs).toBeLessThanOrEqual(delayMs * retryAfterStretchMax);
      if (input.retryAfter === null) expect(waitMs).toBeLessThanOrEqual(Math.ceil(delayMs * (1 + jitterMax)));
    }
  });

  it('leaves no final state', () => {
    for (const { from, to } of steps) if (from.status !== 'due') expect(to).toEqual(from);
  });
});
