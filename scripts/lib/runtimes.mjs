// @ts-check
// JavaScript runtimes other than the one that runs us, for tests of the SDK. They are large, so `npm ci` leaves them out.
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { runCaptured } from './run.mjs';

/** Where `npm run runtimes` puts them. */
const directory = join(root, '.data/runtimes');

const platform = `${process.platform}-${process.arch}`;
const workerdPlatform = platform.replace('x64', '64');

/**
 * What each runtime is called, its package, and the program in it. The packages hold programs for one platform each,
 * so no install script has to run.
 * @type {Record<string, { program: string, package: string, file: string }>}
 */
export const runtimes = {
  'node 24': { program: 'node24', package: `node-${platform}@24.21.0`, file: `node-${platform}/bin/node` },
  bun: { program: 'bun', package: `@oven/bun-${platform}@1.4.5`, file: `@oven/bun-${platform}/bin/bun` },
  deno: {
    program: 'deno',
    package: `@deno/${process.platform === 'linux' ? `${platform}-glibc` : platform}@2.9.6`,
    file: `@deno/${process.platform === 'linux' ? `${platform}-glibc` : platform}/deno`,
  },
  workerd: {
    program: 'workerd',
    package: `@cloudflare/workerd-${workerdPlatform}@1.20261117.1`,
    file: `@cloudflare/workerd-${workerdPlatform}/bin/workerd`,
  },
};

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Where a runtime is: in the PATH, or where `npm run runtimes` put it. Undefined when it is not on this machine.
 * @param {string} name one of {@link runtimes}
 * @returns {string | undefined}
 */
export function findRuntime(name) {
  const { program, file } = runtimes[name] ?? { program: name, file: name };
  const places = [
    join(directory, 'node_modules', file),
    ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program)),
  ];
  return places.find((path) => existsSync(path) && isProgram(path));
}

/**
 * Installs a runtime from the npm registry. Returns where it is.
 * @param {string} name one of {@link runtimes}
 * @returns {Promise<string>}
 */
export async function fetchRuntime(name) {
  mkdirSync(directory, { recursive: true });
  // It names what is installed: npm removes what it does not name.
  const manifest = join(directory, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const wanted = runtimes[name]?.package ?? name;
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', wanted];
  const { code, stderr } = await runCaptured('npm', args, { cwd: directory });
  const path = findRuntime(name);
  if (code !== 0 || !path) throw new Problem(`${name} could not be installed on this machine: ${stderr.trim()}`);
  return path;
}
