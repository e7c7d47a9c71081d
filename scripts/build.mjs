// @ts-check
// `node ../../scripts/build.mjs src/main.ts` in a workspace makes its dist/main.js.
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bundle } from './lib/bundle.mjs';

const [entry] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node scripts/build.mjs <entry>');
  process.exit(2);
}
const dist = join(process.cwd(), 'dist');
await bundle(entry, join(dist, `${basename(entry).replace(/\.ts$/, '')}.js`));
// The workspace itself says that its files are ES modules.
await writeFile(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
