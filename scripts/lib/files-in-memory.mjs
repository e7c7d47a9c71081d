// @ts-check
import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const directory = '/dev/shm';
const bytesMin = 3 * 1024 ** 3;

/**
 * Tests put their databases and other files into memory where that is possible: with a slow disk, making and removing
 * hundreds of databases takes longer than all that is done with them. A TMPDIR that somebody has set stays.
 */
export function keepFilesInMemory() {
  if (!process.env.TMPDIR && hasRoom()) process.env.TMPDIR = directory;
}

/** Whether there is a file system in memory, with room, on which programs may run. */
function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(directory);
    if (bavail * bsize < bytesMin) return false;
    const probe = mkdtempSync(join(directory, 'tillgate-probe-'));
    try {
      writeFileSync(join(probe, 'program'), '', { mode: 0o755 });
      accessSync(join(probe, 'program'), constants.X_OK);
      return true;
    } finally {
      rmSync(probe, { recursive: true });
    }
  } catch {
    return false;
  }
}
