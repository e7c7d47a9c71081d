// @ts-check
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cliArgs } from './cli.mjs';
import { environmentOf } from './environment.mjs';
import { writeSecret } from './infra.mjs';
import { Problem } from './problem.mjs';
import { runCaptured } from './run.mjs';

/**
 * @typedef {{
 *   applicationId: string,
 *   key: string,
 *   people?: { email: string, role: string }[],
 *   password?: string,
 * }} Demo without people when it was made by an earlier version, or there were applications already
 */

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
  const receiver = `http://localhost:${facts.ports.RECEIVER_PORT}/webhooks`;
  const args = [...cliArgs, 'demo', 'seed', '--json', '--receiver', receiver];
  // A history that is cut short is made anew: it need not wait for the disk.
  const quick = own.DATABASE_URL ? {} : { PGOPTIONS: '-c synchronous_commit=off' };
  const env = { ...environmentOf('cli', own, facts), ...quick };
  const { code, stdout, stderr } = await runCaptured(process.execPath, args, { env });
  if (code !== 0) throw new Problem(`The demo merchant could not be made: ${stderr.trim() || `exit code ${code}`}`);
  /** @type {Demo} */
  const demo = JSON.parse(stdout);
  await writeSecret(file, `${JSON.stringify(demo, null, 2)}\n`);
  return demo;
}
