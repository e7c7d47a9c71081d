import type { Context } from '../context.ts';
import { sweepAfterSeconds } from './callback.ts';
import * as callbacks from './statements.ts';

const batchMax = 200;

/** Publishes anew, under a new event id, each callback that nobody has brought to an end. Answers how many. */
export async function sweepCallbacks(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const retryAt = new Date(now.getTime() + sweepAfterSeconds * 1000);
  const due = await callbacks.takeDue(ctx.db.pool, now, retryAt, batchMax);
  await ctx.publish(
    due.map((callbackId) => ({
      name: 'callback.received',
      id: `callback:${callbackId}:${now.getTime()}`,
      data: { callbackId },
    })),
  );
  return due.length;
}
