// @ts-check
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accountFor } from './account.mjs';
import { environmentOf } from './environment.mjs';
import { root } from './paths.mjs';
import { supervise } from './supervise.mjs';

const endWhenStuck = new URL('../../ops/end-when-stuck.mjs', import.meta.url).href;
const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href;

/** @typedef {import('./environment.mjs').Facts} Facts */

/**
 * @typedef {{
 *   part: Exclude<import('./environment.mjs').Part, 'cli' | 'reseal' | 'migrate'>,
 *   workspace: string,
 *   port: string,
 *   health: string,
 *   timeoutMs: number,
 *   isIndependent?: boolean,
 *   reloadsItself?: boolean,
 * }} Process
 */

/**
 * What `npm start` runs, in the order in which it starts; stopped in the reverse order.
 * @type {Process[]}
 */
export const processes = [
  {
    part: 'simulator',
    workspace: 'apps/simulator',
    port: 'SIMULATOR_PORT',
    health: '/healthz',
    timeoutMs: 30_000,
    isIndependent: true,
  },
  { part: 'worker', workspace: 'inngest', port: 'WORKER_PORT', health: '/healthz', timeoutMs: 60_000 },
  { part: 'api', workspace: 'apps/public-api', port: 'API_PORT', health: '/readyz', timeoutMs: 60_000 },
  { part: 'pay', workspace: 'apps/pay', port: 'PAY_PORT', health: '/readyz', timeoutMs: 60_000 },
  {
    part: 'web',
    workspace: 'apps/web',
    port: 'WEB_PORT',
    health: '/healthz',
    timeoutMs: 120_000,
    reloadsItself: true,
  },
];

/**
 * What Node is to run in the workspace: its bundle, or its source when developing.
 * @param {Process} what
 * @param {Record<string, string>} env
 * @param {boolean} isDev
 * @returns {string[]}
 */
function programOf({ part, workspace, port }, env, isDev) {
  if (part !== 'web') {
    return isDev ? ['--import', 'tsx', 'src/main.ts'] : ['--enable-source-maps', 'dist/main.js'];
  }
  const deadlines = pathToFileURL(join(root, workspace, 'request-deadlines.mjs')).href;
  const next = createRequire(join(root, workspace, 'package.json')).resolve('next/dist/bin/next');
  const where = ['--port', String(env[port]), '--hostname', env.WEB_HOST ?? 'localhost'];
  return ['--import', deadlines, next, isDev ? 'dev' : 'start', ...where];
}

/**
 * Starts one of them: as it is deployed, or from its source when developing. `own` is the environment that the user gave.
 * @param {Process} what
 * @param {{
 *   facts: Facts,
 *   isDev: boolean,
 *   say: (text: string) => void,
 *   onRefused?: (name: string) => void,
 *   onLaunch?: (part: Process['part']) => void,
 *   own?: Record<string, string | undefined>,
 * }} options
 */
export function startProcess(what, { facts, isDev, say, onRefused, onLaunch, own = process.env }) {
  const { part, workspace } = what;
  const env = environmentOf(part, own, facts);
  // Next reads its mode from there, and warns about one that it does not know.
  if (part === 'web') env.NODE_ENV = isDev ? 'development' : 'production';
  const files = env.SIMULATOR_PRIVATE_KEY ? [resolve(root, workspace, env.SIMULATOR_PRIVATE_KEY)] : [];
  const { account, warning } = accountFor(part, { isDev, port: Number(env[what.port]), files });
  if (warning) say(warning);
  // Root's own home is closed to others.
  if (account) env.HOME = '/';
  return supervise({
    account,
    name: part,
    // While developing, a breakpoint or a compiler may hold a process.
    args: ['--import', endWithParent, ...(isDev ? [] : ['--import', endWhenStuck]), ...programOf(what, env, isDev)],
    cwd: join(root, workspace),
    env,
    logFile: join(facts.DATA_DIR, 'logs', `${part}.log`),
    say,
    ...(onRefused && { onRefused }),
    ...(onLaunch && { onLaunch: () => onLaunch(part) }),
  });
}
