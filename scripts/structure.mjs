// @ts-check
// `node scripts/structure.mjs` writes docs/structure.md from the code; `--check` exits with 1 when it is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { structurePage } from './lib/structure.mjs';

const file = join(root, 'docs/structure.md');
const page = structurePage(root);
if (!process.argv.includes('--check')) {
  writeFileSync(file, page);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== page) {
  console.error('docs/structure.md is out of date: run node scripts/structure.mjs.');
  process.exitCode = 1;
}
