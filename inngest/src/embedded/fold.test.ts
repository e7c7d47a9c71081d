import { describe, expect, it } from 'vitest';
import { type Answer, dueTargets, fold, type RunState, type Target, wakeSleeps } from './fold.ts';

const now = 1_000_000;
const rules = { now, attemptsMax: 3, backoff: (attempt: number) => (attempt + 1) * 100 };
const whole: Target = { stepId: null, attempt: 0 };
const start: RunState = {
  steps: {},
  stack: [],
  pending: {},
  attempt: 0,
  status: 'queued',
  wakeAt: now,
  output: null,
};
const ops = (...list: Extract<Answer, { kind: 'ops' }>['ops']): Answer => ({ kind: 'ops', ops: list });
const threw = (final: boolean, retryAt?: number): Answer => ({ kind: 'threw', error: 'E', final, retryAt });

describe('fold', () => {
  const table: [string, RunState, Target, Answer, Partial<RunState>][] = [
    ['a returned value completes', start, whole, { kind: 'returned', data: 5 }, { status: 'completed', output: 5 }],
    [
      'RunComplete completes',
      start,
      whole,
      ops({ id: 'c', op: 'RunComplete', data: 7 }),
      { status: 'completed', output: 7 },
    ],
    [
      'a step is memoised and resets the attempts',
      { ...start, attempt: 2 },
      { stepId: null, attempt: 2 },
      ops({ id: 'a', op: 'StepRun', data: 1 }),
      { steps: { a: { data: 1 } }, stack: ['a'], attempt: 0, wakeAt: now },
    ],
    ['a step without a value is null', start, whole, ops({ id: 'a', op: 'StepRun' }), { steps: { a: { data: null } } }],
    [
      'a step that failed for good is memoised as an error',
      start,
      whole,
      ops({ id: 'a', op: 'StepFailed', error: 'E' }),
      { steps: { a: { error: 'E' } }, status: 'queued' },
    ],
    [
      'a step error waits',
      start,
      whole,
      ops({ id: 'a', op: 'StepError' }),
      { attempt: 1, wakeAt: now + 100, steps: {} },
    ],
    [
      'a step error waits as long as it asks',
      start,
      whole,
      { kind: 'ops', ops: [{ id: 'a', op: 'StepError' }], retryAt: now + 9 },
      { attempt: 1, wakeAt: now + 9 },
    ],
    [
      'a step error in the last attempt is final, whatever the SDK calls it',
      start,
      { stepId: null, attempt: 2 },
      ops({ id: 'a', op: 'StepError', error: 'E' }),
      { steps: { a: { error: 'E' } } },
    ],
    [
      'a thrown error waits',
      { ...start, attempt: 1 },
      { stepId: null, attempt: 1 },
      threw(false),
      { attempt: 2, wakeAt: now + 200 },
    ],
    [
      'a thrown error in the last attempt fails',
      start,
      { stepId: null, attempt: 2 },
      threw(false),
      { status: 'failed', output: 'E' },
    ],
    ['a final error fails at once', start, whole, threw(true), { status: 'failed', output: 'E' }],
    [
      'planned steps and sleeps become pending, and the first of them wakes the run',
      start,
      whole,
      ops({ id: 'p', op: 'StepPlanned' }, { id: 's', op: 'Sleep', name: '2s' }),
      { pending: { p: { kind: 'step', at: now, attempt: 0 }, s: { kind: 'sleep', at: now + 2_000 } }, wakeAt: now },
    ],
    [
      'a planned step has its own attempts',
      { ...start, pending: { p: { kind: 'step', at: now, attempt: 1 } } },
      { stepId: 'p', attempt: 1 },
      ops({ id: 'p', op: 'StepError' }),
      { pending: { p: { kind: 'step', at: now + 200, attempt: 2 } }, wakeAt: now + 200 },
    ],
    [
      'a finished planned step leaves the pending ones',
      { ...start, pending: { p: { kind: 'step', at: now, attempt: 0 }, s: { kind: 'sleep', at: now + 5 } } },
      { stepId: 'p', attempt: 0 },
      ops({ id: 'p', op: 'StepRun', data: 1 }),
      { pending: { s: { kind: 'sleep', at: now + 5 } }, wakeAt: now + 5 },
    ],
    [
      'a run that has ended stays as it is',
      { ...start, status: 'failed', output: 'x' },
      whole,
      ops({ id: 'a', op: 'StepRun' }),
      { output: 'x', steps: {} },
    ],
  ];
  it.each(table)('%s', (_name, state, target, answer, expected) => {
    expect(fold(state, target, answer, rules)).toMatchObject(expected);
    if (expected.pending) expect(fold(state, target, answer, rules).pending).toEqual(expected.pending);
  });

  it.each([
    'WaitForEvent',
    'WaitForSignal',
    'InvokeFunction',
    'AIGateway',
    'Gateway',
    'DeferAdd',
    'StepNotFound',
    'New',
  ])('fails a run by name at the unknown operation %s', (op) => {
    const message = `${op} is not supported by the embedded engine`;
    expect(fold(start, whole, ops({ id: 'a', op }), rules)).toMatchObject({ status: 'failed', output: { message } });
  });

  it('fails a run by name at a race, an unreadable sleep, an empty answer and the thousandth step', () => {
    const stack = Array.from({ length: 999 }, (_, index) => `s${index}`);
    const cases: [RunState, Answer, string][] = [
      [start, ops({ id: 'a', op: 'StepPlanned', parallelMode: 'race' }), 'parallel mode race'],
      [start, ops({ id: 'a', op: 'Sleep', name: 'soon' }), 'a sleep of "soon"'],
      [start, ops(), 'an answer without operations'],
      [{ ...start, stack }, ops({ id: 'a', op: 'StepRun' }), 'a run of 1000 steps'],
    ];
    for (const [state, answer, sentence] of cases) {
      const next = fold(state, whole, answer, rules);
      expect(next.status).toBe('failed');
      expect(JSON.stringify(next.output)).toContain(JSON.stringify(sentence).slice(1, -1));
    }
  });

  it('folds a step that is reported twice once', () => {
    const once = fold(start, whole, ops({ id: 'a', op: 'StepRun', data: 1 }), rules);
    expect(fold(once, whole, ops({ id: 'a', op: 'StepRun', data: 1 }), rules)).toEqual(once);
  });

  it('never changes the state it was given', () => {
    const frozen = Object.freeze({
      ...start,
      steps: Object.freeze({}),
      stack: Object.freeze([]) as unknown as string[],
    });
    expect(() =>
      fold(frozen, whole, ops({ id: 'a', op: 'StepRun' }, { id: 's', op: 'Sleep', name: '' }), rules),
    ).not.toThrow();
  });
});

describe('dueTargets', () => {
  it('calls the function only when nothing is pending and its wait is over', () => {
    expect(dueTargets(start, now)).toEqual([whole]);
    expect(dueTargets({ ...start, wakeAt: now + 1 }, now)).toEqual([]);
    expect(dueTargets({ ...start, pending: { s: { kind: 'sleep', at: now + 1 } } }, now)).toEqual([]);
  });

  it('calls every planned step that is due', () => {
    const pending: RunState['pending'] = {
      a: { kind: 'step', at: now, attempt: 0 },
      b: { kind: 'step', at: now - 1, attempt: 2 },
      c: { kind: 'step', at: now + 1, attempt: 1 },
    };
    expect(dueTargets({ ...start, pending }, now)).toEqual([
      { stepId: 'a', attempt: 0 },
      { stepId: 'b', attempt: 2 },
    ]);
  });
});

describe('wakeSleeps', () => {
  it('ends the sleeps that are over in the order of their ends', () => {
    const pending: RunState['pending'] = {
      late: { kind: 'sleep', at: now },
      early: { kind: 'sleep', at: now - 5 },
      next: { kind: 'sleep', at: now + 5 },
    };
    expect(wakeSleeps({ ...start, pending }, now)).toMatchObject({
      stack: ['early', 'late'],
      steps: { early: { data: null }, late: { data: null } },
      pending: { next: { kind: 'sleep', at: now + 5 } },
      wakeAt: now + 5,
    });
  });
});
