import type { Context } from '../kernel/context.ts';
import type { Permission } from '../kernel/permission.ts';
import { createRecent } from '../kernel/recent.ts';
import { createUseLog, type UseLog } from '../kernel/use-log.ts';
import { hashKey } from '../keys/index.ts';
import { may } from '../organizations/index.ts';
import { findUnrevokedToken, recordTokenUses } from './statements.ts';
import { isToken, readingPermissions } from './token.ts';

/** Who asks with a reporting token. */
export type TokenCaller = {
  tokenId: string;
  organizationId: string;
  /** The one application that it reads; undefined: all of its organization. */
  applicationId: string | undefined;
  /** What it may read: no more than the person who made it may now. */
  permissions: ReadonlySet<Permission>;
  /** Whether the operator has suspended the organization: the token is known, and reads nothing. */
  isSuspended: boolean;
};

/** Returns who asks, or undefined for anything that is not a live token. */
export type AuthenticateToken = (presented: string) => Promise<TokenCaller | undefined>;

/**
 * How long a good token is trusted without a read. A revocation, a suspension or another role of
 * its maker must take effect within 5 s.
 */
const tokenCacheMs = 4_000;
const cachedTokensMax = 2_000;

type LiveToken = { caller: TokenCaller; expiresAt: Date };

/** Records when reporting tokens were last used, to the minute. */
export function createTokenUses(ctx: Pick<Context, 'db' | 'clock' | 'log'>): UseLog {
  return createUseLog(ctx, 'tokens', (uses) => recordTokenUses(ctx.db.pool, uses));
}

/**
 * Creates the check of reporting tokens, with its own cache of good ones by hash. A token whose maker
 * is no longer a member, or may not sign in, is no live token.
 */
export function createTokenAuthenticator(
  ctx: Pick<Context, 'db' | 'clock'>,
  uses?: Pick<UseLog, 'note'>,
): AuthenticateToken {
  const recent = createRecent<LiveToken>(ctx.clock, { ttlMs: tokenCacheMs, entriesMax: cachedTokensMax });

  return async (presented) => {
    if (!isToken(presented)) return undefined;
    const hash = hashKey(presented);
    const now = ctx.clock.now();
    let live = recent.get(hash);
    if (!live) {
      live = await findLiveToken(ctx, hash);
      if (!live) return undefined;
      recent.set(hash, live, now);
    }
    if (live.expiresAt <= now) return undefined;
    uses?.note(live.caller.tokenId);
    return live.caller;
  };
}

async function findLiveToken(ctx: Pick<Context, 'db'>, hash: string): Promise<LiveToken | undefined> {
  const row = await findUnrevokedToken(ctx.db.pool, hash);
  if (!row) return undefined;
  const { expiresAt, isOperators, role, applicationId, ...caller } = row;
  if (!isOperators && !role) return undefined;
  const permissions = new Set(readingPermissions.filter((permission) => !role || may(role, permission)));
  return { caller: { ...caller, applicationId: applicationId ?? undefined, permissions }, expiresAt };
}
