import { createHash } from 'node:crypto';
import type { LinkEnding, LinkKind, LinkStatus } from '@tillgate/db';
import { issues, type Named } from '../kernel/refusals.ts';
import { dayMs, later, minuteMs } from '../kernel/time.ts';
import { promptsOfOnceMax } from './attempt.ts';
import { linkIssues, linkRefusals } from './refusals.ts';

/**
 * A page on which anybody can pay.
 *
 *   (none) → open → paid        `once`: its payments reached the amount. `many`: never.
 *                 → ended       by expiry, a person, a key, or the limit of its payments
 *          ended → open         by a person or a key
 *          ended → paid         `once`: money that came late
 */

/** Open links of an application in one environment. */
export const openLinksMax = 10_000;
const expiryMinMs = 5 * minuteMs;
const expiryMaxDays = 366;
const expiryDefaultDays = 7;
/** How long after its expiry a link can be opened again. */
const reopenDays = 30;

/** A link as its decisions read it. */
export type LinkFacts = {
  kind: LinkKind;
  status: LinkStatus;
  endedBy: LinkEnding | null;
  endedAt: Date | null;
  expiresAt: Date | null;
  paymentsMax: number | null;
  paidCount: number;
};

/** What a call about the status of a link does. `stays`: it is so already. */
type Change<To extends string> = { kind: To } | { kind: 'stays' } | { kind: 'refused'; why: Named };

/** Whether a person or key can end a link. */
export function decideEnd({ status }: Pick<LinkFacts, 'status'>): Change<'ends'> {
  if (status === 'paid') return { kind: 'refused', why: linkRefusals.linkPaid };
  return { kind: status === 'ended' ? 'stays' : 'ends' };
}

/**
 * Whether a person or key can open a link again. One whose time is over gets a new time: seven days for `once`, none for
 * `many`.
 */
export function decideReopen(link: LinkFacts, now: Date): Change<'opens'> {
  if (link.status === 'open') return { kind: 'stays' };
  if (link.status === 'paid') return { kind: 'refused', why: linkRefusals.linkPaid };
  if (isFull(link)) return { kind: 'refused', why: linkRefusals.linkFull({ max: link.paymentsMax ?? 0 }) };
  const expiredAt = link.endedBy === 'expiry' ? link.endedAt : null;
  if (expiredAt !== null && later(expiredAt, reopenDays * dayMs) < now) {
    return { kind: 'refused', why: linkRefusals.linkExpiredLong({ days: reopenDays }) };
  }
  return { kind: 'opens' };
}

/** How many prompts a member can allow a link beyond its own, all told. */
export const promptsAllowedMax = 9 * promptsOfOnceMax;

type Prompting = { kind: LinkKind; promptsAllowed: number };

/** How many prompts a link for one order can still send. Null: it has no such limit. */
export function promptsLeftOf({ kind, promptsAllowed }: Prompting, sent: number): number | null {
  return kind === 'once' ? Math.max(0, promptsOfOnceMax + promptsAllowed - sent) : null;
}

/** Whether a person can let a link send more prompts, and how many more. */
export function decideAllowance(
  link: Prompting & Pick<LinkFacts, 'status'>,
  sent: number,
): { kind: 'allows'; more: number } | { kind: 'refused'; why: Named } {
  const left = promptsLeftOf(link, sent);
  if (left === null || link.status !== 'open') return { kind: 'refused', why: linkRefusals.noPromptsToAllow };
  if (left > 0) return { kind: 'refused', why: linkRefusals.linkPromptsLeft({ count: left }) };
  if (link.promptsAllowed >= promptsAllowedMax) return { kind: 'refused', why: linkRefusals.linkPromptsUsedUp };
  return { kind: 'allows', more: promptsOfOnceMax };
}

/** When a link that opens at `now` expires: the time that it has, when that is still to come. */
export function expiryOf({ kind, expiresAt }: Pick<LinkFacts, 'kind' | 'expiresAt'>, now: Date): Date | null {
  if (expiresAt !== null && expiresAt > now) return expiresAt;
  return kind === 'once' ? later(now, expiryDefaultDays * dayMs) : null;
}

/** Whether it has as many payments as it may. */
export function isFull({ paymentsMax, paidCount }: Pick<LinkFacts, 'paymentsMax' | 'paidCount'>): boolean {
  return paymentsMax !== null && paidCount >= paymentsMax;
}

/** Why a link of this kind cannot expire at this time, or undefined. */
export function expiryIssue(kind: LinkKind, expiresAt: Date | null, now: Date): Named | undefined {
  if (expiresAt === null) return kind === 'once' ? linkIssues.expiryNeeded : undefined;
  const isSoonEnough = expiresAt <= later(now, expiryMaxDays * dayMs);
  const isLateEnough = expiresAt >= later(now, expiryMinMs);
  return isSoonEnough && isLateEnough
    ? undefined
    : linkIssues.expiryBetween({ minutes: expiryMinMs / minuteMs, days: expiryMaxDays });
}

/**
 * By which payments are matched to a reference: the SHA-256 of it without case, blanks and dashes, hex. A hash, because
 * references can be phone numbers.
 */
export function referenceKeyOf(reference: string): string {
  const plain = reference
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
  return createHash('sha256').update(plain).digest('hex');
}

type Amounts = {
  amount?: number | null | undefined;
  amountMin?: number | undefined;
  amountMax?: number | undefined;
  choices?: readonly number[] | undefined;
};

/** What is wrong with the amounts of a link, by field. */
export function amountIssues({ amount, amountMin, amountMax, choices = [] }: Amounts): [path: string, why: Named][] {
  if (typeof amount === 'number') {
    const others = { amountMin, amountMax, choices: choices.length > 0 ? choices : undefined };
    return Object.entries(others).flatMap(([path, given]) =>
      given === undefined ? [] : [[path, linkIssues.onlyOpen]],
    );
  }
  if (amountMin !== undefined && amountMax !== undefined && amountMax < amountMin) {
    return [['amountMax', issues.maxBelowMin]];
  }
  const isOutside = (choice: number) => choice < (amountMin ?? choice) || choice > (amountMax ?? choice);
  if (choices.some(isOutside)) return [['choices', linkIssues.choicesWithin]];
  return new Set(choices).size < choices.length ? [['choices', linkIssues.distinct]] : [];
}
