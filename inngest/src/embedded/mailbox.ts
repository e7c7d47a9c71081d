import type pg from 'pg';
import { type EngineEvent, mailboxChannel } from './event.ts';

/** An event in the mailbox. `seq` is a bigint as text. */
type MailboxEntry = { seq: string; event: EngineEvent };

type MailboxRow = { seq: string; id: string; name: string; data: unknown; ts: string };

/** Puts events into the mailbox and wakes the engine. One statement stores all events or none. */
export async function postEvents(pool: pg.Pool, events: EngineEvent[]): Promise<void> {
  await pool.query({
    name: 'engine_post_events',
    text: `WITH posted AS (
        INSERT INTO engine_events (id, name, data, ts)
        SELECT id, name, data::json, ts FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) x(id, name, data, ts)
      ) SELECT pg_notify('${mailboxChannel}', '')`,
    values: [
      events.map((event) => event.id),
      events.map((event) => event.name),
      events.map((event) => JSON.stringify(event.data)),
      events.map((event) => event.ts),
    ],
  });
}

/** Returns the oldest events, at most `limit`. `writeBatch` deletes them when it stores the runs that they start. */
export async function readMailbox(pool: pg.Pool, limit: number): Promise<MailboxEntry[]> {
  const { rows } = await pool.query<MailboxRow>({
    name: 'engine_read_mailbox',
    text: 'SELECT seq, id, name, data, ts FROM engine_events ORDER BY seq LIMIT $1',
    values: [limit],
  });
  return rows.map(({ seq, id, name, data, ts }) => ({ seq, event: { id, name, data, ts: Number(ts) } }));
}
