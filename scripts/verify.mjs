// @ts-check
// `npm run verify`: format, lint, types, boundaries and small rules of the house. Seconds long; needs no database.
import { join } from 'node:path';
import { runChecks } from './lib/checks.mjs';
import { ensureBuilt, ensureInstalled, requireNode } from './lib/install.mjs';
import { ensureDataDir, root } from './lib/paths.mjs';
import { report } from './lib/problem.mjs';
import { createQuietProgress } from './lib/progress.mjs';

try {
  requireNode();
  const dataDir = await ensureDataDir(process.env);
  const progress = createQuietProgress(process.stderr);
  await ensureInstalled(progress, join(dataDir, 'logs/install.log'));
  await ensureBuilt(progress, join(dataDir, 'logs/generate.log'), ['generate']);
  const results = await runChecks(root);
  for (const { name, problems } of results) {
    console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
    for (const problem of problems) console.log(`     ${problem.replaceAll('\n', '\n     ')}`);
  }
  process.exitCode = results.some(({ problems }) => problems.length > 0) ? 1 : 0;
} catch (error) {
  report(error);
}
