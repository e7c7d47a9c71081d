import { describe, expect, it } from 'vitest';
import { settledSeat } from '../organizations/standing.fixture.ts';
import { combine, explore } from '../testing/explore.ts';
import { decisionRefusal, mayDecideByRole } from './approval.ts';
import { attemptsMax, closedRefusal } from './order.ts';

type Role = Parameters<typeof settledSeat>[1];
type Status = Parameters<typeof decisionRefusal>[0]['status'];
/** `claimedBy` holds it in its attempt; `acted` counts what the idempotency key of the order let through. */
type State = {
  status: Status;
  hasExpired: boolean;
  decidedBy: string | null;
  attempts: number;
  holders: { worker: string; attempt: number }[];
  claimHasLapsed: boolean;
  hasKey: boolean;
  acted: number;
};
type Input =
  | { does: 'decide'; decision: 'approve' | 'reject'; userId: string; role: Role; requester: Role }
  | { does: 'cancel' | 'time passes' | 'sweep' | 'claim lapses' }
  | { does: 'claim' | 'act' | 'end' | 'die'; worker: string };

const requestedBy = 'asker';
const expiresAt = new Date(10_000);
const nowOf = ({ hasExpired }: State) => new Date(hasExpired ? 10_000 : 5_000);
const roles: Role[] = ['owner', 'admin', 'developer', 'finance', 'support', undefined];
const workers = ['one', 'two'];
const inputs: Input[] = [
  ...combine({
    does: ['decide'] as const,
    decision: ['approve', 'reject'] as const,
    userId: [requestedBy, 'other', 'third'],
    role: roles,
    requester: ['finance', undefined] as Role[],
  }),
  ...(['cancel', 'time passes', 'sweep', 'claim lapses'] as const).map((does): Input => ({ does })),
  ...workers.flatMap((worker) => (['claim', 'act', 'end', 'die'] as const).map((does): Input => ({ does, worker }))),
];
const start: State = {
  status: 'awaiting_approval',
  hasExpired: false,
  decidedBy: null,
  attempts: 0,
  holders: [],
  claimHasLapsed: false,
  hasKey: false,
  acted: 0,
};
const facts = { kind: 'payout', environment: 'production', createdAt: new Date(0), recipient: null } as const;
const orderOf = ({ status }: State) => ({ ...facts, status, requestedBy, expiresAt });
const member = (userId: string, role: Role) => ({
  userId,
  seat: role && { ...settledSeat(userId, role), roleSince: new Date(-1e9) },
});
const refusalOf = (state: State, input: Extract<Input, { does: 'decide' }>) =>
  decisionRefusal(
    orderOf(state),
    input.decision,
    member(input.userId, input.role),
    member(requestedBy, input.requester),
    nowOf(state),
  );

function byWorker(state: State, { does, worker }: { does: string; worker: string }): State {
  const held = state.holders.find((one) => one.worker === worker);
  const others = state.holders.filter((one) => one.worker !== worker);
  if (does === 'claim' && !held && state.status === 'approved' && state.attempts < attemptsMax) {
    const isFree = state.attempts === 0 || state.claimHasLapsed;
    if (!isFree) return state;
    const attempts = state.attempts + 1;
    return { ...state, attempts, claimHasLapsed: false, holders: [...others, { worker, attempt: attempts }] };
  }
  if (!held) return state;
  if (does === 'die') return { ...state, holders: others };
  // The key of the order: whoever comes second reads the result of the first.
  if (does === 'act') return state.hasKey ? state : { ...state, hasKey: true, acted: state.acted + 1 };
  const isLast = held.attempt === state.attempts && state.status === 'approved';
  return { ...state, status: isLast ? 'executed' : state.status, holders: others };
}

/** What the statements of the room do with what the core decides. */
function next(state: State, input: Input): State {
  switch (input.does) {
    case 'decide': {
      if (refusalOf(state, input)) return state;
      const status = input.decision === 'approve' ? ('approved' as const) : ('rejected' as const);
      return { ...state, status, decidedBy: input.userId };
    }
    case 'cancel':
      return closedRefusal(orderOf(state), nowOf(state)) ? state : { ...state, status: 'cancelled' };
    case 'time passes':
      return { ...state, hasExpired: true };
    case 'sweep':
      return state.status === 'awaiting_approval' && state.hasExpired ? { ...state, status: 'expired' } : state;
    case 'claim lapses':
      return { ...state, claimHasLapsed: true };
    default:
      return byWorker(state, input);
  }
}

const { states, steps } = explore(start, inputs, next);

describe('every reachable state of an order, with every person and two workers', () => {
  it('is explored', () => {
    expect(new Set(states.map(({ status }) => status))).toEqual(
      new Set(['awaiting_approval', 'approved', 'rejected', 'expired', 'cancelled', 'executed']),
    );
  });

  it('nobody decides about what he asked for, nor without the right to', () => {
    for (const { from, input, to } of steps) {
      if (input.does !== 'decide' || from.status === to.status) continue;
      expect(input.userId).not.toBe(requestedBy);
      expect(mayDecideByRole(member(input.userId, input.role), orderOf(from))).toBe(true);
      if (to.status === 'approved') expect(input.requester).toBeDefined();
    }
  });

  it('is decided once, in time, and not after it was withdrawn', () => {
    for (const { from, input, to } of steps) {
      if (input.does !== 'decide' || from.status === to.status) continue;
      expect([from.status, from.hasExpired]).toEqual(['awaiting_approval', false]);
    }
  });

  it('nothing is carried out without an approval, and nothing twice', () => {
    for (const state of states) {
      expect(state.acted).toBeLessThanOrEqual(1);
      if (state.acted > 0) expect(['approved', 'executed']).toContain(state.status);
      if (state.status === 'executed' || state.acted > 0) expect(state.decidedBy).not.toBeNull();
    }
  });

  it('no final state is left', () => {
    const final = ['rejected', 'expired', 'cancelled', 'executed'];
    for (const { from, to } of steps) if (final.includes(from.status)) expect(to.status).toBe(from.status);
  });

  it('an attempt that lost its claim ends nothing', () => {
    for (const { from, input, to } of steps) {
      if (input.does !== 'end' || to.status === from.status) continue;
      expect(from.holders.find(({ worker }) => worker === input.worker)?.attempt).toBe(from.attempts);
    }
  });
});
