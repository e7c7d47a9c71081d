// @ts-check
import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOf } from './identity.mjs';
import { Problem } from './problem.mjs';

const attemptsMax = 20;
const name = /^lock-(\d+)$/;

/**
 * A lock is a file `lock-<n>`; the one with the highest number counts. A new holder never touches the file of another: it
 * makes the next number, which the file system lets only one of many do. A number is removed only once a higher one
 * exists, so a slow process sees the higher one and gives way.
 * @typedef {{ pid: number, start: string | undefined, command: string, isReleased?: boolean }} Holder
 */

/** @param {string} dataDir @returns {Promise<number[]>} */
async function numbersIn(dataDir) {
  return (await readdir(dataDir)).flatMap((file) => (name.test(file) ? [Number(name.exec(file)?.[1])] : []));
}

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
  if (!holder || holder.isReleased || holder.start === undefined) return false;
  return startOf(holder.pid) === holder.start;
}

/**
 * Makes the file unless it exists. It appears with its content, all at once.
 * @param {string} draft
 * @param {string} file
 */
async function linkOnce(draft, file) {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Takes the data directory for this process alone. The lock of a process that was killed is recovered. Throws a sentence
 * when somebody holds it.
 * @param {string} dataDir
 * @param {string} command what the holder is, for the message to others
 * @returns {Promise<{ isRecovered: boolean, unlock: () => Promise<void> }>}
 */
export async function lockDataDir(dataDir, command) {
  const draft = join(dataDir, `lock.${randomBytes(8).toString('hex')}`);
  /** @type {Holder} */
  const holder = { pid: process.pid, start: startOf(process.pid), command };
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const newest = Math.max(0, ...(await numbersIn(dataDir)));
      const other = newest > 0 ? await readHolder(join(dataDir, `lock-${newest}`)) : { ...holder, isReleased: true };
      if (isHeld(other)) {
        throw new Problem(`${other?.command} (process ${other?.pid}) is already using ${dataDir}: stop it first.`);
      }
      const own = newest + 1;
      const file = join(dataDir, `lock-${own}`);
      if (!(await linkOnce(draft, file))) continue;
      const numbers = await numbersIn(dataDir);
      if (numbers.some((number) => number > own)) {
        await rm(file, { force: true });
        continue;
      }
      for (const number of numbers) if (number < own) await rm(join(dataDir, `lock-${number}`), { force: true });
      return { isRecovered: !other?.isReleased, unlock: () => release(file, holder) };
    }
    throw new Problem(`Cannot lock ${dataDir}: too many others try at the same time.`);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Gives the lock back. The file stays as a mark: numbers never start over.
 * @param {string} file
 * @param {Holder} holder
 */
async function release(file, holder) {
  await writeFile(`${file}.released`, JSON.stringify({ ...holder, isReleased: true }), { mode: 0o600 });
  await rename(`${file}.released`, file);
}
