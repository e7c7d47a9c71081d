import { describe, expect, it } from 'vitest';
import { admit, after, type CircuitState, closedCircuit, createCircuit } from './circuit.ts';

const closed = (failures: number): CircuitState => ({ kind: 'closed', failures });
const open: CircuitState = { kind: 'open', retryAt: 1_000 };
const halfOpen: CircuitState = { kind: 'half-open', retryAt: 1_000 };

describe('the decisions of the circuit', () => {
  it.each<[string, CircuitState, number, CircuitState | undefined]>([
    ['closed', closed(4), 0, closed(4)],
    ['open, before its pause is over', open, 999, undefined],
    ['open, after its pause', open, 1_000, { kind: 'half-open', retryAt: 6_000 }],
    ['half open, while one send decides', halfOpen, 999, undefined],
    ['half open, when that send never told', halfOpen, 1_000, { kind: 'half-open', retryAt: 6_000 }],
  ])('admitting a send: %s', (_what, state, now, next) => {
    expect(admit(state, now)).toEqual(next);
  });

  it.each<[string, CircuitState, 'taken' | 'failed', CircuitState]>([
    ['a first failure', closed(0), 'failed', closed(1)],
    ['the fifth failure in a row', closed(4), 'failed', { kind: 'open', retryAt: 5_100 }],
    ['a success between failures', closed(4), 'taken', closedCircuit],
    ['a late failure while it is open', open, 'failed', open],
    ['a late success while it is open', open, 'taken', closedCircuit],
    ['a trial that fails', halfOpen, 'failed', { kind: 'open', retryAt: 5_100 }],
    ['a trial that succeeds', halfOpen, 'taken', closedCircuit],
  ])('after a send: %s', (_what, state, outcome, next) => {
    expect(after(state, outcome, 100)).toEqual(next);
  });
});

it('a circuit tells once that it opened and once that it closed, and lets one trial through at a time', async () => {
  const told: unknown[] = [];
  let now = 0;
  let calls = 0;
  const circuit = createCircuit({
    opened: (reason) => told.push(reason),
    closed: () => told.push('closed'),
    now: () => now,
  });
  const call = (answer: string) =>
    circuit
      .call(
        async () => {
          calls += 1;
          return answer;
        },
        (status) => (status === 'good' ? undefined : status),
      )
      .catch((error: Error) => error.name);
  for (let n = 0; n < 20; n += 1) await call('bad');
  expect([calls, told, circuit.isOpen()]).toEqual([5, ['bad'], true]);
  expect(await call('good')).toBe('CircuitOpenError');
  now = 5_000;
  expect(await Promise.all([call('bad'), call('good')])).toEqual(['bad', 'CircuitOpenError']);
  now = 10_000;
  expect([await call('good'), await call('good')]).toEqual(['good', 'good']);
  expect([calls, told, circuit.isOpen()]).toEqual([8, ['bad', 'closed'], false]);
});
