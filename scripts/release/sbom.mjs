// @ts-check
// `node scripts/release/sbom.mjs > tillgate.cdx.json`: what a release consists of, from the lock file alone.
import { root } from '../lib/paths.mjs';
import { listComponents } from './components.mjs';

process.stdout.write(`${JSON.stringify(listComponents(root), undefined, 2)}\n`);
