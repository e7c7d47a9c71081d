import type { Database } from '@tillgate/db';
import type { Env } from '../env.ts';
import { examineBackups } from './backups.ts';
import { examineClock } from './clock.ts';
import { examineDisk } from './disk.ts';
import { type Part, type ProductionPart, reasonOf } from './part.ts';
import { examinePublic } from './public.ts';
import { examineSettings } from './settings.ts';

/**
 * Examines what matters only with real money, each part on its own.
 * @param db undefined when the database is not available
 */
export async function examineProduction(env: Env, db: Database | undefined): Promise<Part[]> {
  const withDatabase = (parts: ProductionPart[], look: (db: Database) => Promise<Part[]>): Promise<Part[]> =>
    db
      ? look(db).catch((error) => failed(parts, `The database does not tell: ${reasonOf(error)}`))
      : Promise.resolve(failed(parts, 'Not checked: the database is not available.'));
  const found = await Promise.all([
    examinePublic(env.PUBLIC_BASE_URL),
    withDatabase(['archive', 'backup'], (open) => examineBackups({ db: open, clock: { now: () => new Date() } })),
    withDatabase(['clock'], async (open) => [await examineClock(open)]),
    examineDisk(env.DATA_DIR, db),
    withDatabase(['settings'], async (open) => [await examineSettings(open)]),
  ]);
  return found.flat();
}

const failed = (parts: ProductionPart[], detail: string): Part[] => parts.map((part) => ({ part, ok: false, detail }));
