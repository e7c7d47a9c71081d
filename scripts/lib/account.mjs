// @ts-check
// Root starts processes that hold no key under accounts of their own: what they could read of ours, an attacker in them could.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Numbers that no system hands out to people or services. Nothing has to exist under them. @type {Record<string, number>} */
const uids = { web: 60_907, simulator: 60_908, pay: 60_909 };
/** Below it, ports belong to root. */
const freePortMin = 1024;
const readAll = 'for (const file of process.argv.slice(1)) require("node:fs").readFileSync(file)';

/** @typedef {{ uid: number, gid: number } | undefined} Account undefined: our own */

/** Files that a process cannot run without. @param {string} part */
function neededBy(part) {
  // The bundle has all of Fastify; packages that stay outside of it lie where Fastify does.
  if (part !== 'web') return [join(root, `apps/${part}/dist/main.js`), join(root, 'node_modules/fastify/package.json')];
  return [join(root, 'apps/web/.next/BUILD_ID'), join(root, 'node_modules/next/package.json')];
}

/**
 * The account to run a process under, and a sentence when it should have one and cannot.
 * @param {string} part
 * @param {{ isDev: boolean, port: number, files?: string[], ownUid?: number | undefined }} of `port`: where it listens; `files`: what
 *   the user has it read
 * @returns {{ account: Account, warning?: string }}
 */
export function accountFor(part, { isDev, port, files = [], ownUid = process.getuid?.() }) {
  const uid = uids[part];
  // Whoever develops lets the dashboard write what it builds.
  if (uid === undefined || ownUid !== 0 || isDev) return { account: undefined };
  const keeps = (/** @type {string} */ reason) => ({
    account: undefined,
    warning: `The ${part} process runs as root, because ${reason}.`,
  });
  if (port < freePortMin) return keeps(`port ${port} is open to root alone`);
  const account = { uid, gid: uid };
  const needed = [...neededBy(part), ...files];
  const { status } = spawnSync(process.execPath, ['-e', readAll, ...needed], { ...account, cwd: '/', env: {} });
  return status === 0 ? { account } : keeps(`an account without rights cannot read ${[root, ...files].join(' or ')}`);
}
