import { claims } from '@tillgate/db';
import type { Context } from '../context.ts';

const batchMax = 500;

/** Marks claims whose lease has passed as indeterminate, so that the record says what {@link decide} says. Answers how many. */
export async function sweepClaims(ctx: Context): Promise<number> {
  return claims.expire(ctx.db.pool, ctx.clock.now(), batchMax);
}
