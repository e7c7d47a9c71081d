import { type Database, openDatabase } from '@tillgate/db';
import { createOpen, createSeal, keyIdOf, parseSealed, readKey } from '@tillgate/domain/sealing';
import type { Env } from '../env.ts';
import { type Part, reasonOf } from './part.ts';
import { probe } from './probe.ts';

/** An engine at work empties its mailbox within seconds. */
const mailboxAgeSecondsMax = 60;

/** Looks at every part, each for itself: one that is broken does not hide the others. */
export async function examine(env: Env): Promise<Part[]> {
  const db = openDatabase(env.DATABASE_URL, { poolMax: 2, applicationName: 'tillgate-doctor' });
  try {
    const database = await examineDatabase(db);
    const [migrations, engine, provider, keys] = await Promise.all([
      database.ok ? examineMigrations(env) : unseen('migrations'),
      env.INNGEST_BASE_URL ? examineServer(env.INNGEST_BASE_URL) : database.ok ? examineEngine(db) : unseen('engine'),
      examineProvider(env),
      examineKeys(env, database.ok ? db : undefined),
    ]);
    return [database, migrations, engine, provider, keys];
  } finally {
    await db.close();
  }
}

function unseen(part: Part['part']): Part {
  return { part, ok: false, detail: 'Cannot be seen without the database.' };
}

async function examineDatabase(db: Database): Promise<Part> {
  try {
    const { rows } = await db.pool.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
    return { part: 'database', ok: true, detail: `PostgreSQL ${rows[0]?.version}` };
  } catch (error) {
    return { part: 'database', ok: false, detail: `Check DATABASE_URL and that the server runs: ${reasonOf(error)}` };
  }
}

async function examineMigrations(env: Env): Promise<Part> {
  try {
    const { unapplied } = await import('@tillgate/db/migrate');
    const names = await unapplied(env.DATABASE_URL);
    if (names.length === 0) return { part: 'migrations', ok: true, detail: 'All are applied.' };
    return { part: 'migrations', ok: false, detail: `Apply them (npm start does): ${names.join(', ')}` };
  } catch (error) {
    return { part: 'migrations', ok: false, detail: `They cannot be read: ${reasonOf(error)}` };
  }
}

/** The embedded engine, by what it leaves in the database. */
async function examineEngine(db: Database): Promise<Part> {
  try {
    const { rows } = await db.pool.query<{ age: number | null; runs: string }>(`
      SELECT (SELECT extract(epoch FROM now() - min(received_at))::float8 FROM engine_events) AS age,
             (SELECT count(*) FROM engine_runs WHERE status = 'queued') AS runs`);
    const ageSeconds = Math.round(rows[0]?.age ?? 0);
    if (ageSeconds > mailboxAgeSecondsMax) {
      return { part: 'engine', ok: false, detail: `The oldest event waits since ${ageSeconds} s: start the worker.` };
    }
    return { part: 'engine', ok: true, detail: `Embedded; no event waits long, ${rows[0]?.runs} runs are open.` };
  } catch (error) {
    return { part: 'engine', ok: false, detail: `Its tables cannot be read: ${reasonOf(error)}` };
  }
}

async function examineServer(url: string): Promise<Part> {
  const result = await probe(url);
  if (result.reached) return { part: 'engine', ok: true, detail: `The Inngest server at ${url} answers.` };
  return { part: 'engine', ok: false, detail: `Check INNGEST_BASE_URL (${url}): ${result.reason}` };
}

async function examineProvider(env: Env): Promise<Part> {
  const url = env.PROVIDER_SANDBOX_URL;
  const result = await probe(url);
  if (result.reached) return { part: 'provider', ok: true, detail: `The sandbox at ${url} answers.` };
  return { part: 'provider', ok: false, detail: `Check PROVIDER_SANDBOX_URL (${url}): ${result.reason}` };
}

async function examineKeys(env: Env, db: Database | undefined): Promise<Part> {
  const publicKey = readKey(env.SEAL_PUBLIC_KEY.trim());
  const keyId = publicKey ? keyIdOf(publicKey) : '';
  if (env.SEAL_PRIVATE_KEY) {
    try {
      const open = await createOpen(env.SEAL_PRIVATE_KEY);
      open((await createSeal(env.SEAL_PUBLIC_KEY))('probe'));
      const stranger = db ? await sealedForAnother(db, open) : undefined;
      if (stranger) return { part: 'keys', ok: false, detail: stranger };
    } catch (error) {
      return { part: 'keys', ok: false, detail: `SEAL_PRIVATE_KEY does not fit SEAL_PUBLIC_KEY: ${reasonOf(error)}` };
    }
    return { part: 'keys', ok: true, detail: `The pair ${keyId} fits and opens what is stored.` };
  }
  const detail = `The public key ${keyId} is well formed. SEAL_PRIVATE_KEY is not set here, so the pair was not tried.`;
  return { part: 'keys', ok: true, detail };
}

/** Why stored credentials could not be opened, one sample per key they were sealed for. Shows key ids only. */
async function sealedForAnother(db: Database, open: (sealed: string) => string): Promise<string | undefined> {
  const { rows } = await db.pool
    .query<{ sealed: string }>(`
      SELECT min(sealed_passkey) AS sealed FROM provider_credentials GROUP BY split_part(sealed_passkey, '.', 2) LIMIT 20`)
    .catch(() => ({ rows: [] }));
  for (const { sealed } of rows) {
    try {
      open(sealed);
    } catch {
      const keyId = parseSealed(sealed)?.keyId ?? 'unknown';
      return `Some credentials are sealed for key ${keyId}: add its private key to SEAL_PRIVATE_KEY, after a comma.`;
    }
  }
  return undefined;
}
