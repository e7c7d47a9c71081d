import type { Environment } from '@tillgate/db';
import type { Context } from '../context.ts';
import { createRecent } from '../recent.ts';
import { environmentOf, hashKey } from './key.ts';
import type { KeyUses } from './key-uses.ts';

export type AuthenticatedKey = {
  keyId: string;
  applicationId: string;
  organizationId: string;
  environment: Environment;
};

/** Answers whose key this is; undefined for anything that is not a live key. */
export type AuthenticateKey = (presented: string) => Promise<AuthenticatedKey | undefined>;

/** How long a good key is believed without looking: a revocation must take effect within 5 s. */
export const keyCacheMs = 4_000;
const cachedKeysMax = 10_000;

type LiveKey = { key: AuthenticatedKey; expiresAt: Date | null };

/**
 * Makes the check of presented keys, with its own cache of good keys by hash. Refusals are never cached: each costs one
 * indexed read and no memory. `uses` is told of each key that was let through.
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
      live = await findLiveKey(ctx, hash);
      if (!live) return undefined;
      recent.set(hash, live, now);
    }
    if (live.key.environment !== environment) return undefined;
    if (live.expiresAt && live.expiresAt <= now) return undefined;
    uses?.note(live.key.keyId);
    return live.key;
  };
}

/** One look without a cache. */
export function authenticateKey(
  ctx: Pick<Context, 'db' | 'clock'>,
  presented: string,
): Promise<AuthenticatedKey | undefined> {
  return createKeyAuthenticator(ctx)(presented);
}

async function findLiveKey(ctx: Pick<Context, 'db'>, hash: string): Promise<LiveKey | undefined> {
  const { rows } = await ctx.db.pool.query<AuthenticatedKey & { expiresAt: Date | null }>({
    name: 'key_authenticate',
    text: `
      SELECT k.id AS "keyId", k.application_id AS "applicationId", a.organization_id AS "organizationId",
             k.environment::text AS environment, k.expires_at AS "expiresAt"
      FROM api_keys k JOIN applications a ON a.id = k.application_id
      WHERE k.hash = $1 AND k.revoked_at IS NULL`,
    values: [hash],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { expiresAt, ...key } = row;
  return { key, expiresAt };
}
