import type pg from 'pg';
import { type EngineEvent, mailboxChannel } from './event.ts';

/** An event that waits for the engine. `seq` is a bigint as text. */
type Letter = { seq: string; event: EngineEvent };

type LetterRow = { seq: string; id: string; name: string; data: unknown; ts: string };

/** Puts events into the mailbox and wakes the engine, in one statement: all of them or none. */
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

/** The oldest events, at most `limit`. They stay until `writeBatch` takes them together with the runs they start. */
export async function readMailbox(pool: pg.Pool, limit: number): Promise<Letter[]> {
  const { rows } = await pool.query<LetterRow>({
    name: 'engine_read_mailbox',
    text: 'SELECT seq, id, name, data, ts FROM engine_events ORDER BY seq LIMIT $1',
    values: [limit],
  });
  return rows.map(({ seq, id, name, data, ts }) => ({ seq, event: { id, name, data, ts: Number(ts) } }));
}
