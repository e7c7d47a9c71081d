// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { runCaptured, runLogged } from './run.mjs';

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

/**
 * @typedef {{
 *   version?: string, name?: string, resolved?: string, link?: boolean, optional?: boolean, devOptional?: boolean,
 *   inBundle?: boolean,
 * }} LockedPackage
 */

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
 * A lockfile with the address of each package at a registry. Ours has none, because it names no registry; npm then reads
 * the list of all versions of each package, which takes half of an install.
 * @param {string} lockfile
 * @param {string} registry e.g. `https://npm.example.com/`
 * @returns {string}
 */
export function withAddresses(lockfile, registry) {
  const whole = /** @type {{ packages: Record<string, LockedPackage> }} */ (JSON.parse(lockfile));
  for (const [path, entry] of Object.entries(whole.packages)) {
    if (!path.includes('node_modules/') || entry.link || entry.inBundle || entry.resolved) continue;
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const file = `${name.slice(name.indexOf('/') + 1)}-${entry.version}.tgz`;
    entry.resolved = `${registry.replace(/\/$/, '')}/${name}/-/${file}`;
  }
  return JSON.stringify(whole);
}

/** npm prefers this file to package-lock.json. It exists while npm runs. @param {string} directory */
const preferredLockfile = (directory) => join(directory, 'npm-shrinkwrap.json');

/**
 * Installs what package-lock.json says, and looks for each package where registries usually keep it.
 * @param {string} directory the repository
 * @param {string} logFile
 * @returns {Promise<number>} exit code
 */
export async function installLocked(directory, logFile) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // NODE_ENV=production would leave out the tools that build us.
  const env = { ...process.env, NODE_ENV: 'development' };
  const run = () =>
    runLogged(npm, ['ci', '--no-audit', '--no-fund', '--include=dev'], { logFile, env, cwd: directory });
  const preferred = preferredLockfile(directory);
  try {
    const { stdout: registry } = await runCaptured(npm, ['config', 'get', 'registry'], { env, cwd: directory });
    const lockfile = readFileSync(join(directory, 'package-lock.json'), 'utf8');
    writeFileSync(preferred, withAddresses(lockfile, registry.trim()));
    const code = await run();
    if (code === 0 || !/\b(E[45]\d\d|EINTEGRITY)\b/.test(readFileSync(logFile, 'utf8'))) return code;
  } finally {
    rmSync(preferred, { force: true });
  }
  // This registry keeps packages elsewhere: npm asks it where.
  return run();
}

/**
 * Installs the packages when they are missing or stale.
 * @param {import('./progress.mjs').Progress} progress
 * @param {string} logFile
 */
export async function ensureInstalled(progress, logFile) {
  // An install that was killed leaves it behind.
  rmSync(preferredLockfile(root), { force: true });
  if (isInstalled(root)) return;
  // An install begins by removing what is there: tests that run at this moment forbid it.
  if (process.env.TILLGATE_INSTALL === 'never') {
    throw new Problem('The packages are not the ones of package-lock.json: run npm ci.');
  }
  await progress.step('Installing packages (npm ci, a minute or so the first time)', async () => {
    const code = await installLocked(root, logFile);
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
