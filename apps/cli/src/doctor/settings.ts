import { type Database, type HarmfulSetting, readServer } from '@tillgate/db';
import type { Part } from './part.ts';

const harms: Record<HarmfulSetting, string> = {
  synchronous_commit: 'synchronous_commit is off: PostgreSQL forgets what it acknowledged last when its machine fails',
  fsync: 'fsync is off: PostgreSQL cannot be used any more when its machine fails',
  full_page_writes: 'full_page_writes is off: a page that is half written when the machine fails stays broken',
  default_transaction_read_only: 'default_transaction_read_only is on: nothing can be written',
  session_replication_role: 'session_replication_role is replica: totals and references are not kept',
};

/** Examines the settings of the server that no connection can set, or that an operator may have wanted. */
export async function examineSettings(db: Pick<Database, 'pool'>): Promise<Part> {
  const { isStandby, encoding, harmful, overridden, lost } = await readServer(db.pool);
  const names = [...new Set(harmful.map(({ name }) => name))];
  const problems = [
    ...(isStandby ? ['DATABASE_URL names a standby, which takes no writes.'] : []),
    ...(encoding === 'UTF8' ? [] : [`The database is in ${encoding}: make one in UTF8 and restore into it.`]),
    ...names.map((name) => `${harms[name]}${placesOf(harmful.filter((one) => one.name === name))}. Change it.`),
    ...(lost.length > 0
      ? [
          `A pooler shares connections and does not keep what Tillgate sets (${lost.join(', ')}). Set it in the database.`,
        ]
      : []),
  ];
  if (problems.length > 0) return { part: 'settings', ok: false, detail: problems.join(' ') };
  const own =
    overridden.length > 0
      ? ` Somebody has set ${overridden.join(', ')} for the database or a role. Tillgate sets its own for each connection.`
      : '';
  return { part: 'settings', ok: true, detail: `PostgreSQL keeps what it acknowledges, and takes writes.${own}` };
}

function placesOf(found: { of: string }[]): string {
  const places = found.map(({ of }) => of).filter((of) => of !== '');
  return places.length > 0 ? ` (set for ${places.join(', ')})` : '';
}
