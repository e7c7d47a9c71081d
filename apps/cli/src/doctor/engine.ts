import type { Database } from '@tillgate/db';
import { z } from 'zod';
import type { Env } from '../env.ts';
import { type Part, reasonOf } from './part.ts';
import { probe, probeTimeoutMs } from './probe.ts';

/** A working engine empties its mailbox within seconds. */
const mailboxAgeSecondsMax = 60;

const readinessSchema = z.object({ status: z.string(), engine: z.string(), reason: z.string().optional() });

/**
 * Examines what runs the background functions: the embedded engine, or an Inngest server and its workers.
 * @param db undefined when the database is not available
 */
export async function examineEngine(env: Env, db: Database | undefined): Promise<Part> {
  const { INNGEST_BASE_URL: server, INNGEST_SERVE_ORIGIN: workers } = env;
  if (server) return examineServer({ server, workers, db });
  if (!db) return failed('Not checked: the database is not available.');
  try {
    const overdue = await overdueSignals(db);
    if (overdue) return failed(`${overdue} Start the worker.`);
    const { rows } = await db.pool.query<{ runs: string }>(
      "SELECT count(*) AS runs FROM engine_runs WHERE status = 'queued'",
    );
    return well(`Embedded. No signal is overdue, and ${rows[0]?.runs} runs are queued.`);
  } catch (error) {
    return failed(`The engine's tables could not be read: ${reasonOf(error)}`);
  }
}

const well = (detail: string): Part => ({ part: 'engine', ok: true, detail });
const failed = (detail: string): Part => ({ part: 'engine', ok: false, detail });

async function overdueSignals(db: Database): Promise<string | undefined> {
  const { rows } = await db.pool.query<{ age: number | null }>(
    'SELECT extract(epoch FROM now() - min(received_at))::float8 AS age FROM engine_events',
  );
  const ageSeconds = Math.round(rows[0]?.age ?? 0);
  return ageSeconds > mailboxAgeSecondsMax ? `The oldest signal has waited for ${ageSeconds} s.` : undefined;
}

type Parts = { server: string; workers: string | undefined; db: Database | undefined };

async function examineServer({ server, workers, db }: Parts): Promise<Part> {
  const found = await probe(server);
  if (!found.reached) return failed(`Check INNGEST_BASE_URL (${server}): ${found.reason}`);
  const responds = `The Inngest server at ${server} responds.`;
  if (!workers) return well(`${responds} The workers were not asked: set INNGEST_SERVE_ORIGIN here as on them.`);
  const trouble = await askWorker(workers);
  if (trouble) return failed(trouble);
  const overdue = db && (await overdueSignals(db).catch(() => undefined));
  if (overdue) return failed(`${overdue} A worker hands such signals to the Inngest server: look at its log.`);
  return well(`${responds} A worker at ${workers} says that the server knows its keys and its functions.`);
}

/** Calls a worker like the Inngest server does. Returns the problem, if any. */
async function askWorker(origin: string): Promise<string | undefined> {
  const where = `${origin}/readyz`;
  try {
    const response = await fetch(where, { redirect: 'manual', signal: AbortSignal.timeout(probeTimeoutMs) });
    const read = readinessSchema.safeParse(await response.json().catch(() => undefined));
    if (!read.success) return `${where} answers ${response.status}, and not as a worker does. Look at the balancer.`;
    const { status, engine, reason } = read.data;
    if (engine !== 'inngest') return `The worker at ${origin} uses the embedded engine: set INNGEST_BASE_URL there.`;
    return status === 'ok' ? undefined : `The worker at ${origin} is not ready. ${reason ?? 'Look at its log.'}`;
  } catch (error) {
    return `Check INNGEST_SERVE_ORIGIN (${origin}), the balancer and the workers: ${reasonOf(error)}`;
  }
}
