// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { runLogged } from './run.mjs';

const nodeMinimum = [20, 19];

/**
 * What is wrong with this version of Node, undefined when nothing is.
 * @param {string} version e.g. `20.19.0`
 * @returns {string | undefined}
 */
export function nodeVersionProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minimumMajor = 0, minimumMinor = 0] = nodeMinimum;
  const isEnough = major > minimumMajor || (major === minimumMajor && minor >= minimumMinor);
  return isEnough ? undefined : `Tillgate needs Node.js ${nodeMinimum.join('.')} or newer; this is ${version}.`;
}

/** Refuses to go on with a Node that is too old. */
export function requireNode() {
  const problem = nodeVersionProblem(process.versions.node);
  if (problem) throw new Problem(problem);
}

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage */

/**
 * Whether what npm noted as installed is what the lockfile asks for. Optional packages may be absent: they belong to
 * other platforms.
 * @param {Record<string, LockedPackage>} wanted
 * @param {Record<string, LockedPackage>} installed
 * @returns {boolean}
 */
export function isSameInstall(wanted, installed) {
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const present = installed[path];
    if (!present) return Boolean(entry.optional || entry.devOptional);
    return entry.link ? Boolean(present.link) : present.version === entry.version;
  });
}

/** @param {string} file */
function packagesIn(file) {
  return /** @type {{ packages: Record<string, LockedPackage> }} */ (JSON.parse(readFileSync(file, 'utf8'))).packages;
}

/**
 * Whether node_modules belongs to the lockfile.
 * @param {string} directory the repository
 * @returns {boolean}
 */
export function isInstalled(directory) {
  const lockfile = join(directory, 'package-lock.json');
  const marker = join(directory, 'node_modules/.tillgate-lockfile-hash');
  const notes = join(directory, 'node_modules/.package-lock.json');
  if (!existsSync(notes)) return false;
  const hash = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return true;
  if (!isSameInstall(packagesIn(lockfile), packagesIn(notes))) return false;
  writeFileSync(marker, hash);
  return true;
}

/**
 * Installs the packages when they are missing or stale.
 * @param {import('./progress.mjs').Progress} progress
 * @param {string} logFile
 */
export async function ensureInstalled(progress, logFile) {
  if (isInstalled(root)) return;
  // An install begins by removing what is there: tests that run at this moment forbid it.
  if (process.env.TILLGATE_INSTALL === 'never') {
    throw new Problem('The packages are not the ones of package-lock.json: run npm ci.');
  }
  await progress.step('Installing packages (npm ci, a minute or so the first time)', async () => {
    // NODE_ENV=production would leave out the tools that build us.
    const env = { ...process.env, NODE_ENV: 'development' };
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const code = await runLogged(npm, ['ci', '--no-audit', '--no-fund', '--include=dev'], { logFile, env });
    if (code !== 0) throw new Problem(`Installing the packages failed: is the npm registry reachable? See ${logFile}.`);
  });
  isInstalled(root);
}

/**
 * Builds what has changed since the last build.
 * @param {import('./progress.mjs').Progress} progress
 * @param {string} logFile
 * @param {string[]} [tasks]
 */
export async function ensureBuilt(progress, logFile, tasks = ['generate', 'build']) {
  await progress.step('Building', async () => {
    const turbo = join(root, 'node_modules/.bin/turbo');
    const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };
    const code = await runLogged(turbo, ['run', ...tasks, '--output-logs=errors-only'], { logFile, env });
    if (code !== 0) throw new Problem(`The build failed: see ${logFile}.`);
  });
}
