import { type Database, openDatabase } from '@tillgate/db';
import type { Env } from '../env.ts';
import { examineCallbacks } from './callbacks.ts';
import { examineKeys } from './keys.ts';
import { type Part, reasonOf } from './part.ts';
import { probe } from './probe.ts';
import { examineRights } from './roles.ts';
import { examineRules } from './rules.ts';

/** A working engine empties its mailbox within seconds. */
const mailboxAgeSecondsMax = 60;

/** Examines every part separately, so that a broken part does not hide the others. */
export async function examine(env: Env): Promise<Part[]> {
  const db = openDatabase(env.DATABASE_URL, { poolMax: 2, applicationName: 'tillgate-doctor' });
  try {
    const database = await examineDatabase(db);
    const [migrations, roles, engine, provider, keys, callbacks, rules] = await Promise.all([
      database.ok ? examineMigrations(env) : unchecked('migrations'),
      database.ok ? examineRights(db) : unchecked('roles'),
      env.INNGEST_BASE_URL
        ? examineServer(env.INNGEST_BASE_URL)
        : database.ok
          ? examineEngine(db)
          : unchecked('engine'),
      examineProvider(env),
      examineKeys(env, database.ok ? db : undefined),
      database.ok ? examineCallbacks(db, env.apiOrigin) : unchecked('callbacks'),
      database.ok ? examineRules(db) : unchecked('rules'),
    ]);
    return [database, migrations, roles, engine, provider, keys, callbacks, rules];
  } finally {
    await db.close();
  }
}

function unchecked(part: Part['part']): Part {
  return { part, ok: false, detail: 'Not checked: the database is not available.' };
}

async function examineDatabase(db: Database): Promise<Part> {
  try {
    const { rows } = await db.pool.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
    return { part: 'database', ok: true, detail: `PostgreSQL ${rows[0]?.version}` };
  } catch (error) {
    return {
      part: 'database',
      ok: false,
      detail: `Check DATABASE_URL and whether the database is running: ${reasonOf(error)}`,
    };
  }
}

async function examineMigrations(env: Env): Promise<Part> {
  try {
    const { unapplied } = await import('@tillgate/db/migrate');
    const names = await unapplied(env.DATABASE_URL);
    if (names.length === 0) return { part: 'migrations', ok: true, detail: 'All migrations are applied.' };
    return {
      part: 'migrations',
      ok: false,
      detail: `Apply these migrations (npm start and tillgate migrate do this): ${names.join(', ')}`,
    };
  } catch (error) {
    return { part: 'migrations', ok: false, detail: `The migrations could not be read: ${reasonOf(error)}` };
  }
}

/** Examines the embedded engine by its rows in the database. */
async function examineEngine(db: Database): Promise<Part> {
  try {
    const { rows } = await db.pool.query<{ age: number | null; runs: string }>(`
      SELECT (SELECT extract(epoch FROM now() - min(received_at))::float8 FROM engine_events) AS age,
             (SELECT count(*) FROM engine_runs WHERE status = 'queued') AS runs`);
    const ageSeconds = Math.round(rows[0]?.age ?? 0);
    if (ageSeconds > mailboxAgeSecondsMax) {
      return {
        part: 'engine',
        ok: false,
        detail: `The oldest signal has waited for ${ageSeconds} s. Start the worker.`,
      };
    }
    return {
      part: 'engine',
      ok: true,
      detail: `Embedded. No signal is overdue, and ${rows[0]?.runs} runs are queued.`,
    };
  } catch (error) {
    return { part: 'engine', ok: false, detail: `The engine's tables could not be read: ${reasonOf(error)}` };
  }
}

async function examineServer(url: string): Promise<Part> {
  const result = await probe(url);
  if (result.reached) return { part: 'engine', ok: true, detail: `The Inngest server at ${url} responds.` };
  return { part: 'engine', ok: false, detail: `Check INNGEST_BASE_URL (${url}): ${result.reason}` };
}

async function examineProvider(env: Env): Promise<Part> {
  const url = env.PROVIDER_SANDBOX_URL;
  const result = await probe(url);
  if (result.reached) return { part: 'provider', ok: true, detail: `The sandbox at ${url} responds.` };
  return { part: 'provider', ok: false, detail: `Check PROVIDER_SANDBOX_URL (${url}): ${result.reason}` };
}
