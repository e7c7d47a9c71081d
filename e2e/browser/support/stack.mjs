// @ts-check
// The whole product for the browser tests: an embedded PostgreSQL, a provider, and our processes as they are deployed.
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDemo } from '../../../scripts/lib/demo.mjs';
import { defaultPorts, startPrivateHosts } from '../../../scripts/lib/environment.mjs';
import {
  ensureLinkKey,
  ensurePhoneHashKey,
  ensureSealKeys,
  ensureVaultKeys,
  ensureWebSecret,
  giveLogins,
  migrate,
  startPostgres,
} from '../../../scripts/lib/infra.mjs';
import { freePorts } from '../../../scripts/lib/ports.mjs';
import { Problem } from '../../../scripts/lib/problem.mjs';
import { processes, startProcess } from '../../../scripts/lib/processes.mjs';
import { awaitReady } from '../../../scripts/lib/ready.mjs';
import { startReceiver } from '../../../scripts/lib/receiver.mjs';

/**
 * What a test must know of a stack.
 * @typedef {{
 *   webUrl: string,
 *   apiUrl: string,
 *   simulatorUrl: string,
 *   workerUrl: string,
 *   databaseUrl: string,
 *   webDatabaseUrl: string,
 *   publicKey: string,
 *   privateKey: string,
 *   isDev: boolean,
 *   logs: string,
 *   demo?: import('../../../scripts/lib/demo.mjs').Demo,
 * }} StackFacts
 */

/** Quick enough for tests, slow enough for a person to be seen waiting. */
const settings = {
  TZ: 'UTC',
  PROVIDER_TIMEOUT_MS: '30000',
  RATE_LIMIT_COLLECT_PER_KEY: '10000/1',
  RATE_LIMIT_REQUESTS_PER_KEY: '100000/1',
  RATE_LIMIT_COLLECT_PER_PHONE: '10000/1',
  SIMULATOR_DELAY_MS: '400',
  SIMULATOR_LATE_CALLBACK_MS: '3000',
  SIMULATOR_SLOW_ACK_MS: '2000',
  // Each test comes from an address of its own, so that limits of sign-ins by address do not make tests wait for others.
  TRUSTED_PROXIES: '127.0.0.1,::1',
};

/** The rest of this machine's environment stays outside: somebody's .env must not decide what is tested. */
function ownEnvironment() {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG, ...settings };
}

const logLinesShown = 20;

/** What the processes said last, for whoever sees the stack fail. @param {string} logs */
async function showLogs(logs) {
  for (const file of await readdir(logs).catch(() => [])) {
    const lines = (await readFile(join(logs, file), 'utf8')).trimEnd().split('\n');
    console.error(`--- ${file}\n${lines.slice(-logLinesShown).join('\n')}`);
  }
}

/** @typedef {{ isDev?: boolean, withDemo?: boolean, ports?: Record<string, number>, say: (text: string) => void }} StackOptions */

/**
 * Starts everything. `ready` answers once all of it answers; `stop` leaves nothing behind, whenever it is called.
 * @param {StackOptions} options
 * @returns {{ ready: Promise<StackFacts>, stop: () => Promise<void> }}
 */
export function startStack(options) {
  /** What to undo at the end, last first. @type {(() => unknown)[]} */
  const undo = [];
  let isStopping = false;
  const unwind = async () => {
    for (let last = undo.pop(); last; last = undo.pop()) await Promise.resolve().then(last).catch(console.error);
  };
  const ready = start(options, undo, () => isStopping).catch(async (error) => {
    await unwind();
    throw error;
  });
  return {
    ready,
    async stop() {
      isStopping = true;
      await ready.catch(() => undefined);
      await unwind();
    },
  };
}

/**
 * @param {StackOptions} options
 * @param {(() => unknown)[]} undo
 * @param {() => boolean} isStopping
 * @returns {Promise<StackFacts>}
 */
async function start({ isDev = false, withDemo = false, ports: wanted, say }, undo, isStopping) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillgate browser-'));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const logs = join(dataDir, 'logs');
  await mkdir(logs);
  const server = await startPostgres({ dataDir, durable: false });
  undo.push(() => server.stop());
  await migrate(server.url());
  const databaseUrls = await giveLogins(dataDir, server.url());
  const ports = { ...(await freePorts(Object.keys(defaultPorts))), ...wanted };
  const keys = await ensureSealKeys(dataDir);
  const webSecret = await ensureWebSecret(dataDir);
  const vaultKeys = await ensureVaultKeys(dataDir);
  const phoneHashKey = await ensurePhoneHashKey(dataDir);
  const linkKey = await ensureLinkKey(dataDir);
  const reach = { DATABASE_URL: server.url(), databaseUrls, ports, privateHosts: startPrivateHosts };
  const facts = { DATA_DIR: dataDir, ...reach, ...keys, webSecret, vaultKeys, phoneHashKey, linkKey };
  const own = ownEnvironment();
  const demo = withDemo ? (await ensureDemo(facts, own)).demo : undefined;
  if (demo) undo.push(await startReceiver(Number(ports.RECEIVER_PORT)));
  for (const what of processes) {
    if (isStopping()) throw new Problem('Stopped before it was ready.');
    const running = await startProcess(what, { facts, isDev: isDev && what.part === 'web', say, own });
    undo.push(() => running.stop());
  }
  const url = (/** @type {string} */ variable) => `http://localhost:${ports[variable]}`;
  const awaited = processes.map(({ part, port, health, timeoutMs }) => {
    const logFile = join(logs, `${part}.log`);
    return awaitReady({ name: part, url: `${url(port)}${health}`, timeoutMs, logFile, isCancelled: isStopping });
  });
  await Promise.all(awaited).catch(async (error) => {
    if (!isStopping()) await showLogs(logs);
    throw error;
  });
  return {
    webUrl: url('WEB_PORT'),
    apiUrl: `${url('API_PORT')}/functions/v1`,
    simulatorUrl: url('SIMULATOR_PORT'),
    workerUrl: url('WORKER_PORT'),
    databaseUrl: server.url(),
    webDatabaseUrl: databaseUrls.web,
    ...keys,
    isDev,
    logs,
    demo,
  };
}
