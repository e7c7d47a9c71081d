// @ts-check
// `node ../../scripts/build.mjs src/main.ts` in a workspace makes its dist/main.js.
import { basename, join } from 'node:path';
import { bundle } from './lib/bundle.mjs';

const [entry] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node scripts/build.mjs <entry>');
  process.exit(2);
}
await bundle(entry, join(process.cwd(), 'dist', `${basename(entry).replace(/\.ts$/, '')}.js`));
