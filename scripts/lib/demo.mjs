// @ts-check
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cliArgs } from './cli.mjs';
import { defaultPorts, environmentOf } from './environment.mjs';
import { writeSecret } from './infra.mjs';
import { Problem } from './problem.mjs';
import { runCaptured } from './run.mjs';

/**
 * @typedef {{
 *   applicationId: string,
 *   key: string,
 *   people?: { email: string, role: string }[],
 *   password?: string,
 *   receiver?: string,
 *   portals?: { rail: string, clientId: string, callbackKey: string, hookToken: string }[],
 * }} Demo without people when it was made by an earlier version, or there were applications already. `receiver` is the URL
 * that the webhooks of the demo shop go to; `portals`: where notices of its accounts at further networks have to go.
 */

/** Where the webhooks of the demo shop went before the data directory noted it. */
const firstReceiver = `http://localhost:${defaultPorts.RECEIVER_PORT}/webhooks`;

/**
 * The demo merchant of this data directory, made on the first start. Its key is kept so that later starts can show it.
 * @param {import('./environment.mjs').Facts} facts
 * @param {Record<string, string | undefined>} [own] the environment that the user gave
 * @returns {Promise<{ demo: Demo, isNew: boolean }>}
 */
export async function ensureDemo(facts, own = process.env) {
  const file = join(facts.DATA_DIR, 'demo.json');
  const receiver = `http://localhost:${facts.ports.RECEIVER_PORT}/webhooks`;
  // The history of the demo is rows that no command may write. Its receiver is ours, so registering it is always right:
  // whether webhooks reach it is the worker's to judge.
  const asOwner = { DATABASE_URL: facts.DATABASE_URL, WEBHOOK_ALLOWED_PRIVATE_HOSTS: new URL(receiver).host };
  const env = { ...environmentOf('cli', own, facts), ...asOwner };
  const known = await readFile(file, 'utf8').catch(() => undefined);
  /** @type {Demo} */
  const demo = known === undefined ? await seed(receiver, env, own) : JSON.parse(known);
  const isMoved = known !== undefined && (demo.receiver ?? firstReceiver) !== receiver;
  if (isMoved) await moveEndpoint(demo, receiver, env);
  if (known === undefined || isMoved) await writeSecret(file, `${JSON.stringify({ ...demo, receiver }, null, 2)}\n`);
  return { demo, isNew: known === undefined };
}

/**
 * The demo merchant that an earlier start made; undefined when there is none.
 * @param {string} dataDir
 * @returns {Promise<Demo | undefined>}
 */
export async function readDemo(dataDir) {
  const text = await readFile(join(dataDir, 'demo.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/**
 * @param {string} receiver
 * @param {Record<string, string>} env
 * @param {Record<string, string | undefined>} own
 * @returns {Promise<Demo>}
 */
async function seed(receiver, env, own) {
  // A history that is cut short is made anew: it need not wait for the disk.
  const quick = own.DATABASE_URL ? env : { ...env, PGOPTIONS: '-c synchronous_commit=off' };
  const bare = own.TILLGATE_DEMO_HISTORY === 'no' ? ['--no-history'] : [];
  return tillgate(['demo', 'seed', ...bare, '--receiver', receiver], quick);
}

/**
 * The receiver listens on another port than before: the endpoint of the demo shop follows, unless it is gone.
 * @param {Demo} demo
 * @param {string} receiver
 * @param {Record<string, string>} env
 */
async function moveEndpoint({ applicationId, receiver: before = firstReceiver }, receiver, env) {
  /** @type {{ endpoints: { endpointId: string, url: string }[] }} */
  const { endpoints } = await tillgate(['endpoint', 'list', '--app', applicationId, '--env', 'sandbox'], env);
  for (const { endpointId } of endpoints.filter(({ url }) => url === before)) {
    await tillgate(['endpoint', 'update', '--endpoint', endpointId, '--url', receiver], env);
  }
}

/**
 * Runs a command of ours and returns what it says.
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<any>}
 */
async function tillgate(args, env) {
  const { code, stdout, stderr } = await runCaptured(process.execPath, [...cliArgs, ...args, '--json'], { env });
  if (code === 0) return JSON.parse(stdout);
  throw new Problem(`The demo merchant could not be prepared: ${stderr.trim() || `exit code ${code}`}`);
}
