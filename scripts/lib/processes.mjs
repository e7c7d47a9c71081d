// @ts-check
import { join } from 'node:path';
import { environmentOf } from './environment.mjs';
import { root } from './paths.mjs';
import { supervise } from './supervise.mjs';

const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href;

/**
 * @typedef {{
 *   part: import('./environment.mjs').Part,
 *   workspace: string,
 *   port: string,
 *   health: string,
 *   timeoutMs: number,
 *   isIndependent?: boolean,
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
];

/**
 * Starts one of them: its bundle, or its source when developing.
 * @param {Process} what
 * @param {{ facts: import('./environment.mjs').Facts, isDev: boolean, say: (text: string) => void }} options
 */
export function startProcess({ part, workspace }, { facts, isDev, say }) {
  return supervise({
    name: part,
    args: [
      '--import',
      endWithParent,
      ...(isDev ? ['--import', 'tsx', 'src/main.ts'] : ['--enable-source-maps', 'dist/main.js']),
    ],
    cwd: join(root, workspace),
    env: environmentOf(part, process.env, facts),
    logFile: join(facts.DATA_DIR, 'logs', `${part}.log`),
    say,
  });
}
