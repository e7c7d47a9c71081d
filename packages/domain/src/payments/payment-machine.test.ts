import { describe, expect, it } from 'vitest';
import { decideResolution, type Resolution } from '../kernel/resolution.ts';
import { combine, explore } from '../testing/explore.ts';
import { outcomeOf } from '../testing/index.ts';
import { decideSettlement, type Fact, type SettlementDecision } from './payment.ts';

const createdAt = new Date(0);
const young = new Date(60_000);
const old = new Date(3_600_000);

type State = {
  status: 'pending' | 'success' | 'failed';
  checkoutRequestId: string | null;
  providerReceipt: string | null;
  resultCode: string | null;
  sameMoneyAs: string | null;
  /** What webhooks have said, in their order. */
  announced: string[];
};

type Input =
  | { by: 'fact'; fact: Fact }
  | { by: 'person'; resolution: Resolution; now: Date }
  | { by: 'acknowledgement' }
  | { by: 'expiry' }
  | { by: 'link' };

const start: State = {
  status: 'pending',
  checkoutRequestId: null,
  providerReceipt: null,
  resultCode: null,
  sameMoneyAs: null,
  announced: [],
};

const facts = combine({
  door: ['callback', 'query'] as const,
  resultCode: ['0', '1032', 'SFC_IC0003', '4999', '500.001.1001'],
  checkoutRequestId: [null, 'ws_1', 'ws_2'],
  receipt: [null, 'R1', 'R2'],
}).map(
  (fact): Input => ({
    by: 'fact',
    fact: { ...fact, outcome: outcomeOf(fact.resultCode), merchantRequestId: null, resultDesc: 'text', amount: null },
  }),
);

const resolutions: Resolution[] = [{ as: 'paid', receipt: 'R1' }, { as: 'paid', receipt: 'R2' }, { as: 'not_paid' }];
const persons = combine({ resolution: resolutions, now: [young, old] }).map((one): Input => ({ by: 'person', ...one }));
const inputs: Input[] = [...facts, ...persons, { by: 'acknowledgement' }, { by: 'expiry' }, { by: 'link' }];

const settled = (state: State, to: 'success' | 'failed', resultCode: string, receipt: string | null): State => ({
  ...state,
  status: to,
  resultCode,
  providerReceipt: state.providerReceipt ?? (to === 'success' ? receipt : null),
  announced: [...state.announced, to],
});

function byFact(state: State, fact: Fact): State {
  const decision: SettlementDecision = decideSettlement(state, fact);
  if (decision.kind === 'settle') return settled(state, decision.to, fact.resultCode, fact.receipt);
  return decision.kind === 'enrich' ? { ...state, providerReceipt: fact.receipt } : state;
}

/** What the statements of the room do with what the core decides. */
function next(state: State, input: Input): State {
  switch (input.by) {
    case 'fact':
      return byFact(state, input.fact);
    case 'person': {
      const decision = decideResolution({ ...state, createdAt }, input.resolution, input.now);
      if (decision.kind !== 'settle') return state;
      const receipt = input.resolution.as === 'paid' ? input.resolution.receipt : null;
      return settled(state, decision.to, decision.to === 'success' ? '0' : 'resolved_not_paid', receipt);
    }
    case 'acknowledgement':
      return { ...state, checkoutRequestId: state.checkoutRequestId ?? 'ws_1' };
    case 'expiry':
      return state.status === 'pending' ? settled(state, 'failed', 'expired', null) : state;
    case 'link':
      // Found afterwards: its money is announced under the other payment.
      return state.status === 'success' ? state : { ...state, sameMoneyAs: 'another' };
  }
}

const { states, steps } = explore(start, inputs, next);
const describeStep = (step: unknown) => JSON.stringify(step);

describe('every reachable state of a payment, with every input', () => {
  it('is explored', () => {
    expect(states.length).toBeGreaterThan(20);
    expect(steps.length).toBe(states.length * inputs.length);
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set(['pending', 'success', 'failed']));
  });

  it('a success is final, and a receipt stays', () => {
    for (const step of steps) {
      const { from, to } = step;
      if (from.status === 'success') expect(to.status, describeStep(step)).toBe('success');
      if (from.providerReceipt !== null) expect(to.providerReceipt, describeStep(step)).toBe(from.providerReceipt);
      if (from.status !== 'pending') expect(to.status, describeStep(step)).not.toBe('pending');
    }
  });

  it('a failure is only left by a success of the provider or the word of a person', () => {
    for (const step of steps) {
      const { from, input, to } = step;
      if (from.status !== 'failed' || to.status === 'failed') continue;
      const isPaid =
        input.by === 'fact' ? input.fact.resultCode === '0' : input.by === 'person' && input.resolution.as === 'paid';
      expect(isPaid, describeStep(step)).toBe(true);
    }
  });

  it('an id of another prompt and a prompt that is still open change nothing', () => {
    for (const step of steps) {
      const { from, input, to } = step;
      if (input.by !== 'fact') continue;
      const { checkoutRequestId, resultCode } = input.fact;
      const isAlien =
        from.checkoutRequestId !== null && checkoutRequestId !== null && from.checkoutRequestId !== checkoutRequestId;
      const isOpen = resultCode === '4999' || resultCode === '500.001.1001';
      if (isAlien || isOpen) expect(to, describeStep(step)).toEqual(from);
    }
  });

  it('says each outcome once at most, and a failure never after a success', () => {
    const sequences = new Set(states.map(({ announced }) => announced.join(' then ')));
    expect([...sequences].sort()).toEqual(['', 'failed', 'failed then success', 'success']);
  });

  it('money that is announced under another payment is not announced again by the provider', () => {
    for (const step of steps) {
      const { from, input, to } = step;
      if (from.sameMoneyAs === null || input.by !== 'fact' || input.fact.resultCode !== '0') continue;
      expect(to.announced, describeStep(step)).toEqual(from.announced);
    }
  });

  it('a person decides nothing while the provider may still tell it', () => {
    for (const step of steps) {
      const { from, input, to } = step;
      if (input.by === 'person' && input.now === young && from.status === 'pending') expect(to).toEqual(from);
    }
  });
});
