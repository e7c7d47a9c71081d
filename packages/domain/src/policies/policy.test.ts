import { describe, expect, it } from 'vitest';
import { changeLines } from './change-mail.ts';
import {
  admissionRefusal,
  isLoosening,
  isSamePolicy,
  limitRefusal,
  noPolicy,
  type Policy,
  policyOf,
} from './policy.ts';

const fields = [
  'payoutFrom',
  'reversalFrom',
  'apiApprovalFrom',
  'perTransaction',
  'perDay',
  'perRecipientPerDay',
  'perKeyPerDay',
] as const;

describe('a change of the policy', () => {
  const table = [
    [null, null, false],
    [null, 100, false],
    [100, 100, false],
    [100, 99, false],
    [100, 101, true],
    [100, null, true],
  ] as const;
  it.each(fields.flatMap((field) => table.map((row) => [field, ...row] as const)))(
    '%s from %s to %s loosens: %s',
    (field, from, to, loosens) => {
      const before = { ...noPolicy, [field]: from };
      const after = { ...noPolicy, [field]: to };
      expect(isLoosening(before, after)).toBe(loosens);
      expect(isSamePolicy(before, after)).toBe(from === to);
    },
  );

  it.each([
    [true, false, true],
    [false, true, false],
    [true, true, false],
    [false, false, false],
  ])('a key required from %s to %s loosens: %s', (from, to, loosens) => {
    const before = { ...noPolicy, requireKey: from };
    const after = { ...noPolicy, requireKey: to };
    expect(isLoosening(before, after)).toBe(loosens);
    expect(isSamePolicy(before, after)).toBe(from === to);
  });

  it.each([
    [null, null, false],
    [null, 1, false],
    [null, 2, true],
    [100, null, false],
    [100, 99, false],
    [100, 101, true],
  ])('of resolving by hand from %s to %s loosens: %s, because none is the strictest', (from, to, loosens) => {
    const before = { ...noPolicy, resolutionFrom: from };
    expect(isLoosening(before, { ...noPolicy, resolutionFrom: to })).toBe(loosens);
  });

  it('that tightens one thing and loosens another is a loosening', () => {
    const before = { ...noPolicy, perDay: 10, payoutFrom: 5 };
    expect(isLoosening(before, { ...before, perDay: 1, payoutFrom: 6 })).toBe(true);
  });

  it('is said line by line, and only what changes', () => {
    const after = { ...noPolicy, perDay: 50_000, requireKey: false };
    expect(changeLines(noPolicy, after)).toEqual([
      'Limit per day: no limit → KES 50,000',
      'Idempotency-Key in production: required → not required',
    ]);
  });

  it('knows the fields of a policy alone', () => {
    const row = { ...noPolicy, applicationId: 'a', updatedAt: new Date() };
    expect(policyOf(row)).toEqual(noPolicy);
  });
});

describe('what may begin', () => {
  const policy = { ...noPolicy, apiApprovalFrom: 1_000 };
  it.each([
    ['key:1', 999, 'sandbox', false, undefined],
    ['key:1', 1_000, 'sandbox', false, 'approval_required'],
    ['operator', 1_000, 'sandbox', false, 'approval_required'],
    ['user:1', 150_000, 'sandbox', false, undefined],
    ['key:1', 999, 'production', true, undefined],
    ['key:1', 999, 'production', false, 'invalid_input'],
    ['key:1', 1_000, 'production', true, 'approval_required'],
    ['user:1', 1_000, 'production', false, 'invalid_input'],
  ] as const)('%s asks for %s in %s, with a key: %s: %s', (...[actor, amount, environment, hasKey, code]) => {
    const refusal = admissionRefusal(policy, { kind: 'payout', amount, actor }, { environment, hasKey });
    expect(refusal?.code).toBe(code);
  });

  it('without a key in production, where the application has opted out', () => {
    const request = { kind: 'reversal', amount: 1, actor: 'key:1' } as const;
    const production = { environment: 'production', hasKey: false } as const;
    expect(admissionRefusal({ ...noPolicy, requireKey: false }, request, production)).toBeUndefined();
    const issues = [{ path: 'Idempotency-Key', message: expect.stringContaining('owner or admin') }];
    expect(admissionRefusal(noPolicy, request, production)?.extras).toMatchObject({ issues });
  });
});

describe('a limit', () => {
  const used = { perDay: 900, perRecipientPerDay: 500, perKeyPerDay: 700 };
  const payout = (amount: number, actor = 'key:1') => ({ kind: 'payout' as const, amount, actor });
  const reversal = { kind: 'reversal' as const, amount: 100, actor: 'key:1' };
  const names = { perTransaction: 100, perDay: 1_000, perRecipientPerDay: 600, perKeyPerDay: 800 };
  it.each([
    ['nothing is limited', {}, payout(150_000), undefined],
    ['exactly as much as each allows', names, payout(100), undefined],
    ['one transaction', { perTransaction: 100 }, payout(101), { limit: 'per_transaction', max: 100 }],
    ['one reversal', { perTransaction: 99 }, reversal, { limit: 'per_transaction', max: 99 }],
    ['a day', { perDay: 999 }, payout(100), { limit: 'per_day', max: 999, used: 900 }],
    ['a day, by a reversal', { perDay: 999 }, reversal, { limit: 'per_day', max: 999, used: 900 }],
    ['a day, by a person', { perDay: 999 }, payout(100, 'user:1'), { limit: 'per_day', max: 999, used: 900 }],
    ['a recipient', { perRecipientPerDay: 599 }, payout(100), { limit: 'per_recipient_per_day', max: 599, used: 500 }],
    ['a recipient, which a reversal has not', { perRecipientPerDay: 599 }, reversal, undefined],
    ['a key', { perKeyPerDay: 799 }, payout(100), { limit: 'per_key_per_day', max: 799, used: 700 }],
    ['a key, which a person has not', { perKeyPerDay: 799 }, payout(100, 'user:1'), undefined],
  ])('%s', (_what, limits, request, extras) => {
    const refusal = limitRefusal({ ...noPolicy, ...limits }, request, used);
    expect(refusal && { code: refusal.code, ...refusal.extras }).toEqual(
      extras && { code: 'limit_exceeded', ...extras },
    );
  });
});

describe('the API follows the amounts of the dashboard', () => {
  const production = { environment: 'production', hasKey: true } as const;
  const refusal = (policy: Partial<Policy>, kind: 'payout' | 'reversal', amount: number) =>
    admissionRefusal({ ...noPolicy, ...policy }, { kind, amount, actor: 'key:1' }, production)?.code;
  it.each<[what: string, policy: Partial<Policy>, payout: string | undefined, reversal: string | undefined]>([
    ['where nobody loosened it', { payoutFrom: 1_000 }, 'approval_required', undefined],
    ['each kind its own', { payoutFrom: 1_000, reversalFrom: 5_000 }, 'approval_required', undefined],
    ['of refunds, too', { reversalFrom: 1_000 }, undefined, 'approval_required'],
    ['unless it has an amount of its own', { payoutFrom: 1_000, apiApprovalFrom: 1_001 }, undefined, undefined],
    ['unless somebody said never', { payoutFrom: 1_000, apiLikeDashboard: false }, undefined, undefined],
  ])('%s', (_what, policy, payout, reversal) => {
    expect([refusal(policy, 'payout', 1_000), refusal(policy, 'reversal', 1_000)]).toEqual([payout, reversal]);
  });

  it.each<[what: string, before: Partial<Policy>, after: Partial<Policy>, loosens: boolean]>([
    ['its own amount above the dashboard', { payoutFrom: 1_000 }, { payoutFrom: 1_000, apiApprovalFrom: 1_001 }, true],
    [
      'its own amount below it',
      { payoutFrom: 1_000, reversalFrom: 500 },
      { payoutFrom: 1_000, reversalFrom: 500, apiApprovalFrom: 500 },
      false,
    ],
    ['never', { payoutFrom: 1_000 }, { payoutFrom: 1_000, apiLikeDashboard: false }, true],
    ['never, where the dashboard asks nobody', {}, { apiLikeDashboard: false }, false],
    ['the dashboard again', { payoutFrom: 1_000, apiLikeDashboard: false }, { payoutFrom: 1_000 }, false],
  ])('%s', (_what, before, after, loosens) => {
    expect(isLoosening({ ...noPolicy, ...before }, { ...noPolicy, ...after })).toBe(loosens);
  });
});
