// @ts-check
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Reads `.env` into the environment; what is set already wins. */
export function loadDotEnv() {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/**
 * The directory of the embedded data, made when missing. A relative DATA_DIR counts from the repository.
 * @param {Record<string, string | undefined>} environment
 * @returns {Promise<string>}
 */
export async function ensureDataDir(environment) {
  const directory = resolve(root, environment.DATA_DIR || '.data');
  await mkdir(join(directory, 'logs'), { recursive: true, mode: 0o755 });
  return directory;
}
