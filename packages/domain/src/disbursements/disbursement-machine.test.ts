import { describe, expect, it } from 'vitest';
import { decideResolution, type Resolution } from '../kernel/resolution.ts';
import { combine, explore } from '../testing/explore.ts';
import { type DisbursementFact, decideDisbursement } from './disbursement.ts';

const createdAt = new Date(0);
const old = new Date(3_600_000);
const original = 'ORIGINAL';

type State = {
  kind: 'payout' | 'reversal';
  status: 'pending' | 'success' | 'failed';
  amount: number;
  transactionId: string | null;
  originatorConversationId: string | null;
  conversationId: string | null;
  providerReceipt: string | null;
  resultCode: string | null;
  announced: string[];
};
type Input =
  | { by: 'fact'; fact: DisbursementFact }
  | { by: 'person'; resolution: Resolution }
  | { by: 'acknowledgement' };

const facts = combine({
  door: ['result', 'inquiry'] as const,
  outcome: ['success', 'failed', 'open'] as const,
  originatorConversationId: [null, 'o1', 'o2'],
  conversationId: [null, 'c1', 'c2'],
  receipt: [null, 'R1', 'R2', original],
}).map(
  (fact): Input => ({
    by: 'fact',
    fact: {
      ...fact,
      resultCode: fact.outcome === 'success' ? '0' : '1',
      resultDesc: 'text',
      isAlreadyReversed: false,
      amount: null,
      payee: null,
    },
  }),
);
const resolutions: Resolution[] = [{ as: 'paid', receipt: 'R1' }, { as: 'paid', receipt: 'R2' }, { as: 'not_paid' }];
const inputs: Input[] = [
  ...facts,
  ...resolutions.map((resolution): Input => ({ by: 'person', resolution })),
  { by: 'acknowledgement' },
];

const starts: State[] = (['payout', 'reversal'] as const).map((kind) => ({
  kind,
  status: 'pending',
  amount: 10,
  transactionId: kind === 'reversal' ? original : null,
  // That of a payout is ours and stored before the call.
  originatorConversationId: kind === 'payout' ? 'o1' : null,
  conversationId: null,
  providerReceipt: null,
  resultCode: null,
  announced: [],
}));

const settled = (state: State, to: 'success' | 'failed', resultCode: string, receipt: string | null): State => ({
  ...state,
  status: to,
  resultCode,
  providerReceipt: state.providerReceipt ?? (to === 'success' ? receipt : null),
  announced: [...state.announced, to],
});

/** What the statements of the room do with what the core decides. */
function next(state: State, input: Input): State {
  if (input.by === 'acknowledgement') {
    const ids = { originatorConversationId: 'o1', conversationId: 'c1' };
    return state.conversationId === null ? { ...state, ...ids } : state;
  }
  if (input.by === 'person') {
    const decision = decideResolution({ ...state, createdAt }, input.resolution, old);
    if (decision.kind !== 'settle') return state;
    const receipt = input.resolution.as === 'paid' ? input.resolution.receipt : null;
    return settled(state, decision.to, decision.to === 'success' ? '0' : 'resolved_not_paid', receipt);
  }
  const decision = decideDisbursement(state, input.fact);
  if (decision.kind === 'settle') return settled(state, decision.to, input.fact.resultCode, input.fact.receipt);
  return decision.kind === 'enrich' ? { ...state, providerReceipt: decision.receipt } : state;
}

describe.each(starts)('every reachable state of a $kind, with every input', (start) => {
  const { states, steps } = explore(start, inputs, next);

  it('is explored', () => {
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set(['pending', 'success', 'failed']));
    expect(steps.length).toBe(states.length * inputs.length);
  });

  it('a success is final, and a receipt stays', () => {
    for (const step of steps) {
      const { from, to } = step;
      if (from.status === 'success') expect(to.status, JSON.stringify(step)).toBe('success');
      if (from.status !== 'pending') expect(to.status, JSON.stringify(step)).not.toBe('pending');
      if (from.providerReceipt !== null) expect(to.providerReceipt).toBe(from.providerReceipt);
    }
  });

  it('what contradicts a final state is told to people, and changes nothing', () => {
    for (const { from, input } of steps) {
      if (input.by !== 'fact' || from.status !== 'success' || input.fact.outcome !== 'failed') continue;
      expect(decideDisbursement(from, input.fact).kind).toBe('contradiction');
    }
  });

  it('ids of another operation change nothing', () => {
    for (const step of steps) {
      const { from, input, to } = step;
      if (input.by !== 'fact' || from.conversationId === null || input.fact.conversationId === 'c1') continue;
      const { conversationId, originatorConversationId } = input.fact;
      if (conversationId === 'c2' || originatorConversationId === 'o2') expect(to, JSON.stringify(step)).toEqual(from);
    }
  });

  it('the status of the transaction that is reversed does not end the reversal', () => {
    for (const { from, input, to } of steps) {
      if (from.kind !== 'reversal' || input.by !== 'fact') continue;
      if (input.fact.door === 'inquiry' && input.fact.receipt === original) expect(to).toEqual(from);
    }
  });

  it('says each outcome once at most, and a failure never after a success', () => {
    const sequences = new Set(states.map(({ announced }) => announced.join(' then ')));
    expect([...sequences].sort()).toEqual(['', 'failed', 'failed then success', 'success']);
  });
});
