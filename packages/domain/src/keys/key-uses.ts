import type { Context } from '../kernel/context.ts';
import { createUseLog, type UseLog } from '../kernel/use-log.ts';
import { recordUses } from './statements.ts';

/** Records when keys were last used, to the minute. */
export type KeyUses = UseLog;

export function createKeyUses(ctx: Pick<Context, 'db' | 'clock' | 'log'>): KeyUses {
  return createUseLog(ctx, 'keys', (uses) =>
    recordUses(
      ctx.db.pool,
      uses.map(({ id, at }) => ({ keyId: id, at })),
    ),
  );
}
