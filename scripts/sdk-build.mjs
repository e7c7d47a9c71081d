// @ts-check
// `npm run -w @tillgate/sdk build` makes packages/sdk/dist: the same modules as ESM and as CommonJS, each with its types.
// `-- --out DIRECTORY` makes them elsewhere.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './lib/paths.mjs';
import { runCaptured } from './lib/run.mjs';

const directory = join(root, 'packages/sdk');
const tsc = join(root, 'node_modules/.bin/tsc');
const formats = [
  { type: 'module', folder: 'esm', options: [] },
  {
    type: 'commonjs',
    folder: 'cjs',
    options: ['--module', 'commonjs', '--verbatimModuleSyntax', 'false'],
  },
];

const { values } = parseArgs({ options: { out: { type: 'string', default: join(directory, 'dist') } } });
rmSync(values.out, { recursive: true, force: true });
for (const { type, folder, options } of formats) {
  const outDir = join(values.out, folder);
  const args = ['-p', 'tsconfig.build.json', '--outDir', outDir, ...options];
  const { code, stdout, stderr } = await runCaptured(tsc, args, { cwd: directory });
  process.stderr.write(stdout + stderr);
  if (code !== 0) process.exit(1);
  mkdirSync(outDir, { recursive: true });
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify({ type, sideEffects: false })}\n`);
}
