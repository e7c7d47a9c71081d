// @ts-check
// `npm run test:changed [-- REF]`: the tests of the rooms that differ from REF (default: HEAD, so what is not committed),
// and the browser specs of touched pages, for which it builds. It is quick and proves less than `npm test`.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { testsOfChange } from './lib/changed.mjs';
import { ensureBuilt, ensureInstalled, requireNode } from './lib/install.mjs';
import { ensureDataDir, root } from './lib/paths.mjs';
import { report } from './lib/problem.mjs';
import { createProgress } from './lib/progress.mjs';

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** @param {string} program @param {string[]} args */
function run(program, ...args) {
  console.log(`> ${[program.split('/').at(-1), ...args].join(' ')}`);
  return spawnSync(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

try {
  requireNode();
  const dataDir = await ensureDataDir(process.env);
  const progress = createProgress(process.stdout);
  await ensureInstalled(progress, join(dataDir, 'logs/install.log'));
  const changed = [
    ...git('diff', '--name-only', process.argv[2] ?? 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const { rooms, specs, processes } = testsOfChange(changed, git('ls-files', 'e2e'), root);
  if (rooms.length + specs.length + processes.length === 0) console.log('Nothing that has tests has changed.');
  const codes = [];
  if (rooms.length > 0) {
    const projects = ['--project=code', '--project=screens'];
    codes.push(run('node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...projects, ...rooms));
  }
  if (specs.length + processes.length > 0) await ensureBuilt(progress, join(dataDir, 'logs/build.log'));
  if (processes.length > 0) codes.push(run('node_modules/vitest/vitest.mjs', 'run', '--project=e2e', ...processes));
  if (specs.length > 0)
    codes.push(run('node_modules/@playwright/test/cli.js', 'test', '--config=e2e/browser', ...specs));
  process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
} catch (error) {
  report(error);
}
