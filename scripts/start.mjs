// @ts-check
// `npm start`: everything on this machine, from a fresh clone to a running system. `--dev`: with reload.
// Until the packages are installed it uses nothing but Node itself.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readArguments } from './lib/arguments.mjs';
import { banner, isJournaled } from './lib/banner.mjs';
import { ensureDemo } from './lib/demo.mjs';
import { keepDemoRegistered } from './lib/demo-offline.mjs';
import { defaultPorts, portUsers, startPrivateHosts } from './lib/environment.mjs';
import {
  ensureLinkKey,
  ensurePhoneHashKey,
  ensureSealKeys,
  ensureVaultKeys,
  ensureWebSecret,
  giveLogins,
  migrate,
  startPostgres,
} from './lib/infra.mjs';
import { ensureBuilt, ensureInstalled, requireNode } from './lib/install.mjs';
import { lockDataDir } from './lib/lock.mjs';
import { ignoreBrokenOutput } from './lib/output.mjs';
import { ensureDataDir, loadDotEnv } from './lib/paths.mjs';
import { choosePorts, readPorts, rememberPorts } from './lib/ports.mjs';
import { Problem, report } from './lib/problem.mjs';
import { processes, startProcess } from './lib/processes.mjs';
import { createProgress } from './lib/progress.mjs';
import { awaitReady } from './lib/ready.mjs';
import { startReceiver } from './lib/receiver.mjs';
import { watchSources } from './lib/reload.mjs';
import { rotateLog } from './lib/rotating-log.mjs';
import { endCommands } from './lib/run.mjs';
import { removeRuntime, writeRuntime } from './lib/runtime.mjs';
import { onStopSignal } from './lib/stop-signals.mjs';
import { backoffMs } from './lib/supervise.mjs';

/** How long the processes of a start that was killed may take to end. */
const killedPatienceMs = 12_000;
const sameSignalMs = 2_000;
const postgresRestartsMax = 20;
const startedAt = Date.now();
const { dev } = readArguments(
  `npm start            the whole product on this machine
npm run dev          the same with reload

Settings are read from the environment and from .env; see .env.example.`,
  { dev: { type: 'boolean' } },
);
const isDev = dev === true;
const progress = createProgress(process.stdout);

/** What to undo at the end, last first. @type {(() => unknown)[]} */
const undo = [];
/** What a second Ctrl-C ends at once. @type {(() => void)[]} */
const kill = [];
let stoppingSince = 0;
/** @type {Promise<void> | undefined} */
let stopping;

/** Stops all that runs, in the reverse order of its start. Safe to call again. */
function stop() {
  stopping ??= (async () => {
    for (let last = undo.pop(); last; last = undo.pop()) {
      await Promise.resolve().then(last).catch(report);
    }
  })();
  return stopping;
}

/** @param {string} reason a signal, or a sentence */
function onStop(reason) {
  if (stopping) {
    // npm passes a Ctrl-C on that the terminal has already sent: the same one, not a second one.
    if (reason === 'SIGINT' && Date.now() - stoppingSince > sameSignalMs) for (const end of kill) end();
    return;
  }
  stoppingSince = Date.now();
  progress.line(`Stopping (${reason}) ...`);
  endCommands();
  stop().then(
    () => process.exit(process.exitCode ?? 0),
    () => process.exit(1),
  );
}
ignoreBrokenOutput();
onStopSignal(onStop);

/** Steps of a start that was interrupted must not start more. */
function checkpoint() {
  if (stopping) throw new Problem('Stopped before it was ready.');
}

/**
 * Keeps PostgreSQL running until the end: when it dies it comes back on the same port, and everything reconnects.
 * @param {string} dataDir
 * @returns {Promise<string>} the connection string
 */
async function keepPostgres(dataDir) {
  const logFile = join(dataDir, 'logs/postgres.log');
  rotateLog(logFile);
  const launch = (/** @type {number | undefined} */ port) => startPostgres({ dataDir, durable: true, logFile, port });
  let server = await launch(undefined);
  undo.push(() => server.stop());
  const keep = async () => {
    for (let restarts = 0; restarts < postgresRestartsMax; restarts += 1) {
      await server.crashed;
      if (stopping) return;
      progress.line(`PostgreSQL ended by itself; starting it again (log: ${logFile})`);
      await delay(backoffMs(restarts));
      rotateLog(logFile);
      server = await launch(server.port);
    }
    throw new Problem(`PostgreSQL does not stay up: see ${logFile}.`);
  };
  keep().catch((error) => {
    report(error);
    onStop('PostgreSQL does not stay up');
  });
  return server.url();
}

/**
 * Chooses the ports of this start and says which are not the ones that were to be expected.
 * @param {string} dataDir
 * @param {number} patienceMs how long processes of an earlier start may take to end
 */
async function reservePorts(dataDir, patienceMs) {
  const remembered = await readPorts(dataDir);
  const { ports, moved } = await choosePorts(process.env, defaultPorts, { remembered, patienceMs });
  await rememberPorts(dataDir, ports, process.env);
  for (const { variable, from, to } of moved) {
    progress.line(`Port ${from} is taken: ${portUsers[variable]} uses ${to}. To choose another port, set ${variable}.`);
  }
  return ports;
}

/**
 * Ends everything when a process refuses its settings: it has said why, and no restart would change it.
 * @param {string} name
 */
function onRefused(name) {
  process.exitCode = 1;
  onStop(`${name} cannot start with these settings`);
}

/**
 * Starts everything and waits until it is ready, with the demo shop registered for offline payments.
 * @param {import('./lib/environment.mjs').Facts} facts
 * @param {import('./lib/demo.mjs').Demo} demo
 */
async function startProcesses(facts, demo) {
  const isCancelled = () => stopping !== undefined;
  const { onLaunch, settled } = keepDemoRegistered({ demo, facts, say: progress.line, isCancelled });
  /** @type {Map<string, import('./lib/supervise.mjs').Supervised>} */
  const running = new Map();
  for (const what of processes) {
    checkpoint();
    const one = await startProcess(what, { facts, isDev, say: progress.line, onRefused, onLaunch });
    undo.push(() => one.stop());
    kill.push(() => one.kill());
    running.set(what.part, one);
  }
  await Promise.all(
    processes.map(({ part, port, health, timeoutMs }) =>
      awaitReady({
        name: part,
        url: `http://localhost:${facts.ports[port]}${health}`,
        timeoutMs,
        logFile: join(facts.DATA_DIR, 'logs', `${part}.log`),
        isCancelled,
      }),
    ),
  );
  await settled();
  return running;
}

async function start() {
  requireNode();
  loadDotEnv();
  if (process.env.NODE_ENV === 'production') {
    progress.line(
      'npm start is made for development. For production, start the processes one by one: docs/operating.md.',
    );
  }
  const dataDir = await ensureDataDir(process.env);
  await ensureInstalled(progress, join(dataDir, 'logs/install.log'));
  const { unlock, isRecovered } = await lockDataDir(dataDir, isDev ? 'npm run dev' : 'npm start');
  undo.push(unlock);
  const ports = await reservePorts(dataDir, isRecovered ? killedPatienceMs : 0);
  await ensureBuilt(progress, join(dataDir, 'logs/build.log'));
  checkpoint();
  const databaseUrl =
    process.env.DATABASE_URL || (await progress.step('Starting PostgreSQL', () => keepPostgres(dataDir)));
  checkpoint();
  const { edited, warning } = await progress.step('Migrating the database', () => migrate(databaseUrl));
  if (warning) progress.line(warning);
  // A server of the user's has logins of the user's: DATABASE_URL_API and so on.
  /** @type {Partial<import('./lib/infra.mjs').ByProcess>} */
  const databaseUrls = process.env.DATABASE_URL ? {} : await giveLogins(dataDir, databaseUrl);
  const missing = `parts of the schema (if its data can go, remove ${dataDir})`;
  for (const name of edited) {
    progress.line(`Migration ${name} was changed after it had been applied: the database may lack ${missing}.`);
  }
  const keys = await ensureSealKeys(dataDir);
  const webSecret = await ensureWebSecret(dataDir);
  const vaultKeys = await ensureVaultKeys(dataDir);
  const phoneHashKey = await ensurePhoneHashKey(dataDir);
  const linkKey = await ensureLinkKey(dataDir);
  const privateHosts = process.env.WEBHOOK_ALLOWED_PRIVATE_HOSTS ?? startPrivateHosts;
  const reach = { DATABASE_URL: databaseUrl, databaseUrls, ports, privateHosts };
  const facts = { DATA_DIR: dataDir, ...reach, ...keys, webSecret, vaultKeys, phoneHashKey, linkKey };
  const { demo, isNew } = await progress.step('Preparing the demo merchant', () => ensureDemo(facts));
  const apiUrl = `http://localhost:${ports.API_PORT}`;
  undo.push(await startReceiver(Number(ports.RECEIVER_PORT)));
  const running = await progress.step('Starting the processes', () => startProcesses(facts, demo));
  checkpoint();
  await writeRuntime(dataDir, reach);
  undo.push(() => removeRuntime(dataDir));
  if (isDev) {
    const ours = processes.filter(({ reloadsItself }) => !reloadsItself);
    undo.push(
      watchSources(ours, (parts) => {
        progress.line(`reloading ${parts.join(', ')}`);
        for (const part of parts) running.get(part)?.restart();
      }),
    );
  }
  const simulatorUrl = `http://localhost:${ports.SIMULATOR_PORT}`;
  const payUrl = process.env.PAY_BASE_URL || `http://localhost:${ports.PAY_PORT}`;
  const readySeconds = (Date.now() - startedAt) / 1000;
  const webUrl = `http://localhost:${ports.WEB_PORT}`;
  const showsSecrets = isNew && !isJournaled(process.env);
  progress.line(banner({ webUrl, apiUrl, simulatorUrl, payUrl, demo, showsSecrets, dataDir, readySeconds }));
}

try {
  await start();
} catch (error) {
  if (!stopping) report(error);
  process.exitCode = 1;
  await stop();
  process.exit(1);
}
