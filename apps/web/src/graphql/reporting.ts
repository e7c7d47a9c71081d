import type { Database } from '@tillgate/db';
import type { Context, RateLimiter } from '@tillgate/domain';
import { createRateLimiter, type RateRule } from '@tillgate/domain/rate-limits';
import { type AuthenticateToken, createTokenAuthenticator, createTokenUses } from '@tillgate/domain/reporting-tokens';
import { tokenRule } from './limits.ts';

/** What the reporting API runs on. */
export type Reporting = {
  /** Read-only, with separate connections, so that reports do not delay the dashboard. */
  db: Database;
  authenticate: AuthenticateToken;
  tokenLimit: RateLimiter;
  close(): Promise<void>;
};

/**
 * @param ctx notes the uses of tokens
 * @param db what reports are read with
 */
export function createReporting(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  db: Database,
  rule: RateRule = tokenRule,
): Reporting {
  const uses = createTokenUses(ctx);
  return {
    db,
    authenticate: createTokenAuthenticator(ctx, uses),
    tokenLimit: createRateLimiter({ kind: 'memory' }, { prefix: 'reporting-token', rule }),
    async close() {
      await uses.close();
      await db.close();
    },
  };
}
