// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const feature = /^apps\/web\/src\/(?:features|app)\/(.+)\/[^/]+$/;
const test = /\.(test|fixture)\.(ts|tsx|mjs)$/;
const code = /\.(ts|tsx|mjs|sql|prisma|json)$/;

/**
 * The folder whose tests are those of a file: its room, its feature, or else its workspace.
 * @param {string} path in the repository
 * @returns {string | undefined} undefined for what has no tests
 */
export function roomOf(path) {
  if (!code.test(path)) return undefined;
  const room = /^(?:packages|apps)\/[^/]+\/(?:src|test)\/(?:(?:reading|features)\/)?[^/]+\//.exec(path)?.[0];
  if (room) return room;
  return /^((?:packages|apps)\/[^/]+|inngest|scripts|torture)\//.exec(path)?.[0];
}

/**
 * The last folder of a touched page that has a name of its own, such as `payouts`.
 * @param {string} path
 * @returns {string | undefined}
 */
export function pageOf(path) {
  const folders = feature.exec(path)?.[1]?.split('/') ?? [];
  return folders.findLast((name) => /^[a-z][a-z-]+$/.test(name));
}

/**
 * What to run for a change.
 * @param {string[]} changed paths in the repository
 * @param {string[]} tests paths below e2e
 * @param {string} repository
 * @returns {{ rooms: string[], specs: string[], processes: string[] }} folders, browser specs, tests of processes
 */
export function testsOfChange(changed, tests, repository) {
  const unique = (/** @type {(string | undefined)[]} */ all) =>
    [...new Set(all)].filter((one) => one !== undefined).sort();
  const pages = unique(changed.filter((path) => !test.test(path)).map(pageOf));
  const opens = (/** @type {string} */ spec) => {
    const text = readFileSync(join(repository, spec), 'utf8');
    return pages.some((page) => text.includes(`at('${page}`) || text.includes(`/${page}`));
  };
  const specs = tests.filter((path) => path.endsWith('.spec.ts'));
  return {
    rooms: unique(changed.filter((path) => !path.startsWith('e2e/')).map(roomOf)),
    specs: unique(specs.filter((spec) => changed.includes(spec) || (pages.length > 0 && opens(spec)))),
    processes: unique(changed.filter((path) => /^e2e\/[^/]+\.test\.ts$/.test(path))),
  };
}
