// @ts-check
// Removes what only developers need from an installation of production: npm keeps packages of developers that another
// package names as an optional peer, and TypeScript, which tRPC names for its types. Run it after `npm ci --omit=dev`.
import { readFileSync, rmSync } from 'node:fs';

/** @type {{ packages: Record<string, { devOptional?: boolean }> }} */
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const compiler = /^node_modules\/(@typescript\/.+|typescript)$/;
for (const [path, { devOptional }] of Object.entries(packages)) {
  if (devOptional || compiler.test(path)) rmSync(path, { recursive: true, force: true });
}
