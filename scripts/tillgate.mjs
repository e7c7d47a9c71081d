// @ts-check
// `npm run -s tillgate -- <command>`: the command line for operators. Installs, builds and finds or starts the database
// by itself; says nothing on stdout that is not the command's own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cliArgs } from './lib/cli.mjs';
import { defaultPorts, environmentOf, namedIn } from './lib/environment.mjs';
import {
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
import { judgeWords, readOutline } from './lib/outline.mjs';
import { ignoreBrokenOutput } from './lib/output.mjs';
import { ensureDataDir, loadDotEnv, root } from './lib/paths.mjs';
import { plannedPorts, readPorts } from './lib/ports.mjs';
import { Problem, report } from './lib/problem.mjs';
import { createQuietProgress } from './lib/progress.mjs';
import { readRuntime } from './lib/runtime.mjs';

const progress = createQuietProgress(process.stderr);

/** @typedef {import('./lib/runtime.mjs').Reach} Place */

/** Commands that speak to the API as a merchant does: they need no database, and must not keep one for themselves. */
const merchantCommands = new Set(['listen', 'trigger']);
const [command = '', verb = ''] = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const needsNothing = merchantCommands.has(command) || (command === 'keys' && verb.startsWith('generate'));
/**
 * Commands that run as the owner of the tables. Those that open secrets get the keys, and not as arguments.
 * @type {Record<string, 'migrate' | 'reseal'>}
 */
const ownersCommands = { migrate: 'migrate', backup: 'migrate', restore: 'reseal', 'keys rotate-seal': 'reseal' };
const part = ownersCommands[command] ?? ownersCommands[`${command} ${verb}`] ?? 'cli';
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const passOnMs = 300;

/**
 * @param {import('./lib/environment.mjs').Facts} facts
 * @returns {Promise<number>} exit code
 */
async function runCommand(facts) {
  const args = process.argv.slice(2);
  const env = environmentOf(part, process.env, facts, namedIn(args));
  const child = spawn(process.execPath, [...cliArgs, ...args], { env, stdio: 'inherit' });
  // A terminal's Ctrl-C reaches the command as well, and a second one while it ends would make that an error. A signal to
  // us alone does not: then it is still there after a moment.
  const passOn = (/** @type {NodeJS.Signals} */ signal) => setTimeout(() => child.kill(signal), passOnMs).unref();
  for (const signal of signals) process.on(signal, passOn);
  const [code, signal] = await once(child, 'close');
  for (const each of signals) process.removeListener(each, passOn);
  return signal ? 1 : (code ?? 1);
}

/**
 * Runs the command beside whatever runs, with no database and no key to seal with.
 * @param {string} dataDir
 * @returns {Promise<number>}
 */
async function runAlone(dataDir) {
  const nothing = { DATABASE_URL: '', publicKey: '', privateKey: '', webSecret: '', vaultKeys: '' };
  return runCommand({ DATA_DIR: dataDir, ...nothing, ports: await portsOf(dataDir) });
}

/**
 * The ports of what runs, else those that a start would take.
 * @param {string} dataDir
 */
async function portsOf(dataDir) {
  const runtime = await readRuntime(dataDir);
  return runtime?.ports ?? plannedPorts(process.env, defaultPorts, await readPorts(dataDir));
}

/**
 * Runs `use` with a database: the user's, the one of a running `npm start`, or one started for this command alone.
 * @param {string} dataDir
 * @param {(place: Place) => Promise<number>} use
 * @returns {Promise<number>}
 */
async function withDatabase(dataDir, use) {
  const ports = await portsOf(dataDir);
  const runtime = await readRuntime(dataDir);
  const own = process.env.DATABASE_URL;
  // Private hosts are those of the `npm start` that uses this database.
  if (own && own !== runtime?.DATABASE_URL) return use({ DATABASE_URL: own, ports });
  if (runtime) return use(runtime);
  // It does not end by itself, so a database of its own would keep `npm start` from starting.
  if (command === 'mcp') throw new Problem('Tillgate is not running. Start it with `npm start`, or set DATABASE_URL.');
  const { unlock } = await lockDataDir(dataDir, 'npm run tillgate');
  try {
    const logFile = join(dataDir, 'logs/postgres.log');
    const server = await startPostgres({ dataDir, durable: true, logFile });
    try {
      await migrate(server.url());
      const databaseUrls = await giveLogins(dataDir, server.url());
      return await use({ DATABASE_URL: server.url(), databaseUrls, ports });
    } finally {
      await server.stop();
    }
  } finally {
    await unlock();
  }
}

/**
 * Answers what needs nothing: help, and errors of usage.
 * @returns {boolean} whether that was all
 */
function answered() {
  const words = process.argv.slice(2);
  const verdict = judgeWords(words, readOutline(root));
  if (verdict.kind === 'run') return false;
  if (verdict.kind === 'help') process.stdout.write(verdict.text);
  else {
    const said = verdict.text.startsWith('error: ')
      ? verdict.text.slice('error: '.length).trim()
      : 'a command is missing; see --help';
    const json = `${JSON.stringify({ error: said, code: 'usage' })}\n`;
    process.stderr.write(words.includes('--json') ? json : verdict.text);
    process.exitCode = 1;
  }
  return true;
}

/** Installs, builds and starts what the command needs, and runs it. */
async function main() {
  requireNode();
  loadDotEnv();
  const dataDir = await ensureDataDir(process.env);
  await ensureInstalled(progress, join(dataDir, 'logs/install.log'));
  await ensureBuilt(progress, join(dataDir, 'logs/build-cli.log'), ['generate', 'build', '--filter=@tillgate/cli...']);
  if (needsNothing) process.exitCode = await runAlone(dataDir);
  else {
    const keys = await ensureSealKeys(dataDir);
    const [webSecret, vaultKeys] =
      part === 'reseal' ? [await ensureWebSecret(dataDir), await ensureVaultKeys(dataDir)] : ['', ''];
    const phoneHashKey = await ensurePhoneHashKey(dataDir);
    process.exitCode = await withDatabase(dataDir, (place) =>
      runCommand({ DATA_DIR: dataDir, ...place, ...keys, webSecret, vaultKeys, phoneHashKey }),
    );
  }
}

ignoreBrokenOutput();
try {
  if (!answered()) await main();
} catch (error) {
  report(error);
}
