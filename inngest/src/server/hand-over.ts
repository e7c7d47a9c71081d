import type { Log } from '@tillgate/domain';
import type { Inngest } from 'inngest';
import type pg from 'pg';
import { wakeUps } from '../wake-ups.ts';

const everyMs = 2_000;
const signalsPerBatch = 200;

type Row = { seq: string; id: string; name: string; data: Record<string, unknown>; ts: string };

/**
 * Hands one batch of the embedded engine's mailbox to the Inngest server. Rows are deleted once the server has taken
 * their signals, so none is lost. Two workers may send the same signals: they have the same ids, so the server takes
 * them once. Wake-ups are only deleted: the workers look by themselves.
 * @returns how many rows there were
 * @throws what sending throws; the rows then stay
 */
export async function handOver(pool: pg.Pool, inngest: Pick<Inngest, 'send'>): Promise<number> {
  const { rows } = await pool.query<Row>({
    name: 'mailbox_read',
    text: 'SELECT seq, id, name, data, ts FROM engine_events ORDER BY seq LIMIT $1',
    values: [signalsPerBatch],
  });
  if (rows.length === 0) return 0;
  const signals = rows.filter(({ name }) => !wakeUps.some((wakeUp) => wakeUp === name));
  if (signals.length > 0) {
    await inngest.send(signals.map(({ id, name, data, ts }) => ({ id, name, data, ts: Number(ts) })));
  }
  const seqs = rows.map(({ seq }) => seq);
  await pool.query({
    name: 'mailbox_delete',
    text: 'DELETE FROM engine_events WHERE seq = ANY($1::bigint[])',
    values: [seqs],
  });
  return rows.length;
}

/** Empties the mailbox repeatedly while the server is healthy. Several workers may do so at once. */
export function startHandOver({
  pool,
  inngest,
  isReady,
  log,
}: {
  pool: pg.Pool;
  inngest: Pick<Inngest, 'send'>;
  isReady: () => boolean;
  log: Log;
}): { stop(): Promise<void> } {
  let isStopped = false;
  let hasWarned = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const work = async () => {
    let count = 0;
    do {
      count = isReady() ? await handOver(pool, inngest) : 0;
      if (count > 0 && !hasWarned) log.warn({ count }, wrongSettings);
      hasWarned ||= count > 0;
    } while (count === signalsPerBatch && !isStopped);
    isFailing = false;
  };
  const round = () => {
    working = work()
      .catch((error: unknown) => {
        if (!isFailing) log.warn({ err: error }, 'The mailbox could not be handed over. It is tried again.');
        isFailing = true;
      })
      .finally(() => {
        if (!isStopped) timer = setTimeout(round, everyMs);
      });
  };
  round();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}

const wrongSettings =
  'Signals lay in the mailbox of the embedded engine and were handed to the Inngest server. If that goes on, an API or a dashboard runs without INNGEST_BASE_URL.';
