import type { Context } from '../context.ts';
import { sweepAfterSeconds } from './callback.ts';
import { publishReceived } from './publish-received.ts';
import { takeDue } from './statements.ts';

const batchMax = 200;

/** Publishes again each callback that is still open, under a new signal id. Returns how many. */
export async function sweepCallbacks(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const retryAt = new Date(now.getTime() + sweepAfterSeconds * 1000);
  const due = await takeDue(ctx.db.pool, now, retryAt, batchMax);
  await publishReceived(ctx, due, now);
  return due.length;
}
