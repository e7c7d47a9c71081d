import type { Context } from '../context.ts';
import { queueSeconds } from './mail.ts';

export const sweepMax = 200;

/**
 * Publishes `mail.due` for mails whose time has come and that nobody holds, new ones and repeats alike; one that is still
 * waiting after `queueSeconds` has lost its event and is published again. Each time under a new event id, because queues drop
 * ids that they have seen. Several workers may sweep at once.
 * @returns how many were published, at most `sweepMax`
 */
export async function sweepMails(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const { rows } = await ctx.db.pool.query<{ id: string }>({
    name: 'mails_take_due',
    text: `
      UPDATE mails SET claimed_until = $2 WHERE id IN (
        SELECT id FROM mails
        WHERE status = 'due' AND next_attempt_at <= $1 AND (claimed_until IS NULL OR claimed_until <= $1)
        ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED)
      RETURNING id`,
    values: [now, new Date(now.getTime() + queueSeconds * 1000), sweepMax],
  });
  if (rows.length > 0) {
    await ctx.publish(
      rows.map(({ id }) => ({ name: 'mail.due', id: `mail:${id}:${now.getTime()}`, data: { mailId: id } })),
    );
  }
  return rows.length;
}
