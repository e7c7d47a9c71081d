import { createHash, randomBytes } from 'node:crypto';
import { dayMs, minuteMs, secondMs } from '../kernel/time.ts';
import { base58Of, hashOfToken } from './link-token.ts';

// A visit is one look at the form of a link: when it was, 128 random bits, and a check that only somebody who has the
// address of the page can make. Whatever is sent with one visit is one attempt.

/** A visit is from the clock of another process, which may be a little ahead. */
const aheadMs = 5 * minuteMs;
/** How long a form can be sent after it was shown. */
const visitMs = dayMs;
const randomLength = 17;
const checkLength = 10;
const visitPattern = /^([0-9a-z]{1,9})\.([1-9A-HJ-NP-Za-km-z]{22})\.([1-9A-HJ-NP-Za-km-z]{10})$/;

/** The visit of somebody who is shown the form now. */
export function newVisit(linkToken: string, now: Date): string {
  const begun = `${Math.floor(now.getTime() / secondMs).toString(36)}.${base58Of(randomBytes(randomLength))}`;
  return `${begun}.${checkOf(linkToken, begun)}`;
}

/** `over`: the form was open for too long. `foreign`: it is no visit of this link. */
export type VisitState = 'fresh' | 'over' | 'foreign';

export function visitState(linkToken: string, visit: string, now: Date): VisitState {
  const [, seconds = '', random = '', check = ''] = visitPattern.exec(visit) ?? [];
  if (check === '' || check !== checkOf(linkToken, `${seconds}.${random}`)) return 'foreign';
  const ageMs = now.getTime() - Number.parseInt(seconds, 36) * secondMs;
  if (ageMs < -aheadMs) return 'foreign';
  return ageMs < visitMs ? 'fresh' : 'over';
}

/** What a visit is stored by. */
export function hashOfVisit(visit: string): string {
  return hashOfToken(visit);
}

/** The last part of the address of an attempt, the same whenever the visit is sent. */
export function attemptTokenOf(linkToken: string, visit: string): string {
  return base58Of(createHash('sha256').update(`attempt:${linkToken}:${visit}`).digest());
}

function checkOf(linkToken: string, begun: string): string {
  const digest = createHash('sha256').update(`visit:${linkToken}:${begun}`).digest();
  return base58Of(digest).slice(0, checkLength);
}
