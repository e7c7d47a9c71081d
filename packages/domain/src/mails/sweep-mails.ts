import type { Context } from '../kernel/context.ts';
import { queueSeconds } from './mail.ts';
import { claimDueMails } from './statements.ts';

const sweepMax = 200;

/**
 * Publishes the signal `mail.due` for emails that are due and not claimed. An email that still waits after
 * `queueSeconds` may have lost its signal and is published again, less often the longer it waits, and under a new
 * id: queues drop ids that they have seen. Several workers may sweep at once.
 * @returns how many were published, at most `sweepMax`
 */
export async function sweepMails(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const ids = await claimDueMails(ctx.db.pool, { now, secondsMin: queueSeconds, limit: sweepMax });
  if (ids.length > 0) {
    await ctx.publish(ids.map((id) => ({ name: 'mail.due', id: `mail:${id}:${now.getTime()}`, data: { mailId: id } })));
  }
  return ids.length;
}
