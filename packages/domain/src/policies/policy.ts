import { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { hourMs } from '../kernel/time.ts';
import { policyIssues, policyRefusals } from './refusals.ts';

// What an application and environment allow to leave, and what needs a second person. All amounts
// are whole KES. A day is the last 24 hours.

/** From which amount on another person must approve. Null means never. */
export type Thresholds = {
  /** Payouts that people ask for in the dashboard: those of a day together. */
  payoutFrom: number | null;
  /** The same for refunds. */
  reversalFrom: number | null;
  /** Batches of payouts, by their sum. Null: always in production, if another member may approve. */
  batchFrom: number | null;
  /** Threshold of manual resolutions. Null: always in production, if another member may approve. */
  resolutionFrom: number | null;
  /** One payout or reversal of an API key: it is refused, and a person has to ask for it. Null: see `apiLikeDashboard`. */
  apiApprovalFrom: number | null;
};

/** Limits on payouts and reversals of all callers. Null means no limit. */
export type Limits = {
  perTransaction: number | null;
  perDay: number | null;
  /** To one phone. Reversals have no recipient. */
  perRecipientPerDay: number | null;
  /** By one API key. */
  perKeyPerDay: number | null;
};

export type Policy = Thresholds &
  Limits & {
    /** What an empty `apiApprovalFrom` means: true the amounts of the dashboard, false never. */
    apiLikeDashboard: boolean;
    /** Payouts and reversals in production need an Idempotency-Key. Without effect in the sandbox. */
    requireKey: boolean;
  };

/** The policy before anybody has set one. */
export const noPolicy: Policy = {
  payoutFrom: null,
  reversalFrom: null,
  batchFrom: null,
  resolutionFrom: null,
  apiApprovalFrom: null,
  perTransaction: null,
  perDay: null,
  perRecipientPerDay: null,
  perKeyPerDay: null,
  apiLikeDashboard: true,
  requireKey: true,
};

/** The fields of a policy that are amounts, in the order in which people read them. */
export const amountFields = [
  'payoutFrom',
  'reversalFrom',
  'batchFrom',
  'resolutionFrom',
  'apiApprovalFrom',
  'perTransaction',
  'perDay',
  'perRecipientPerDay',
  'perKeyPerDay',
] as const satisfies (keyof Policy)[];

/** The API's threshold is compared together with its fallback. */
const thresholdsOfPeople = amountFields.filter((field) => field !== 'apiApprovalFrom');

/** How long a payout counts towards the limits of a day. */
const dayHours = 24;

/** When the day that ends now began. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - dayHours * hourMs);

/** Only the fields of a policy, from a row that has more. */
export function policyOf(row: Policy): Policy {
  const { payoutFrom, reversalFrom, batchFrom, resolutionFrom, apiApprovalFrom, apiLikeDashboard, requireKey } = row;
  const { perTransaction, perDay, perRecipientPerDay, perKeyPerDay } = row;
  const limits = { perTransaction, perDay, perRecipientPerDay, perKeyPerDay };
  const thresholds = { payoutFrom, reversalFrom, batchFrom, resolutionFrom, apiApprovalFrom };
  return { ...thresholds, ...limits, apiLikeDashboard, requireKey };
}

export function isSamePolicy(one: Policy, other: Policy): boolean {
  const isSame = (field: keyof Policy) => one[field] === other[field];
  return isSame('requireKey') && isSame('apiLikeDashboard') && amountFields.every(isSame);
}

/** From which amount on the API refuses one payout or reversal, so that a person has to ask for it. Null means never. */
export function apiThreshold(
  { apiApprovalFrom, apiLikeDashboard, payoutFrom, reversalFrom }: Policy,
  kind: Kind,
): number | null {
  if (apiApprovalFrom !== null || !apiLikeDashboard) return apiApprovalFrom;
  return kind === 'payout' ? payoutFrom : reversalFrom;
}

/** Whether the dashboard asks a second person for money out, from any amount. */
export function asksSecondPerson({ payoutFrom, reversalFrom }: Thresholds): boolean {
  return payoutFrom !== null || reversalFrom !== null;
}

/**
 * Whether a change allows anything that was not allowed before. A change that also forbids
 * something is a loosening all the same.
 */
export function isLoosening(before: Policy, after: Policy): boolean {
  if (before.requireKey && !after.requireKey) return true;
  const kinds = ['payout', 'reversal'] as const;
  if (kinds.some((kind) => isHigher(apiThreshold(before, kind), apiThreshold(after, kind)))) return true;
  return thresholdsOfPeople.some((field) =>
    // Without an amount every one of them needs a second person, so any amount is looser.
    field === 'resolutionFrom' || field === 'batchFrom'
      ? after[field] !== null && after[field] > (before[field] ?? 1)
      : isHigher(before[field], after[field]),
  );
}

function isHigher(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}

type Kind = 'payout' | 'reversal';

/** A payout or reversal that is about to begin. */
type MoneyOut = { kind: Kind; amount: number; actor: string };

const isByKey = (actor: string) => actor.startsWith('key:');
const isByPerson = (actor: string) => actor.startsWith('user:');

/** An amount for people. */
const sum = (amount: number) => `KES ${amount.toLocaleString('en-KE')}`;

/** Why a request that moves money may not come without an idempotency key, or undefined. */
export function keyRequiredRefusal(
  { requireKey }: Pick<Policy, 'requireKey'>,
  kind: Kind | 'batch',
  { environment, hasKey }: { environment: 'sandbox' | 'production'; hasKey: boolean },
): DomainError | undefined {
  if (environment !== 'production' || !requireKey || hasKey) return undefined;
  return invalidInput(issue('Idempotency-Key', policyIssues.keyRequired({ kind })));
}

/**
 * Why a payout or reversal may not begin, whatever has left before it; undefined when it may. A
 * person's request has its approval elsewhere: the worker judges it before it acts.
 */
export function admissionRefusal(
  policy: Policy,
  { kind, amount, actor }: MoneyOut,
  under: { environment: 'sandbox' | 'production'; hasKey: boolean },
): DomainError | undefined {
  const unkeyed = keyRequiredRefusal(policy, kind, under);
  if (unkeyed) return unkeyed;
  const from = apiThreshold(policy, kind);
  if (from === null || amount < from || isByPerson(actor)) return undefined;
  const detail = policyRefusals.approvalNeeded({ kind, amount: sum(from) });
  return new DomainError('approval_required', detail);
}

/** What left in the last 24 hours or may still: everything but what failed. */
type Used = { perDay: number; perRecipientPerDay: number; perKeyPerDay: number };

/** Whether a policy limits sums, so that what has left must be counted. */
export function hasDayLimit({ perDay, perRecipientPerDay, perKeyPerDay }: Limits): boolean {
  return perDay !== null || perRecipientPerDay !== null || perKeyPerDay !== null;
}

/** Why one payout or reversal is too large in itself, or undefined. */
export function transactionRefusal(
  { perTransaction: max }: Pick<Limits, 'perTransaction'>,
  kind: Kind,
  amount: number,
): DomainError | undefined {
  if (max === null || amount <= max) return undefined;
  const detail = policyRefusals.aboveLimit({ kind, amount: sum(amount), max: sum(max) });
  return new DomainError('limit_exceeded', detail, { limit: 'per_transaction', max });
}

/** Which limit a payout or reversal would break, or undefined. `used` is without it. */
export function limitRefusal(limits: Limits, { kind, amount, actor }: MoneyOut, used: Used): DomainError | undefined {
  const tooLarge = transactionRefusal(limits, kind, amount);
  if (tooLarge) return tooLarge;
  const days = [
    { limit: 'per_day', why: policyRefusals.aboveDayLimit, max: limits.perDay, sent: used.perDay },
    {
      limit: 'per_recipient_per_day',
      why: policyRefusals.aboveRecipientLimit,
      max: kind === 'payout' ? limits.perRecipientPerDay : null,
      sent: used.perRecipientPerDay,
    },
    {
      limit: 'per_key_per_day',
      why: policyRefusals.aboveKeyLimit,
      max: isByKey(actor) ? limits.perKeyPerDay : null,
      sent: used.perKeyPerDay,
    },
  ] as const;
  for (const { limit, why, max, sent } of days) {
    if (max === null || sent + amount <= max) continue;
    const detail = why({ kind, amount: sum(amount), max: sum(max), used: sum(sent), hours: dayHours });
    return new DomainError('limit_exceeded', detail, { limit, max, used: sent });
  }
  return undefined;
}
