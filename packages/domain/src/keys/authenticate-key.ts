import type { Environment } from '@tillgate/db';
import { type Authority, movesMoneyOut, type Scope } from '../kernel/authority.ts';
import type { Context } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { createIpList } from '../kernel/ip-list.ts';
import { createRecent } from '../kernel/recent.ts';
import { readAddress } from '../kernel/sender.ts';
import { environmentOf, hashKey } from './key.ts';
import type { KeyUses } from './key-uses.ts';
import type { MoneyGrant } from './money-grant.ts';
import { keyRefusals } from './refusals.ts';
import { findUnrevokedKey } from './statements.ts';

type AuthenticatedKey = {
  /** Its authority, for verbs. */
  authority: Extract<Authority, { of: 'key' }>;
  keyId: string;
  applicationId: string;
  organizationId: string;
  environment: Environment;
  /** Whether the organization is suspended: its keys are valid but may do nothing. */
  isSuspended: boolean;
  /** Whether the request log keeps the bodies of its calls. */
  keepsBodies: boolean;
  /** Whether the key may be used from an address. */
  isAllowedFrom(address: string): boolean;
};

/** Returns the key and its owner, or undefined unless it is an active key. */
export type AuthenticateKey = (presented: string) => Promise<AuthenticatedKey | undefined>;

/** How long a valid key is cached. A change of a key, or a suspension, must take effect within 5 s. */
const keyCacheMs = 4_000;
const cachedKeysMax = 10_000;

type LiveKey = { key: AuthenticatedKey; expiresAt: Date | null };

/**
 * Creates the check of API keys, with a cache of valid keys by hash. Refusals are not cached: each costs one indexed read
 * and no memory. `uses` records each key that passes.
 */
export function createKeyAuthenticator(
  ctx: Pick<Context, 'db' | 'clock'>,
  uses?: Pick<KeyUses, 'note'>,
): AuthenticateKey {
  const recent = createRecent<LiveKey>(ctx.clock, { ttlMs: keyCacheMs, entriesMax: cachedKeysMax });

  return async (presented) => {
    const environment = environmentOf(presented);
    if (!environment) return undefined;
    const hash = hashKey(presented);
    const now = ctx.clock.now();
    let live = recent.get(hash);
    if (!live) {
      live = await findLiveKey(ctx, hash, now);
      if (!live) return undefined;
      recent.set(hash, live, now);
    }
    if (live.key.environment !== environment) return undefined;
    if (live.expiresAt && live.expiresAt <= now) return undefined;
    uses?.note(live.key.keyId);
    return live.key;
  };
}

/** Checks a key without a cache. */
export function authenticateKey(
  ctx: Pick<Context, 'db' | 'clock'>,
  presented: string,
): Promise<AuthenticatedKey | undefined> {
  return createKeyAuthenticator(ctx)(presented);
}

/**
 * Refuses a key that is used from an address outside its list. The detail reveals nothing about the list.
 * @throws DomainError forbidden
 */
export function requireAddress(key: Pick<AuthenticatedKey, 'isAllowedFrom'>, address: string): void {
  if (key.isAllowedFrom(address)) return;
  const from = readAddress(address);
  throw new DomainError(
    'forbidden',
    from ? keyRefusals.keyFromElsewhere({ address: from }) : keyRefusals.keyFromHidden,
  );
}

async function findLiveKey(ctx: Pick<Context, 'db'>, hash: string, now: Date): Promise<LiveKey | undefined> {
  const row = await findUnrevokedKey(ctx.db.pool, hash);
  if (!row) return undefined;
  const { expiresAt, scopes, allowedIps, isHeld, moneyFrom, ...key } = row;
  const authority = authorityOf(scopes, { isHeld, moneyFrom }, now);
  return { key: { ...key, authority, isAllowedFrom: createIpList(allowedIps) }, expiresAt };
}

/** A held key may use its other scopes. */
function authorityOf(scopes: Scope[], { isHeld, moneyFrom }: MoneyGrant, now: Date): AuthenticatedKey['authority'] {
  if (!isHeld && (moneyFrom === null || moneyFrom <= now)) return { of: 'key', scopes: new Set(scopes) };
  const waiting = scopes.filter((scope) => movesMoneyOut([scope]));
  return {
    of: 'key',
    scopes: new Set(scopes.filter((scope) => !waiting.includes(scope))),
    waiting: { scopes: new Set(waiting), until: isHeld ? null : moneyFrom },
  };
}
