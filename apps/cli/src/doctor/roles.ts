import type { Database } from '@tillgate/db';
import { examineRoles } from '@tillgate/db/roles';
import { type Part, reasonOf } from './part.ts';

/** Rights that one line names; the rest is counted. */
const shownMax = 5;

/** Examines the database roles. Processes that share the owner's user work, so that is a warning and no failure. */
export async function examineRights(db: Database): Promise<Part> {
  try {
    const { missing, lacking, sharing } = await examineRoles(db.pool);
    if (lacking.length > 0)
      return {
        part: 'roles',
        ok: false,
        detail: `Run tillgate migrate (npm start does this). ${lackingText(lacking)}`,
      };
    const warnings = [
      ...(missing.length > 0
        ? [`Missing: ${missing.join(', ')}. Run tillgate migrate, which makes them or prints SQL.`]
        : []),
      ...sharing.map(
        ({ process, user }) =>
          `${process} is connected as ${user}, who may do everything: give it tillgate_${process}.`,
      ),
    ];
    const detail = warnings.length > 0 ? `Warning. ${warnings.join(' ')}` : 'Each process has its own rights.';
    return { part: 'roles', ok: true, detail };
  } catch (error) {
    return { part: 'roles', ok: false, detail: `The roles could not be read: ${reasonOf(error)}` };
  }
}

function lackingText(lacking: string[]): string {
  const more = lacking.length - shownMax;
  return `Lacking: ${lacking.slice(0, shownMax).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
