import type { Context } from '../context.ts';
import { later } from '../time.ts';
import { queueSeconds } from './mail.ts';
import { claimDueMails } from './statements.ts';

const sweepMax = 200;

/**
 * Publishes the signal `mail.due` for mails that are due and not claimed. A mail that still waits after
 * `queueSeconds` has lost its signal and is published again, under a new id: queues drop ids that they have
 * seen. Several workers may sweep at once.
 * @returns how many were published, at most `sweepMax`
 */
export async function sweepMails(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const until = later(now, queueSeconds * 1000);
  const ids = await claimDueMails(ctx.db.pool, { now, until, limit: sweepMax });
  if (ids.length > 0) {
    await ctx.publish(ids.map((id) => ({ name: 'mail.due', id: `mail:${id}:${now.getTime()}`, data: { mailId: id } })));
  }
  return ids.length;
}
