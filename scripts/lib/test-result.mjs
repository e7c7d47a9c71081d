// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

const file = join(root, '.data/test-result.json');

/** @param {string[]} args */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/**
 * What is tested: the commit, and whether files differ from it. Without git there is no commit.
 * @returns {{ commit: string | undefined, dirty: boolean }}
 */
export function treeOfNow() {
  return { commit: git('rev-parse', 'HEAD'), dirty: git('status', '--porcelain') !== '' };
}

/**
 * Keeps what a run of the tests came to in `.data/test-result.json`.
 * @param {object} result
 */
export function keepResult(result) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...result }, null, 2)}\n`);
}
