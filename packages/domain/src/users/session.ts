import { dayMs, minuteMs } from '../kernel/time.ts';

const sessionIdleMs = 7 * dayMs;
export const sessionMs = 30 * dayMs;
/** How often the last activity of a session is written, at most. */
const touchMs = minuteMs;
/** How long a confirmation of identity counts for dangerous actions. */
const reauthenticationMs = 10 * minuteMs;
/** How much of a browser's name is kept. */
export const userAgentCharactersMax = 300;

/** When a session that was used now ends by itself: 7 days after its last use, 30 days after its start at the latest. */
export function sessionExpiry(createdAt: Date, now: Date): Date {
  return new Date(Math.min(createdAt.getTime() + sessionMs, now.getTime() + sessionIdleMs));
}

type LiveFields = { createdAt: Date; expiresAt: Date; revokedAt: Date | null };

export function isLive(session: LiveFields, now: Date): boolean {
  return session.revokedAt === null && session.expiresAt.getTime() > now.getTime();
}

export function isTouchDue(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= touchMs;
}

/** Whether somebody proved who they are so lately that they may do what is dangerous. */
export function isRecentlyAuthenticated(authenticatedAt: Date, now: Date): boolean {
  return now.getTime() - authenticatedAt.getTime() < reauthenticationMs;
}
