import { randomUUID } from 'node:crypto';
import type { Context } from '../kernel/context.ts';
import { later } from '../kernel/time.ts';
import type { Open, TokenStore } from '../ports/ports.ts';
import { accessTokenPlace } from '../sealing/index.ts';
import { findToken, leaseToken, releaseToken, type StoredToken, storeToken } from './statements.ts';

type StoreContext = Pick<Context, 'db' | 'clock' | 'log' | 'seal'> & { open: Open };

/** Keeps the provider's access tokens in Postgres, sealed, one per id for all processes. Each operation is atomic. */
export function databaseTokenStore(ctx: StoreContext): TokenStore {
  const { pool } = ctx.db;
  return {
    async read(id) {
      const row = await findToken(pool, id);
      const token = openToken(ctx, id, row);
      return token !== undefined && row?.expiresAt ? { token, expiresAt: row.expiresAt } : undefined;
    },

    async lease(id, replacing, leaseMs) {
      const row = await findToken(pool, id);
      if (openToken(ctx, id, row) !== replacing) return undefined;
      const by = randomUUID();
      const now = ctx.clock.now();
      const until = later(now, leaseMs);
      const isTaken = await leaseToken(pool, id, { by, until, replacing: row?.sealedToken ?? null, now });
      return isTaken ? by : undefined;
    },

    async store(id, lease, token, expiresAt) {
      const sealedToken = ctx.seal(token, accessTokenPlace(id));
      await storeToken(pool, id, { lease, sealedToken, expiresAt, now: ctx.clock.now() });
    },

    release: (id, lease) => releaseToken(pool, id, lease),
  };
}

/** Returns undefined for a token that cannot be opened, for example after the seal keys were changed. */
function openToken(ctx: StoreContext, id: string, row: StoredToken | undefined): string | undefined {
  if (!row?.sealedToken) return undefined;
  try {
    return ctx.open(row.sealedToken, accessTokenPlace(id));
  } catch (error) {
    ctx.log.warn({ err: error }, 'A stored access token cannot be opened. A new one is fetched.');
    return undefined;
  }
}
