// @ts-check
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOf } from './identity.mjs';
import { Problem } from './problem.mjs';

const attemptsMax = 5;

/** @typedef {{ pid: number, start: string | undefined, command: string, id: string }} Holder */

/** @param {string} file @returns {Promise<Holder | undefined>} */
async function readHolder(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {Holder | undefined} holder */
function isHeld(holder) {
  return holder !== undefined && holder.start !== undefined && startOf(holder.pid) === holder.start;
}

/**
 * Puts a lock aside whose holder was killed. When somebody was faster and made a new one, that one is put back.
 * @param {string} file
 * @param {Holder | undefined} stale
 */
async function putAside(file, stale) {
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  const moved = await readHolder(aside);
  if (moved?.id !== stale?.id && isHeld(moved)) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

/**
 * Takes the data directory for this process alone. A lock that a killed process left is recovered. Answers how to give
 * it back.
 * @param {string} dataDir
 * @param {string} command what the holder is, for the message to others
 * @returns {Promise<() => Promise<void>>}
 */
export async function lockDataDir(dataDir, command) {
  const file = join(dataDir, 'lock');
  const holder = { pid: process.pid, start: startOf(process.pid), command, id: randomBytes(8).toString('hex') };
  const draft = `${file}.${holder.id}`;
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      try {
        // A link appears with its content, all at once, or fails because there is one already.
        await link(draft, file);
        return async () => {
          if ((await readHolder(file))?.id === holder.id) await rm(file, { force: true });
        };
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      }
      const other = await readHolder(file);
      if (isHeld(other)) {
        throw new Problem(`${other?.command} (process ${other?.pid}) is already using ${dataDir}: stop it first.`);
      }
      await putAside(file, other);
    }
    throw new Problem(`Cannot lock ${dataDir}: remove ${file} when nothing uses it.`);
  } finally {
    await rm(draft, { force: true });
  }
}
