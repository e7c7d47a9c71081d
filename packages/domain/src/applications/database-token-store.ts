import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Open, TokenStore } from '../ports.ts';

type StoreContext = Pick<Context, 'db' | 'clock' | 'log' | 'seal'> & { open: Open };
type TokenRow = { sealedToken: string | null; expiresAt: Date | null };

/** Keeps the provider's access tokens in Postgres, sealed, one per id for all processes. Each move is one statement. */
export function databaseTokenStore(ctx: StoreContext): TokenStore {
  return {
    async read(id) {
      const row = await find(ctx, id);
      const token = openToken(ctx, row);
      return token !== undefined && row?.expiresAt ? { token, expiresAt: row.expiresAt } : undefined;
    },

    async lease(id, replacing, leaseMs) {
      const row = await find(ctx, id);
      if (openToken(ctx, row) !== replacing) return undefined;
      const lease = randomUUID();
      const now = ctx.clock.now();
      // Compares the sealed text that was read: it changes with every token.
      const { rowCount } = await ctx.db.pool.query({
        name: 'provider_token_lease',
        text: `
          INSERT INTO provider_tokens AS t (id, refreshing_until, refreshing_by) VALUES ($1, $2, $3)
          ON CONFLICT (id) DO UPDATE SET refreshing_until = $2, refreshing_by = $3
          WHERE t.sealed_token IS NOT DISTINCT FROM $4 AND (t.refreshing_until IS NULL OR t.refreshing_until <= $5)`,
        values: [id, new Date(now.getTime() + leaseMs), lease, row?.sealedToken ?? null, now],
      });
      return rowCount === 1 ? lease : undefined;
    },

    async store(id, lease, token, expiresAt) {
      await ctx.db.pool.query({
        name: 'provider_token_store',
        text: `
          UPDATE provider_tokens
          SET sealed_token = $3, expires_at = $4, refreshing_until = NULL, refreshing_by = NULL
          WHERE id = $1 AND refreshing_by = $2 AND refreshing_until > $5`,
        values: [id, lease, ctx.seal(token), expiresAt, ctx.clock.now()],
      });
    },

    async release(id, lease) {
      await ctx.db.pool.query({
        name: 'provider_token_release',
        text: `
          UPDATE provider_tokens SET refreshing_until = NULL, refreshing_by = NULL
          WHERE id = $1 AND refreshing_by = $2`,
        values: [id, lease],
      });
    },
  };
}

async function find(ctx: StoreContext, id: string): Promise<TokenRow | undefined> {
  const { rows } = await ctx.db.pool.query<TokenRow>({
    name: 'provider_token_find',
    text: 'SELECT sealed_token AS "sealedToken", expires_at AS "expiresAt" FROM provider_tokens WHERE id = $1',
    values: [id],
  });
  return rows[0];
}

/** A token that cannot be opened, after the seal keys were changed, is no token: a new one is fetched. */
function openToken(ctx: StoreContext, row: TokenRow | undefined): string | undefined {
  if (!row?.sealedToken) return undefined;
  try {
    return ctx.open(row.sealedToken);
  } catch (error) {
    ctx.log.warn({ err: error }, 'a stored access token cannot be opened; a new one is fetched');
    return undefined;
  }
}
