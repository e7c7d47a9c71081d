import { dayMs, minuteMs } from '../kernel/time.ts';

const sessionIdleMs = 7 * dayMs;
export const sessionMs = 30 * dayMs;
/** Shortest time between writes of a session's last activity. */
const touchMs = minuteMs;
/** How long a proof of identity is valid for dangerous actions. */
const reauthenticationMs = 10 * minuteMs;
/** How much of a browser's name is kept. */
export const userAgentCharactersMax = 300;

/** The expiry of a session that is used now: 7 days after the last use, at most 30 days after its start. */
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

/** Whether a proof of identity is recent enough for dangerous actions. */
export function isRecentlyAuthenticated(authenticatedAt: Date, now: Date): boolean {
  return now.getTime() - authenticatedAt.getTime() < reauthenticationMs;
}
