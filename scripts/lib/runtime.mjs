// @ts-check
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOf } from './identity.mjs';

const fileName = 'runtime.json';

/** @typedef {Pick<import('./environment.mjs').Facts, 'DATABASE_URL' | 'databaseUrls' | 'ports' | 'privateHosts'>} Reach */
/** @typedef {Reach & { pid: number, start: string | undefined }} Runtime */

/**
 * Notes how to reach what runs, for `npm run tillgate`. It has passwords of the database: readable by us alone.
 * @param {string} dataDir
 * @param {Reach} facts
 */
export async function writeRuntime(dataDir, facts) {
  const file = join(dataDir, fileName);
  const runtime = { pid: process.pid, start: startOf(process.pid), ...facts };
  await writeFile(`${file}.new`, `${JSON.stringify(runtime, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** @param {string} dataDir */
export async function removeRuntime(dataDir) {
  await rm(join(dataDir, fileName), { force: true });
}

/**
 * What runs on this data directory now; undefined when nothing does.
 * @param {string} dataDir
 * @returns {Promise<Runtime | undefined>}
 */
export async function readRuntime(dataDir) {
  try {
    const runtime = JSON.parse(await readFile(join(dataDir, fileName), 'utf8'));
    return runtime.start !== undefined && startOf(runtime.pid) === runtime.start ? runtime : undefined;
  } catch {
    return undefined;
  }
}
