import { statfs } from 'node:fs/promises';
import type { Database } from '@tillgate/db';
import { type Part, reasonOf } from './part.ts';

/** A full spool has 200 MB, and logs are beside it. */
const freeBytesMin = 1_000_000_000;
const freeShareMin = 0.05;

type Disk = { free: number; size: number };

async function diskOf(directory: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { free: bavail * bsize, size: blocks * bsize };
}

/**
 * Looks at the disk of DATA_DIR on this machine, and asks the database how large it is. How much room the database's disk
 * has, PostgreSQL does not tell.
 * @param look says how large a disk is
 */
export async function examineDisk(
  directory: string | undefined,
  db: Pick<Database, 'pool'> | undefined,
  look: (directory: string) => Promise<Disk> = diskOf,
): Promise<Part[]> {
  const [here, size] = await Promise.all([examineHere(directory, look), sizeOf(db)]);
  const there = `${size} PostgreSQL does not tell how much room its disk has: look there.`;
  return [{ part: 'disk', ok: here.ok, detail: `${here.detail} ${there}` }];
}

async function examineHere(
  directory: string | undefined,
  look: (directory: string) => Promise<Disk>,
): Promise<Pick<Part, 'ok' | 'detail'>> {
  if (directory === undefined) {
    return { ok: true, detail: 'DATA_DIR is not set here. Run this on the machine of each API, with its DATA_DIR.' };
  }
  try {
    const { free, size } = await look(directory);
    const room = `The disk of DATA_DIR (${directory}) on this machine has ${inBytes(free)} of ${inBytes(size)} free.`;
    if (free >= freeBytesMin && free >= size * freeShareMin) return { ok: true, detail: room };
    return { ok: false, detail: `${room} Callbacks wait there while the database is away: make room.` };
  } catch (error) {
    return { ok: false, detail: `Check DATA_DIR (${directory}): ${reasonOf(error)}` };
  }
}

async function sizeOf(db: Pick<Database, 'pool'> | undefined): Promise<string> {
  if (!db) return 'The database is not available.';
  try {
    const { rows } = await db.pool.query<{ bytes: number }>(
      'SELECT pg_database_size(current_database())::float8 AS bytes',
    );
    return `The database has ${inBytes(rows[0]?.bytes ?? 0)}.`;
  } catch (error) {
    return `The size of the database could not be read: ${reasonOf(error)}`;
  }
}

const inBytes = (bytes: number) => (bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`);
