// @ts-check
// `npm run runtimes` fetches Node.js 24, Bun, Deno and workerd from the npm registry, so that e2e/sdk-runtimes.test.ts
// runs the SDK in each. About 550 MB below .data/runtimes, which may be removed at any time.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { report } from './lib/problem.mjs';
import { runCaptured } from './lib/run.mjs';
import { findRuntime, runtimes, runtimesDirectory } from './lib/runtimes.mjs';

mkdirSync(runtimesDirectory, { recursive: true });
writeFileSync(join(runtimesDirectory, 'package.json'), '{ "private": true }\n');
try {
  for (const [name, { package: wanted }] of Object.entries(runtimes)) {
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', wanted];
    const { code, stderr } = await runCaptured('npm', args, { cwd: runtimesDirectory });
    const path = findRuntime(name);
    console.log(code === 0 && path ? `${name.padEnd(8)} ${path}` : `${name.padEnd(8)} not for this machine: ${stderr}`);
    if (code !== 0 || !path) process.exitCode = 1;
  }
} catch (error) {
  report(error);
  process.exitCode = 1;
}
