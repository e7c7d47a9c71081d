import type { Context } from '@tillgate/domain';
import { archiveAgeSecondsMax, type Backups, readBackups, rowsAgeSecondsMax } from '@tillgate/domain/reading/backups';
import type { Part } from './part.ts';

/** Examines the archive of the server, and how old the last backup of rows is. */
export async function examineBackups(ctx: Pick<Context, 'db' | 'clock'>): Promise<Part[]> {
  const { archive, rowsAgeSeconds } = await readBackups(ctx);
  return [archivePart(archive), backupPart(rowsAgeSeconds)];
}

/** What is wrong with an archive, or not. */
export function archivePart(archive: Backups['archive']): Part {
  const part = 'archive' as const;
  if (!archive) {
    const detail =
      'PostgreSQL archives nothing (archive_mode is off): a broken disk loses every payment since the backup.';
    return {
      part,
      ok: false,
      detail: `${detail} Turn archiving on, or make sure that your provider does it another way.`,
    };
  }
  const age = `What is not archived yet is ${ageOf(archive.ageSeconds)} old.`;
  if (archive.isFailing) {
    return { part, ok: false, detail: `The last try to archive failed. ${age} Look at the log of PostgreSQL.` };
  }
  if (archive.ageSeconds > archiveAgeSecondsMax) {
    return { part, ok: false, detail: `${age} Set archive_timeout, and look at the log of PostgreSQL.` };
  }
  return { part, ok: true, detail: archive.ageSeconds === 0 ? 'PostgreSQL has archived all that it wrote.' : age };
}

function backupPart(ageSeconds: number | undefined): Part {
  const part = 'backup' as const;
  if (ageSeconds === undefined) {
    return { part, ok: false, detail: 'There was no tillgate backup of this database. Run it every day.' };
  }
  const detail = `The last tillgate backup is ${ageOf(ageSeconds)} old.`;
  if (ageSeconds > rowsAgeSecondsMax) return { part, ok: false, detail: `${detail} Run it every day.` };
  return { part, ok: true, detail: `${detail} Whether its files can be read, restore --verify tells.` };
}

function ageOf(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}
