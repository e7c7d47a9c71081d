// @ts-check
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cliArgs } from './cli.mjs';
import { environmentOf } from './environment.mjs';
import { Problem } from './problem.mjs';
import { runCaptured } from './run.mjs';

/** @typedef {{ applicationId: string, key: string }} Demo */

/**
 * The demo merchant of this data directory, made on the first start. Its key is kept so that later starts can show it.
 * @param {import('./environment.mjs').Facts} facts
 * @param {Record<string, string | undefined>} [own] the environment that the user gave
 * @returns {Promise<Demo>}
 */
export async function ensureDemo(facts, own = process.env) {
  const file = join(facts.DATA_DIR, 'demo.json');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return JSON.parse(known);
  const env = environmentOf('cli', own, facts);
  const { code, stdout, stderr } = await runCaptured(process.execPath, [...cliArgs, 'demo', 'seed', '--json'], { env });
  if (code !== 0) throw new Problem(`The demo merchant could not be made: ${stderr.trim() || `exit code ${code}`}`);
  /** @type {Demo} */
  const demo = JSON.parse(stdout);
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return demo;
}
