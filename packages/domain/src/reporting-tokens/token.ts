import type { Permission } from '../kernel/permission.ts';
import { issues, type Named } from '../kernel/refusals.ts';
import { dayMs } from '../kernel/time.ts';
import { newSecretDigits } from '../keys/index.ts';
import { tokenIssues } from './refusals.ts';

/** A reporting token is `mp_report_` and 43 base62 digits, 256 random bits, as an API key has them. */
const prefix = 'mp_report_';
const tokenFormat = /^mp_report_[0-9A-Za-z]{43}$/;

const lifetimeDaysDefault = 90;
const lifetimeDaysMax = 366;

/** The most that a token may read. It never reads more than the person who made it. */
export const readingPermissions = [
  'reports.read',
  'payments.read',
  'payouts.read',
  'inquiries.read',
  'links.read',
  'statements.read',
  'reviews.read',
  'endpoints.read',
  'events.read',
] as const satisfies readonly Permission[];

/** A new token; `random` is for tests. */
export function newToken(random?: Buffer): string {
  return `${prefix}${newSecretDigits(random)}`;
}

/** Whether a text is in the form of a reporting token. */
export function isToken(presented: string): boolean {
  return tokenFormat.test(presented);
}

/** Default expiry of a new token. */
export function defaultExpiry(now: Date): Date {
  return new Date(now.getTime() + lifetimeDaysDefault * dayMs);
}

/** What is wrong with the end of a token that is made now; undefined when it may end then. */
export function expiryProblem(expiresAt: Date, now: Date): Named | undefined {
  if (expiresAt <= now) return issues.future;
  const isTooFar = expiresAt.getTime() - now.getTime() > lifetimeDaysMax * dayMs;
  return isTooFar ? tokenIssues.lifetime({ max: lifetimeDaysMax }) : undefined;
}
