// @ts-check
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { root } from './paths.mjs';

/** Commands under way. @type {Set<import('node:child_process').ChildProcess>} */
const underWay = new Set();

/** @param {import('node:child_process').ChildProcess} child */
function note(child) {
  underWay.add(child);
  child.once('close', () => underWay.delete(child));
}

/** Ends the commands under way. Their callers get an error. */
export function endCommands() {
  for (const child of underWay) child.kill('SIGTERM');
}

/**
 * Runs a command to its end with its output in a file. Returns its exit code.
 * @param {string} file
 * @param {string[]} args
 * @param {{ logFile: string, env?: NodeJS.ProcessEnv, cwd?: string }} options
 * @returns {Promise<number>}
 */
export function runLogged(file, args, { logFile, env = process.env, cwd = root }) {
  const log = openSync(logFile, 'w', 0o600);
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', log, log] });
    note(child);
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  }).finally(() => closeSync(log));
}

/**
 * Runs a command to its end and returns what it printed.
 * @param {string} file
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
export function runCaptured(file, args, { env = process.env, cwd = root, timeoutMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
    note(child);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
}
