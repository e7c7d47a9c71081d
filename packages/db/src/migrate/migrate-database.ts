import { applyRoles, type RolesReport } from '../roles/index.ts';
import { deploy, withDeployLock } from './deploy.ts';

/** The result of a migration: the applied migrations, and the state of the roles. */
export type Migrated = { applied: string[]; roles: RolesReport };

/**
 * The migration step: applies the migrations that the database has not seen, then makes the roles of
 * the processes and their rights. Safe to repeat, and from several processes at once.
 */
export async function migrateDatabase(url: string): Promise<Migrated> {
  const applied = await deploy(url);
  return { applied, roles: await withDeployLock(url, () => applyRoles(url)) };
}

/** The warning when roles are missing; undefined when none is. */
export function rolesWarning({ missing, sql }: RolesReport): string | undefined {
  if (missing.length === 0) return undefined;
  return [
    `These database roles are missing, and this user may not create them: ${missing.join(', ')}.`,
    'Without them all processes share one user. Let an administrator of the server run this, then migrate again:',
    sql,
  ].join('\n');
}
