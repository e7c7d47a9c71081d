// @ts-check
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { root } from './paths.mjs';

const parentPollMs = 500;

/**
 * Whether npm runs this process as one of the repository's own scripts that start everything. Its variables alone do not
 * tell: what such a script starts inherits them, and so does a start from another package's script.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {boolean}
 */
export function isRunByNpm(environment) {
  const { npm_lifecycle_event: script = '', npm_package_json: manifest } = environment;
  if (!['start', 'dev'].includes(script) || !manifest) return false;
  try {
    return realpathSync(manifest) === realpathSync(join(root, 'package.json'));
  } catch {
    return false;
  }
}

/**
 * Calls `stop` when this process is to end: on SIGINT and SIGTERM, when its terminal closes, and when the npm that runs it
 * is gone (killed, or told to end by a service manager).
 *
 * Node undoes what `nohup` sets. So a SIGHUP counts only with a terminal; without one it is a hangup that `nohup` holds
 * off, and npm may die of it without being missed.
 * @param {(reason: string) => void} stop is called for each signal
 * @param {{ hasTerminal?: boolean, environment?: NodeJS.ProcessEnv }} [circumstances]
 */
export function onStopSignal(stop, circumstances = {}) {
  const { hasTerminal = [0, 1, 2].some((fd) => isatty(fd)), environment = process.env } = circumstances;
  const npm = process.ppid;
  const watch = isRunByNpm(environment)
    ? setInterval(() => {
        if (process.ppid === npm) return;
        clearInterval(watch);
        stop('npm is gone');
      }, parentPollMs).unref()
    : undefined;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => stop(signal));
  process.on('SIGHUP', () => {
    if (hasTerminal) stop('SIGHUP');
    else clearInterval(watch);
  });
}
