import { issues, type Named } from '../kernel/refusals.ts';
import { dayMs, later } from '../kernel/time.ts';

// What is kept, and for how long. Money is never here: payments, payouts, inquiries, orders, reviews, statements, signed
// days, claims on idempotency keys and the audit are kept for ever.

type Kind = {
  /** The removed data, in words for people. */
  what: string;
  /** The start of its days, in words for people. */
  since: string;
  days: number;
  /** The range that an organization may choose from; without it, the days are fixed. */
  bounds?: { min: number; max: number };
  /** `row`: rows are deleted. `text`: rows stay, and a notice replaces their text. */
  goes: 'row' | 'text';
};

export const kinds = {
  requests: {
    what: 'the request log (`api_requests`)',
    since: 'the request',
    days: 30,
    bounds: { min: 7, max: 400 },
    goes: 'row',
  },
  attempts: {
    what: 'attempts to deliver webhooks, with the answers (`webhook_attempts`)',
    since: 'the attempt, once its delivery has ended',
    days: 90,
    bounds: { min: 30, max: 730 },
    goes: 'row',
  },
  event_bodies: {
    what: 'bodies of webhook events (`webhook_events.body`)',
    since: 'the event, once its deliveries have ended',
    days: 90,
    // Recoveries reach back 30 days.
    bounds: { min: 35, max: 730 },
    goes: 'text',
  },
  callback_bodies: {
    what: 'raw callbacks of the provider (`provider_callbacks.body`)',
    since: 'the callback, once it is applied or its reviews are closed',
    days: 400,
    bounds: { min: 90, max: 3_653 },
    goes: 'text',
  },
  inquiry_answers: {
    what: "the provider's own words about inquiries (`inquiries.raw`); what was read from them stays",
    since: 'the inquiry',
    days: 400,
    bounds: { min: 90, max: 3_653 },
    goes: 'text',
  },
  guard_decisions: {
    what: 'what rules said about prompts (`guard_decisions`)',
    since: 'the prompt',
    days: 400,
    bounds: { min: 90, max: 730 },
    goes: 'row',
  },
  link_attempts: {
    what: 'attempts to pay on links that came to no payment (`link_attempts`)',
    since: 'the attempt',
    days: 90,
    bounds: { min: 30, max: 400 },
    goes: 'row',
  },
  mails: {
    what: 'emails (`mails`); of emails that must not be written twice, a row without address and text stays',
    since: 'the email was sent or given up',
    days: 30,
    goes: 'row',
  },
  sessions: { what: 'sign-ins (`sessions`)', since: 'the sign-in expired', days: 30, goes: 'row' },
  links: {
    what: 'used or expired links to choose a password (`password_resets`)',
    since: 'the link expired',
    days: 30,
    goes: 'row',
  },
  astray_callbacks: {
    what: 'callbacks whose payment a restored database forgot (`astray_callbacks`)',
    since: 'the callback',
    days: 90,
    goes: 'row',
  },
  provider_periods: {
    what: 'when a network answered, was slow or was silent (`provider_periods`)',
    since: 'the period ended',
    days: 90,
    goes: 'row',
  },
} as const satisfies Record<string, Kind>;

export type RetentionKind = keyof typeof kinds;
export const retentionKinds = Object.keys(kinds) as RetentionKind[];

/** The kinds whose days an organization may choose. */
type ChosenKind = {
  [K in RetentionKind]: (typeof kinds)[K] extends { bounds: object } ? K : never;
}[RetentionKind];
export const chosenKinds = retentionKinds.filter((kind): kind is ChosenKind => 'bounds' in kinds[kind]);

/** Days by kind. */
export type RetentionDays = Record<RetentionKind, number>;

/** The days in effect for an organization's choices. Ignores choices that are out of bounds or unknown. */
export function daysOf(chosen: readonly { kind: string; days: number | null }[]): RetentionDays {
  const days = Object.fromEntries(retentionKinds.map((kind) => [kind, kinds[kind].days])) as RetentionDays;
  for (const { kind, days: wanted } of chosen) {
    const known = chosenKinds.find((each) => each === kind);
    if (known && wanted !== null && refusedDays(known, wanted) === undefined) days[known] = wanted;
  }
  return days;
}

/** Why an organization may not choose that many days; undefined when it may. */
export function refusedDays(kind: ChosenKind, days: number): Named | undefined {
  const { min, max } = kinds[kind].bounds;
  return Number.isInteger(days) && days >= min && days <= max ? undefined : issues.daysBetween({ min, max });
}

/** Data from before this time is removed. Data from exactly this time stays. */
export function removedBefore(now: Date, days: number): Date {
  return later(now, -days * dayMs);
}

/** The text that replaces a removed one: JSON, so that pages that show JSON can show it. */
export function notice(days: number): string {
  return JSON.stringify({ deleted: `Deleted after ${days} days by the retention policy.` });
}

/** Rows that one statement reads. */
export const batchMax = 1_000;
/** A worker that needs longer than this for a batch loses the run. */
export const leaseSeconds = 300;
/** How long one run lasts before the next one continues. */
export const runSecondsMax = 1_200;
/** The pause between two batches. */
export const breathMs = 20;
/** Hours from one run to the next. */
export const everyHours = 24;
/** A dry run counts up to this many rows of each kind. */
export const countedMax = 100_000;
