import { ownAffairs } from '../kernel/authority.ts';
import type { ActorContext, Context, WithDashboardUrl } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { addressKey } from '../kernel/ip-list.ts';
import type { Log, RateLimiter } from '../ports/ports.ts';
import { createRateLimiter, type RateLimitStore } from '../rate-limits/index.ts';
import { userRefusals } from './refusals.ts';
import { sha256 } from './token.ts';
import { createTotpVault, type TotpVault } from './totp-vault.ts';
import { createVault, type Vault } from './vault.ts';

const minutes = 60;

const hours = 60 * minutes;

/** How often a person may try. A successful try does not count. */
const rules = {
  // For one address from one network, or in one known browser. Continued guesses wait longer.
  signInSoon: { count: 10, seconds: 15 * minutes },
  signInLater: { count: 20, seconds: 3 * hours },
  signInDaily: { count: 40, seconds: 24 * hours },
  // For one address from all networks. Known browsers are exempt.
  signInByEmail: { count: 100, seconds: 60 * minutes },
  signInByAddress: { count: 50, seconds: 15 * minutes },
  codeByUser: { count: 5, seconds: 15 * minutes },
  passkeyByAddress: { count: 50, seconds: 15 * minutes },
  proofByUser: { count: 5, seconds: 15 * minutes },
  resetByPair: { count: 3, seconds: 60 * minutes },
  // The same time as a link works: a person who gets no more emails has one with a valid link.
  resetMails: { count: 5, seconds: 60 * minutes },
  resetByAddress: { count: 20, seconds: 60 * minutes },
  invitationByEmail: { count: 5, seconds: 60 * minutes },
  invitationByOrganization: { count: 60, seconds: 60 * minutes },
};

type IdentityLimits = Record<keyof typeof rules, RateLimiter>;

/** Capability: may read the secrets of authenticator apps. */
export type WithTotpVault = { totpVault: TotpVault };

/** Capability: may sign people in, and email them links to the dashboard. Only the dashboard has it. */
export type WithIdentity = WithTotpVault &
  WithDashboardUrl & {
    /** Seals the browser's token between the password and the second factor. */
    challengeVault: Vault;
    /** Seals the challenges of passkeys. */
    passkeyVault: Vault;
    /** Seals the browser's token after a sign-in. */
    deviceVault: Vault;
    identityLimits: IdentityLimits;
  };

/** A signed-in person who acts. */
export type PersonContext = ActorContext & { person: { userId: string; sessionId: string } };

/** What a request reveals about a browser. */
export type Visitor = {
  remoteIp?: string | undefined;
  userAgent?: string | undefined;
  /** The token of an earlier sign-in. */
  device?: string | undefined;
};

/** Counters with the key to count on. */
export type Uses = [RateLimiter, key: string][];

type IdentityOptions = {
  /** The process secret (NEXTAUTH_SECRET). A new one signs everybody out. */
  secret: string;
  /** The keys that encrypt secrets of authenticator apps (VAULT_KEYS). */
  vaultKeys: string;
  dashboardUrl: string;
  limits: RateLimitStore;
  log?: Log;
};

export function createIdentity({ secret, vaultKeys, dashboardUrl, limits, log }: IdentityOptions): WithIdentity {
  const limiters = Object.entries(rules).map(([name, rule]) => [
    name,
    createRateLimiter(limits, { prefix: `identity-${name}`, rule, ...(log && { log }) }),
  ]);
  return {
    // Secrets that were sealed before there were vault keys are sealed under the process secret.
    totpVault: createTotpVault(vaultKeys, secret),
    challengeVault: createVault(secret, 'sign-in challenge'),
    passkeyVault: createVault(secret, 'passkey challenge'),
    deviceVault: createVault(secret, 'known device'),
    identityLimits: Object.fromEntries(limiters) as IdentityLimits,
    dashboardUrl: dashboardUrl.replace(/\/+$/, ''),
  };
}

/**
 * Counts an attempt against several limits; `refund` takes it back from all. If one limit refuses, the attempt does not
 * count on the others.
 * @throws DomainError rate_limited
 */
export async function throttle(uses: Uses): Promise<{ refund(): Promise<void> }> {
  for (const [index, [limiter, key]] of uses.entries()) {
    const { allowed, resetSeconds } = await limiter.consume(key);
    if (allowed) continue;
    await refundAll(uses.slice(0, index));
    throw new DomainError('rate_limited', userRefusals.tooManyAttempts({ seconds: resetSeconds }), {
      retryAfterSeconds: resetSeconds,
    });
  }
  return { refund: () => refundAll(uses) };
}

async function refundAll(uses: Uses): Promise<void> {
  await Promise.all(uses.map(([limiter, key]) => limiter.refund(key)));
}

/** The key of a counter: a hash, so that counters do not contain addresses. */
export function emailKey(email: string): string {
  return sha256(email.normalize('NFC').trim().toLowerCase());
}

/** No limit without an IP address, because one visitor could lock out all others without one. */
export function byAddress(limiter: RateLimiter, { remoteIp }: Visitor): Uses {
  return remoteIp === undefined ? [] : [[limiter, addressKey(remoteIp)]];
}

export { addressKey };

/** The network of a visitor. All visitors without an address share one. */
export function networkKey({ remoteIp }: Visitor): string {
  return remoteIp === undefined ? 'unknown' : addressKey(remoteIp);
}

/** A context for a person's own affairs. For an organization, a person has the authority of their role. */
export function asPerson<C extends Context>(ctx: C, person: PersonContext['person']): C & PersonContext {
  return { ...ctx, actor: `user:${person.userId}`, person, authority: ownAffairs };
}
