import { type Database, openDatabase } from '@tillgate/db';
import type { Env } from '../env.ts';
import { examineCallbacks } from './callbacks.ts';
import { examineEngine } from './engine.ts';
import { examineGap } from './gap.ts';
import { examineKeys } from './keys.ts';
import { examineLimits } from './limits.ts';
import { examineLinks } from './links.ts';
import { type Part, reasonOf } from './part.ts';
import { probe } from './probe.ts';
import { examineProduction } from './production.ts';
import { examineRights } from './roles.ts';
import { examineRules } from './rules.ts';

/**
 * Examines every part separately, so that a broken part does not hide the others.
 * @param isProduction also examines what matters only with real money
 */
export async function examine(env: Env, isProduction = false): Promise<Part[]> {
  const db = openDatabase(env.DATABASE_URL, { poolMax: 2, applicationName: 'tillgate-doctor' });
  try {
    const database = await examineDatabase(db);
    const [migrations, roles, engine, provider, keys, callbacks, rules, links, gap, limits] = await Promise.all([
      database.ok ? examineMigrations(env) : unchecked('migrations'),
      database.ok ? examineRights(db) : unchecked('roles'),
      examineEngine(env, database.ok ? db : undefined),
      examineProvider(env),
      examineKeys(env, database.ok ? db : undefined),
      database.ok ? examineCallbacks(db, env.apiOrigin) : unchecked('callbacks'),
      database.ok ? examineRules(db, env.PHONE_HASH_KEY) : unchecked('rules'),
      database.ok ? examineLinks(db, env) : unchecked('links'),
      database.ok ? examineGap(db) : unchecked('gap'),
      examineLimits(env.REDIS_URL),
    ]);
    const more = isProduction ? await examineProduction(env, database.ok ? db : undefined) : [];
    return [database, migrations, roles, engine, provider, keys, callbacks, rules, links, gap, limits, ...more];
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
    const { unapplied, unknown } = await import('@tillgate/db/migrate');
    const [names, newer] = await Promise.all([unapplied(env.DATABASE_URL), unknown(env.DATABASE_URL)]);
    if (names.length === 0 && newer.length === 0) {
      return { part: 'migrations', ok: true, detail: 'All migrations are applied.' };
    }
    if (names.length === 0) {
      const detail = `The database has migrations of a newer version: ${newer.join(', ')}. This version runs on them unless the changelog says otherwise.`;
      return { part: 'migrations', ok: true, detail };
    }
    return {
      part: 'migrations',
      ok: false,
      detail: `Apply these migrations (npm start and tillgate migrate do this): ${names.join(', ')}`,
    };
  } catch (error) {
    return { part: 'migrations', ok: false, detail: `The migrations could not be read: ${reasonOf(error)}` };
  }
}

async function examineProvider(env: Env): Promise<Part> {
  const url = env.PROVIDER_SANDBOX_URL;
  const result = await probe(url);
  if (result.reached) return { part: 'provider', ok: true, detail: `The sandbox at ${url} responds.` };
  return { part: 'provider', ok: false, detail: `Check PROVIDER_SANDBOX_URL (${url}): ${result.reason}` };
}
