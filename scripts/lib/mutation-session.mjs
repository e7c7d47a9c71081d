// @ts-check
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planted } from './mutation.mjs';

/** Some faults make a loop that does not end. */
const runMinutesMax = 5;

/** @typedef {import('./mutation.mjs').Verdict} Verdict */

/**
 * Runs tests in a copy of the repository, with a fault or without.
 * @param {string} copy its directory
 */
export function openSession(copy) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server;
  /** Files that are as they were again, and that the server has to read again. @type {string[]} */
  let restored = [];

  async function start() {
    const program = join(copy, 'scripts/lib/test-server.mjs');
    const started = fork(program, { cwd: copy, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    server = started;
    await once(started, 'message');
    return started;
  }

  async function close() {
    const ending = server;
    server = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    if (ending.connected) ending.disconnect();
    await ended;
  }

  /**
   * @param {string[]} folders of the tests
   * @param {string[]} changed files that were written since the last run
   * @returns {Promise<Verdict>}
   */
  async function run(folders, changed = []) {
    const running = server ?? (await start());
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(runMinutesMax * 60_000)]);
    const answered = once(running, 'message', { signal });
    const ended = once(running, 'exit', { signal });
    running.send({ changed: [...restored, ...changed], folders });
    restored = [];
    try {
      const [verdict] = await Promise.race([answered, ended.then(() => Promise.reject(new Error('it ended')))]);
      return verdict;
    } catch {
      server = undefined;
      running.kill('SIGKILL');
      return { kind: 'killed', by: `the end of the tests, or no end within ${runMinutesMax} minutes` };
    } finally {
      answered.catch(() => undefined);
      ended.catch(() => undefined);
      over.abort();
    }
  }

  return {
    run,
    close,
    /** Ends it at once, without waiting. */
    kill: () => void server?.kill('SIGTERM'),
    /**
     * The verdict about one fault. Its file is whole again afterwards.
     * @param {import('./mutation.mjs').Planted} fault
     * @returns {Promise<Verdict>}
     */
    async judge(fault) {
      const file = join(copy, fault.path);
      const whole = readFileSync(file, 'utf8');
      writeFileSync(file, planted(whole, fault) ?? whole);
      try {
        return await run(fault.tests, [file]);
      } finally {
        writeFileSync(file, whole);
        restored.push(file);
      }
    },
  };
}
