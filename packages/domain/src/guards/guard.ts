import { z } from 'zod';
import { wholeNumber } from '../kernel/input.ts';
import { dayMs, later, minuteMs } from '../kernel/time.ts';
import { type ListEntry, type ListMatch, matchLists } from './phone-list.ts';

// Rules for prompts and payouts, decided from rows: the API and the worker are different processes.

const countMax = 50;
const minutesMax = 1_440;
const streakMin = 2;
const streakMax = 10;
const pauseMinutesMin = 15;
const hoursMax = 72;
const shareMin = 50;
const shareMax = 100;
/** The largest amount of one prompt or payout, whole KES. */
const amountMax = 150_000;

/** The numbers of each kind of rule, with their bounds and defaults. */
export const ruleSettings = {
  /** At most `count` prompts to a phone within `minutes`. */
  prompts_per_phone: z.strictObject({
    count: wholeNumber(1, countMax).default(5),
    minutes: wholeNumber(1, minutesMax).default(10),
  }),
  /** After `prompts` in a row that nobody answered with a PIN within a day, none for `pauseMinutes`. */
  unanswered_streak: z.strictObject({
    prompts: wholeNumber(streakMin, streakMax).default(3),
    pauseMinutes: wholeNumber(pauseMinutesMin, minutesMax).default(120),
  }),
  /** At most `max` KES from a phone that has never paid this application. */
  first_prompt_max: z.strictObject({ max: wholeNumber(1, amountMax) }),
  /** When `share` percent of the last prompts of payment links failed, links send none for {@link linksPauseMinutes}. */
  failing_share: z.strictObject({ share: wholeNumber(shareMin, shareMax).default(80) }),
  /** Payouts of `from` KES or more to a phone that was never paid, or for the first time within a day. */
  new_payee: z.strictObject({ from: wholeNumber(1, amountMax) }),
  /** The same amount to the same phone within `hours`. */
  same_payout_soon: z.strictObject({ hours: wholeNumber(1, hoursMax).default(24) }),
};

export type RuleKind = keyof typeof ruleSettings;
export const ruleKinds = Object.keys(ruleSettings) as RuleKind[];
export const ruleModes = ['watch', 'hold', 'refuse'] as const;

/**
 * A rule of an application and environment. `watch` only records what it would have stopped. `hold` is for payouts: a
 * second person has to approve.
 */
type RuleOf<Kind extends RuleKind> = {
  [Each in Kind]: {
    id: string;
    mode: (typeof ruleModes)[number];
    kind: Each;
    settings: z.output<(typeof ruleSettings)[Each]>;
  };
}[Kind];
export type Rule = RuleOf<RuleKind>;
type PayoutKind = 'new_payee' | 'same_payout_soon';
export type PromptRule = RuleOf<Exclude<RuleKind, PayoutKind>>;
export type PayoutRule = RuleOf<PayoutKind>;

/** Whether a kind of rule is about payouts. The others are about prompts, which nobody can hold. */
export function isPayoutKind(kind: RuleKind): kind is PayoutKind {
  return kind === 'new_payee' || kind === 'same_payout_soon';
}
export const isPromptRule = (rule: Rule): rule is PromptRule => !isPayoutKind(rule.kind);
/** Whether a kind of rule is about prompts of payment links alone. */
export const isLinkKind = (kind: RuleKind): boolean => kind === 'failing_share';
export const isPayoutRule = (rule: Rule): rule is PayoutRule => isPayoutKind(rule.kind);

/** Rules in the order of {@link ruleKinds}. */
export function inOrder<Kind extends { kind: RuleKind }>(rules: readonly Kind[]): Kind[] {
  return [...rules].sort((a, b) => ruleKinds.indexOf(a.kind) - ruleKinds.indexOf(b.kind));
}

/** How far back rules look, and how many prompts they count at most. */
export const factsSince = (now: Date): Date => later(now, -dayMs);
export const factsMax = countMax;
/** How many prompts of payment links a share is of, and how long links send none. */
export const linkPromptsCounted = 20;
export const linksPauseMinutes = 15;

/** A prompt of a payment link whose outcome is known. */
export type LinkPrompt = { settledAt: Date; hasFailed: boolean };

/** What the application's own rows say about a phone. */
export type PromptFacts = {
  /** The prompts of the last day, newest first. `isUnanswered`: null while the outcome is open. */
  prompts: { createdAt: Date; isUnanswered: boolean | null }[];
  /** A payment of the phone to this application succeeded once. */
  hasPaid: boolean;
  /** For prompts of links: the last {@link linkPromptsCounted} of any phone within a day whose outcome is known. */
  ofLinks: LinkPrompt[];
  /** What the lists of the application say about the phone. */
  entries: readonly ListEntry[];
};

export type PromptJudgement = {
  /** What stops the prompt or lets it pass: an entry of a list, then rules that it breaks in the order of {@link ruleKinds}. */
  broken: (PromptRule | ListMatch)[];
  /** The first of them that refuses; undefined when the prompt may go. `waitSeconds`: until it may; null for never. */
  refusal: { rule: PromptRule | ListMatch; waitSeconds: number | null } | undefined;
};

/** Judges a prompt before it is sent: by the lists, then by the rules. Pure. */
export function judgePrompt(
  facts: PromptFacts,
  rules: readonly PromptRule[],
  { amount, now }: { amount: number; now: Date },
): PromptJudgement {
  const match = matchLists(facts.entries, now);
  if (match?.mode === 'allow') return { broken: [match], refusal: undefined };
  const listed = match ? [{ rule: match, until: null }] : [];
  const byRules = inOrder(rules).flatMap((rule) => {
    const until = brokenUntil(facts, rule, amount, now);
    return until === undefined ? [] : [{ rule, until }];
  });
  const judged = [...listed, ...byRules];
  const first = judged.find(({ rule }) => rule.mode === 'refuse');
  return {
    broken: judged.map(({ rule }) => rule),
    refusal: first && { rule: first.rule, waitSeconds: first.until && secondsTo(first.until, now) },
  };
}

/** Until when a prompt breaks the rule: null for ever, undefined when it does not. */
function brokenUntil(
  { prompts, hasPaid, ofLinks }: PromptFacts,
  rule: PromptRule,
  amount: number,
  now: Date,
): Date | null | undefined {
  switch (rule.kind) {
    case 'prompts_per_phone': {
      const { count, minutes } = rule.settings;
      const since = later(now, -minutes * minuteMs);
      const within = prompts.filter(({ createdAt }) => createdAt > since);
      const oldestThatCounts = within[count - 1];
      return oldestThatCounts && later(oldestThatCounts.createdAt, minutes * minuteMs);
    }
    case 'unanswered_streak': {
      const known = prompts.filter(({ isUnanswered }) => isUnanswered !== null);
      const streak = known.slice(0, rule.settings.prompts);
      const [newest] = streak;
      if (!newest || streak.length < rule.settings.prompts || !streak.every((one) => one.isUnanswered))
        return undefined;
      const until = later(newest.createdAt, rule.settings.pauseMinutes * minuteMs);
      return until > now ? until : undefined;
    }
    case 'first_prompt_max':
      return hasPaid || amount <= rule.settings.max ? undefined : null;
    case 'failing_share': {
      const failed = ofLinks.filter(({ hasFailed }) => hasFailed).length;
      if (ofLinks.length < linkPromptsCounted || failed * 100 < rule.settings.share * ofLinks.length) return undefined;
      const knownSince = Math.max(...ofLinks.map(({ settledAt }) => settledAt.getTime()));
      const until = later(new Date(knownSince), linksPauseMinutes * minuteMs);
      return until > now ? until : undefined;
    }
  }
}

const secondsTo = (until: Date, now: Date) => Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
