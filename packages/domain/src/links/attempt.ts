import type { LinkKind, LinkStatus, PaymentStatus } from '@tillgate/db';
import { dayMs, hourMs, later, minuteMs, secondMs } from '../kernel/time.ts';
import { isUnanswered } from '../rails/index.ts';
import { retryGuidance } from './retry-guidance.ts';

/**
 * One try of somebody to pay on a link. It has no copy of its payment's status: whoever shows it reads the payment.
 *
 *   (none) → waiting → handed    the provider was called for its payment
 *                    → refused   no prompt was sent
 *                    → stale     it waited too long, and no prompt is sent for it any more
 */

/** An attempt that is older gets no prompt: its payer has put the phone away. */
export const staleSeconds = 60;
/** How long a worker that sends a prompt is left alone. Another one may take over after it: the key lets only one send. */
export const claimSeconds = 10;

/** Why no prompt was sent, as the page explains it. */
export const attemptRefusals = [
  'link_ended',
  'link_paid',
  'link_full',
  /** The shop takes no payments now: its organization is suspended, or it has no credentials. */
  'unavailable',
  /** A prompt for this link has no outcome yet. */
  'payment_open',
  /** What is left to pay is another amount by now. */
  'amount_changed',
  /** The same phone was asked a moment ago, with a result that needs a while. */
  'too_soon',
  /** A limit of the phone, the link or the shop. */
  'too_many',
  /** The owner of the number wants no prompts. */
  'stopped',
  /** A rule of the shop. */
  'rule',
  'not_sent',
] as const;
export type AttemptRefusal = (typeof attemptRefusals)[number];

/** Prompts of one link, of kind `once`: then its page shows the menu way alone, until a member allows as many again. */
export const promptsOfOnceMax = 12;
/** Prompts of one link of kind `many`. */
const promptsOfManyMax = [
  { count: 30, ms: minuteMs },
  { count: 600, ms: hourMs },
];
/** Prompts of all links of an application in a minute. */
const promptsOfApplicationMax = { count: 120, ms: minuteMs };
/** So many prompts in a row that nobody answered end prompts of links to a phone for a day. */
const unansweredMax = 2;
/** After this long without an outcome, the payer may say that no message came, and try again. */
const repeatAfterMs = 5 * minuteMs;

/** A prompt that links sent to a phone, in any application of the environment. */
export type SentPrompt = {
  at: Date;
  status: PaymentStatus | null;
  resultCode: string | null;
  resultDesc: string | null;
};

export type AttemptFacts = {
  link: {
    kind: LinkKind;
    status: LinkStatus;
    expiresAt: Date | null;
    paymentsMax: number | null;
    paidCount: number;
    /** Whole KES. */
    amount: number | null;
    amountMin: number | null;
    amountMax: number | null;
    choices: readonly number[];
    paidAmount: number;
    /** How many prompts a member allowed beyond the usual number. */
    promptsAllowed: number;
  };
  attempt: { amount: number; isRepeat: boolean };
  isAvailable: boolean;
  /** Other attempts of the link whose prompt may still bring money: without an outcome, or paid and not yet counted. */
  live: { count: number; newestAt: Date | null };
  /** Prompts of the link in the last hour, newest first, and all of them. */
  ofLink: { recent: readonly Date[]; count: number };
  /** Prompts of the application's links in the last minute, newest first. */
  ofApplication: readonly Date[];
  /** Prompts of links to the phone in the last day, newest first. */
  ofPhone: readonly SentPrompt[];
  /** The newest failed prompt of the link to the phone. */
  lastFailure: { resultCode: string; settledAt: Date } | null;
};

export type Window = { count: number; seconds: number };
/** The limits of the installation for prompts that anybody can cause: see `RATE_LIMIT_PUBLIC_PER_PHONE`. */
export type PublicLimits = { perPhone: readonly Window[] };

export type AttemptDecision = { kind: 'prompt' } | { kind: 'refuse'; refusal: AttemptRefusal; retryAt: Date | null };

/** Whether a prompt is sent for an attempt. The first reason against it counts. */
export function decideAttempt(facts: AttemptFacts, limits: PublicLimits, now: Date): AttemptDecision {
  const [refusal, retryAt = null] = refusalOf(facts, limits, now) ?? [];
  return refusal ? { kind: 'refuse', refusal, retryAt } : { kind: 'prompt' };
}

type Found = [refusal: AttemptRefusal, retryAt?: Date] | undefined;

function refusalOf(facts: AttemptFacts, limits: PublicLimits, now: Date): Found {
  return ofState(facts, now) ?? ofOpenPayment(facts, now) ?? ofLimits(facts, limits, now);
}

function ofState({ link, attempt, isAvailable, live }: AttemptFacts, now: Date): Found {
  if (link.status === 'paid') return ['link_paid'];
  if (link.status === 'ended' || (link.expiresAt !== null && link.expiresAt <= now)) return ['link_ended'];
  if (!isAvailable) return ['unavailable'];
  if (link.paymentsMax !== null && link.paidCount + live.count >= link.paymentsMax) return ['link_full'];
  return isPayable(link, attempt.amount) ? undefined : ['amount_changed'];
}

/** Whether a link takes this amount: what is left of its own, one of its choices, or one within its bounds. */
export function isPayable(
  { kind, amount, amountMin, amountMax, choices, paidAmount }: AttemptFacts['link'],
  chosen: number,
): boolean {
  if (amount !== null) return chosen === (kind === 'once' ? amount - paidAmount : amount);
  if (choices.includes(chosen)) return true;
  if (choices.length > 0 && amountMin === null && amountMax === null) return false;
  return chosen >= (amountMin ?? 1) && chosen <= (amountMax ?? chosen);
}

function ofOpenPayment({ link, attempt, live }: AttemptFacts, now: Date): Found {
  if (link.kind !== 'once' || live.newestAt === null) return undefined;
  const mayRepeatAt = later(live.newestAt, repeatAfterMs);
  return attempt.isRepeat && mayRepeatAt <= now ? undefined : ['payment_open', mayRepeatAt];
}

function ofLimits(facts: AttemptFacts, { perPhone }: PublicLimits, now: Date): Found {
  const { link, ofLink, ofApplication, ofPhone, lastFailure } = facts;
  if (link.kind === 'once' && ofLink.count >= promptsOfOnceMax + link.promptsAllowed) return ['too_many'];
  const mayRetryAt = lastFailure && retryGuidance(lastFailure.resultCode, lastFailure.settledAt, now).retryAt;
  if (mayRetryAt && mayRetryAt > now) return ['too_soon', mayRetryAt];
  const silentUntil = silenceOf(ofPhone);
  const full = [
    ...(link.kind === 'many' ? promptsOfManyMax.map((max) => fullUntil(ofLink.recent, max, now)) : []),
    fullUntil(ofApplication, promptsOfApplicationMax, now),
    ...perPhone.map(({ count, seconds }) =>
      fullUntil(
        ofPhone.map(({ at }) => at),
        { count, ms: seconds * secondMs },
        now,
      ),
    ),
    silentUntil && silentUntil > now ? silentUntil : undefined,
  ].filter((until) => until !== undefined);
  const last = full.reduce<Date | undefined>((latest, until) => (latest && latest > until ? latest : until), undefined);
  return last && ['too_many', last];
}

/** When a window of prompts has room again; undefined when it has. `sent`: newest first. */
function fullUntil(sent: readonly Date[], { count, ms }: { count: number; ms: number }, now: Date): Date | undefined {
  const oldest = sent[count - 1];
  const free = oldest && later(oldest, ms);
  return free && free > now ? free : undefined;
}

/** Until when a phone is left alone because nobody answered. */
function silenceOf(sent: readonly SentPrompt[]): Date | undefined {
  const last = sent.slice(0, unansweredMax);
  const isStreak =
    last.length === unansweredMax &&
    last.every(
      ({ status, resultCode, resultDesc }) =>
        status === 'failed' && resultCode !== null && isUnanswered(resultCode, resultDesc ?? ''),
    );
  return isStreak && last[0] ? later(last[0].at, dayMs) : undefined;
}
