import type { Context } from '../kernel/context.ts';
import { audit } from './audit.ts';

/** The subject of the entries that say when all rows were backed up. */
export const rowsBackup = 'backup.rows';

/**
 * Notes that all rows were backed up, so that the worker can tell how old the last backup is. Nothing of a tenant's.
 * @param at the moment as of which the rows are
 */
export async function noteBackup(
  { db }: Pick<Context, 'db'>,
  { at, tables, rows }: { at: Date; tables: number; rows: number },
): Promise<void> {
  await audit(db.prisma, {
    actor: 'operator',
    action: 'backup.made',
    subjectId: rowsBackup,
    detail: { tables, rows },
    at,
  });
}
