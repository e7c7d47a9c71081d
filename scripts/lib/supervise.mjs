// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { byLine, consoleText } from './log-lines.mjs';
import { openRotatingLog } from './rotating-log.mjs';

const backoffFirstMs = 250;
const backoffMaxMs = 10_000;
/** A process that lived this long starts its backoff anew. */
const steadyMs = 30_000;
/** The exit code of a process that refuses its settings. The same as in packages/process. */
const refusedSettings = 78;
/** A push that is under way may last 30 s, and its answer must be recorded. A second Ctrl-C does not wait. */
const stopPatienceMs = 50_000;

/**
 * How long to wait before the n-th restart in a row.
 * @param {number} restarts from 0
 * @returns {number}
 */
export function backoffMs(restarts) {
  return Math.min(backoffMaxMs, backoffFirstMs * 2 ** Math.min(restarts, 16));
}

/**
 * @typedef {{
 *   name: string,
 *   args: string[],
 *   cwd: string,
 *   env: Record<string, string>,
 *   account?: import('./account.mjs').Account,
 *   logFile: string,
 *   logBytesMax?: number,
 *   say: (text: string) => void,
 *   onRefused?: (name: string) => void,
 *   onLaunch?: () => void,
 * }} ProcessSpec
 * @typedef {{
 *   pid(): number | undefined,
 *   restart(): void,
 *   stop(): Promise<void>,
 *   kill(): void,
 * }} Supervised
 */

/**
 * Starts the process once. Each line goes to `take`.
 * @param {ProcessSpec} spec
 * @param {(line: string, isError: boolean) => void} take
 */
function spawnProcess({ name, args, cwd, env, account, say }, take) {
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    ...account,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A process group of its own: Ctrl-C reaches us alone, and we stop the others in order.
    detached: true,
  });
  for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
    child[stream]?.on(
      'data',
      byLine((line) => take(line, stream === 'stderr')),
    );
  }
  child.once('error', (error) => say(`[${name}] ${error.message}`));
  return child;
}

/**
 * Keeps one of our Node processes running until it is stopped: restarts it when it dies, keeps its log, shows its
 * warnings. One that refuses its settings is not restarted: `onRefused` hears of it. `onLaunch` hears of each start, and the
 * process may not be ready then. The process has an IPC channel that closes when we die: see end-with-parent.mjs.
 * @param {ProcessSpec} spec
 * @returns {Promise<Supervised>}
 */
export async function supervise(spec) {
  const { name, logFile, logBytesMax, say, onRefused, onLaunch } = spec;
  const log = openRotatingLog(logFile, {
    bytesMax: logBytesMax,
    // A full disk costs the log, not the system.
    onError: (error) => say(`The log of ${name} cannot be written: ${error.message}`),
  });
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {NodeJS.Timeout | undefined} */
  let waiting;
  let isStopping = false;
  let isWantedRestart = false;
  let restarts = 0;

  /** @param {string} line @param {boolean} isError */
  const take = (line, isError) => {
    log.write(line);
    const text = consoleText(line, isError);
    if (text !== undefined && !isStopping) say(`[${name}] ${text}`);
  };

  /** @param {string} ended @param {number} livedMs */
  const next = (ended, livedMs) => {
    if (isStopping) return;
    if (livedMs > steadyMs) restarts = 0;
    const delayMs = isWantedRestart ? 0 : backoffMs(restarts);
    if (!isWantedRestart) {
      say(`${name} ${ended}; restarting in ${delayMs / 1000} s (log: ${logFile})`);
      restarts += 1;
    }
    isWantedRestart = false;
    waiting = setTimeout(launch, delayMs);
  };

  function launch() {
    waiting = undefined;
    const since = Date.now();
    child = spawnProcess(spec, take);
    onLaunch?.();
    child.once('close', (code, signal) => {
      child = undefined;
      if (code === refusedSettings && onRefused && !isStopping) return onRefused(name);
      next(signal ? `was ended by ${signal}` : `ended with code ${code}`, Date.now() - since);
    });
  }

  launch();
  return {
    pid: () => child?.pid,
    restart() {
      if (!child) return;
      isWantedRestart = true;
      child.kill('SIGTERM');
    },
    async stop() {
      isStopping = true;
      clearTimeout(waiting);
      if (child) await end(child);
      await log.end();
    },
    kill() {
      child?.kill('SIGKILL');
    },
  };
}

/**
 * Asks a process to end, waits for it, and kills it when it takes too long.
 * @param {import('node:child_process').ChildProcess} child
 */
async function end(child) {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs);
  await closed;
  clearTimeout(patience);
}
