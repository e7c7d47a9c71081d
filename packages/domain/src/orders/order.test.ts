import { OrderKind, Role } from '@tillgate/db';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../kernel/errors.ts';
import { may } from '../organizations/index.ts';
import { settledSeat } from '../organizations/standing.fixture.ts';
import { noPolicy } from '../policies/index.ts';
import { providerRefusals } from '../provider/sentences.ts';
import {
  decideApproval,
  decisionRefusal,
  executionRefusal,
  isApprover,
  mayDecideByRole,
  mayRequest,
  permissionOf,
} from './approval.ts';
import { orderKinds } from './kinds/index.ts';
import { closedRefusal, expiryOf, personOf } from './order.ts';
import { failedOutcome } from './outcome.ts';
import { orderRefusals } from './refusals.ts';

const kinds = Object.values(OrderKind);
const now = new Date('2026-03-01T08:00:00Z');
const later = new Date('2026-03-01T08:00:01Z');
const roles = Object.values(Role);
const member = (userId: string, role: Role | undefined) => ({ userId, seat: role && settledSeat(userId, role) });
const facts = { environment: 'production', createdAt: now, recipient: null } as const;

describe('whether another person must approve', () => {
  const policy = { ...noPolicy, payoutFrom: 5_000, reversalFrom: 1 };
  it.each([
    ['payout', 4_999, 0, 'approved'],
    ['payout', 5_000, 0, 'awaiting_approval'],
    ['payout', 150_000, 0, 'awaiting_approval'],
    ['payout', 1, 4_998, 'approved'],
    ['payout', 1, 4_999, 'awaiting_approval'],
    ['payout', 4_999, 4_999, 'awaiting_approval'],
    ['reversal', 1, 0, 'awaiting_approval'],
    ['collect', 150_000, 0, 'approved'],
    ['qr_code', null, 0, 'approved'],
    ['account_balance', null, 0, 'approved'],
    ['policy_change', null, 0, 'awaiting_approval'],
  ] as const)('%s of %s after %s: %s', (kind, amount, unapproved, status) => {
    expect(decideApproval(policy, kind, amount, unapproved, member('a', 'finance'))).toBe(status);
  });

  it.each(kinds)('%s: never without a threshold, except what always waits for a second person', (kind) => {
    const alwaysWaits = orderKinds[kind].approval === 'always';
    const status = alwaysWaits ? 'awaiting_approval' : 'approved';
    expect(decideApproval(noPolicy, kind, 150_000, 1e9, member('a', 'owner'))).toBe(status);
  });

  it.each(kinds)('%s: always, where it ever may, when who asks approves nothing', (kind) => {
    const status = orderKinds[kind].approval ? 'awaiting_approval' : 'approved';
    for (const role of ['support', 'developer'] as const) {
      expect(decideApproval(noPolicy, kind, 1, 0, member('a', role))).toBe(status);
    }
  });
});

describe('who may', () => {
  it.each(kinds)('%s: asking needs the permission of the kind, deciding orders.approve as well', (kind) => {
    for (const role of roles) {
      expect(mayRequest(member('a', role), kind)).toBe(may(role, permissionOf(kind)));
      expect(isApprover(role, kind)).toBe(may(role, permissionOf(kind)) && may(role, 'orders.approve'));
    }
    expect(mayRequest(member('a', undefined), kind)).toBe(false);
  });

  it('decide: never who asked, whatever the role', () => {
    for (const role of roles)
      expect(mayDecideByRole(member('a', role), { kind: 'payout', requestedBy: 'a' })).toBe(false);
    expect(mayDecideByRole(member('b', 'finance'), { kind: 'payout', requestedBy: 'a' })).toBe(true);
    expect(mayDecideByRole(member('b', 'support'), { kind: 'payout', requestedBy: 'a' })).toBe(false);
    expect(mayDecideByRole(member('b', 'developer'), { kind: 'payout', requestedBy: 'a' })).toBe(false);
    expect(mayDecideByRole(member('b', undefined), { kind: 'payout', requestedBy: 'a' })).toBe(false);
  });

  it('nobody but a person', () => {
    expect(personOf('user:7')).toBe('7');
    for (const actor of ['key:7', 'operator', 'system', 'user:', '']) {
      expect(() => personOf(actor)).toThrow(/Only a person/);
    }
  });
});

describe('a decision', () => {
  const order = { ...facts, kind: 'payout', status: 'awaiting_approval', requestedBy: 'a', expiresAt: later } as const;
  const finance = (userId: string) => member(userId, 'finance');
  const gone = (userId: string) => member(userId, undefined);
  const refusal = (...[over, decision, decider, requester, at = now]: Parameters<typeof refusalOf>) =>
    refusalOf(over, decision, decider, requester, at);
  const refusalOf = (
    over: object,
    decision: 'approve' | 'reject',
    decider: Parameters<typeof decisionRefusal>[2],
    requester: Parameters<typeof decisionRefusal>[3],
    at = now,
  ) => decisionRefusal({ ...order, ...over }, decision, decider, requester, at)?.message;

  it('of another person with the role stands', () => {
    expect(refusal({}, 'approve', finance('b'), finance('a'))).toBeUndefined();
    expect(refusal({}, 'reject', finance('b'), finance('a'))).toBeUndefined();
  });

  it('of who asked never does', () => {
    expect(refusal({}, 'approve', finance('a'), finance('a'))).toMatch(/another person/);
    expect(refusal({}, 'reject', finance('a'), finance('a'))).toMatch(/another person/);
  });

  it('to approve needs a requester who could still ask; to reject does not', () => {
    expect(refusal({}, 'approve', finance('b'), gone('a'))).toMatch(/no longer/);
    expect(refusal({}, 'approve', finance('b'), member('a', 'support'))).toMatch(/no longer/);
    expect(refusal({}, 'reject', finance('b'), gone('a'))).toBeUndefined();
  });

  it('comes too late at the very end of its time', () => {
    expect(refusal({ expiresAt: now }, 'approve', finance('b'), finance('a'))).toMatch(/expired/);
  });

  it.each([
    ['approved', /approved already/],
    ['executed', /carried out already/],
    ['rejected', /rejected already/],
    ['cancelled', /cancelled already/],
    ['expired', /expired/],
  ] as const)('about what is %s says so', (status, text) => {
    expect(refusal({ status }, 'approve', finance('b'), finance('a'))).toMatch(text);
    expect(closedRefusal({ ...order, status }, now)).toMatchObject({ code: 'invalid_input' });
  });
});

describe('the last look before it is carried out', () => {
  const order = { ...facts, kind: 'payout', amount: 5, requestedBy: 'a', decidedBy: null } as const;
  const both = { requester: 'finance', decider: 'finance' } as const;
  const approved = { ...order, decidedBy: 'b' };
  it.each([
    ['nobody had to approve it', order, 5, both, 'approved', undefined],
    ['somebody had to, and nobody did', order, 5, both, 'awaiting_approval', 'approval_required'],
    ['another person approved it', approved, 5, both, 'awaiting_approval', undefined],
    ['the requester approved it', { ...order, decidedBy: 'a' }, 5, both, 'awaiting_approval', 'forbidden'],
    ['the requester may no longer ask', approved, 5, { ...both, requester: 'support' }, 'approved', 'forbidden'],
    ['the requester has left', approved, 5, { ...both, requester: undefined }, 'approved', 'forbidden'],
    ['the approver may no longer approve', approved, 5, { ...both, decider: 'support' }, 'approved', 'forbidden'],
    ['the approver has left', approved, 5, { ...both, decider: undefined }, 'awaiting_approval', 'forbidden'],
    ['it would move another amount', approved, 6, both, 'approved', 'forbidden'],
  ] as const)('%s', (_what, row, asked, whose, needs, code) => {
    const seats = { a: member('a', whose.requester).seat, b: member('b', whose.decider).seat };
    const of = (userId: string) => seats[userId as 'a' | 'b'];
    expect(executionRefusal(row, asked, { of }, needs, now)?.code).toBe(code);
  });
});

describe('time', () => {
  it('is a day to decide, and a quarter of an hour to be carried out', () => {
    expect(expiryOf('awaiting_approval', now)).toEqual(new Date('2026-03-02T08:00:00Z'));
    expect(expiryOf('approved', now)).toEqual(new Date('2026-03-01T08:15:00Z'));
  });
});

describe('texts', () => {
  it('of a failure speak to people, not to programs, and keep its name for other languages', () => {
    const unclear = orderRefusals.moneyMayHaveMoved;
    const notSent = new DomainError('provider_unavailable', providerRefusals.moneyNotSent({ text: 'x.' }), {
      retryKey: 'new',
    });
    expect(failedOutcome(unclear, notSent)).toEqual({
      ok: false,
      code: 'provider_unavailable',
      detail: 'The provider could not be reached, so nothing was sent: x. Try again.',
      refusal: { name: 'moneyNotSent', values: { text: 'x.' } },
    });
    const limited = new DomainError('rate_limited', 'Try again in 40 s.', { retryKey: 'same' });
    expect(failedOutcome(unclear, limited)).toEqual({
      ok: false,
      code: 'rate_limited',
      detail: 'Try again in 40 s.',
    });
  });

  it('of an unknown outcome never say that nothing happened', () => {
    for (const kind of ['collect', 'payout', 'reversal'] as const) {
      const extras = { indeterminate: true as const, disbursementId: 'd' };
      const error = new DomainError('idempotency_indeterminate', 'GET /x', extras);
      const outcome = failedOutcome(orderKinds[kind].keyed?.unclear, error);
      expect(outcome).toMatchObject({ ok: false, indeterminate: true, disbursementId: 'd' });
      expect(outcome.refusal?.name).toMatch(/^(money|prompt)MayHave/);
      expect(outcome.detail).toMatch(/may have/);
      expect(outcome.detail).not.toMatch(/GET/);
    }
  });

  it('of a mail name the sum, and no phone in full', () => {
    const { payout, reversal, collect } = orderKinds;
    expect(payout.summary({ amount: 50_000, phone: '0712345678' })).toBe('Send KES 50,000 to 2547*****678');
    expect(reversal.summary({ amount: 100, transactionId: 'TJK1' })).toBe('Send KES 100 back to the payer of TJK1');
    expect(collect.summary({ amount: 100, phone: '0712345678' })).toBeUndefined();
  });
});
