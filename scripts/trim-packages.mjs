// @ts-check
// Removes the packages that no built process loads, and parts of packages that nothing here uses. The bundles have most of
// what they need in them. The image calls it after `scripts/drop-tools.mjs`; an installation by hand may.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

/** Where Next has the names of packages that its bundles load. */
const config = readFileSync('apps/web/next.config.mjs', 'utf8');
const external = /serverExternalPackages: \[([^\]]*)\]/.exec(config)?.[1]?.match(/[\w@/-]+/g) ?? [];

/** Next compiles nothing here: its configuration is plain JavaScript, its pages are built, and it resizes no pictures. */
const compilers = /^@next\/swc|^sharp$|^@img\//;

/** The package of a path that is imported. @param {string} path */
const packageOf = (path) =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

/** The packages that a bundle names. @param {string} file */
function namedIn(file) {
  const text = readFileSync(file, 'utf8');
  const named = text.matchAll(/\b(?:import|require|__require\d*|require\.resolve|resolve)\("([@\w][^"\s]*)"\)/g);
  return [...named].map(([, path = '']) => packageOf(path)).filter((name) => !isBuiltin(name));
}

/** Where a package is that another one imports. @param {string} name @param {string} from */
function find(name, from) {
  for (let directory = from; ; directory = dirname(directory)) {
    const candidate = join(directory, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (directory === '.' || directory === dirname(directory)) return undefined;
  }
}

const bundles = ['apps/cli', 'apps/pay', 'apps/public-api', 'apps/simulator', 'inngest'];
/** @type {[string, string][]} */
const wanted = [
  ...bundles.flatMap((workspace) =>
    namedIn(join(workspace, 'dist/main.js')).map((name) => /** @type {[string, string]} */ ([name, workspace])),
  ),
  ...[...external, 'next', 'react', 'react-dom'].map((name) => /** @type {[string, string]} */ ([name, 'apps/web'])),
];
/** @type {Set<string>} */
const kept = new Set();
for (let next = wanted.pop(); next; next = wanted.pop()) {
  const [name, from] = next;
  const place = find(name, from);
  if (!place || kept.has(place)) continue;
  kept.add(place);
  const {
    dependencies,
    optionalDependencies,
    peerDependencies,
    peerDependenciesMeta = {},
  } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  for (const one of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    const isLeftOut = compilers.test(one) || (peerDependenciesMeta[one]?.optional && !dependencies?.[one]);
    if (!isLeftOut) wanted.push([one, place]);
  }
}

/** @param {string} modules a directory `node_modules` */
function trim(modules) {
  if (!existsSync(modules)) return;
  for (const name of readdirSync(modules)) {
    if (name === '.bin') {
      rmSync(join(modules, name), { recursive: true });
      continue;
    }
    // Links to our own workspaces.
    if (name === '@tillgate') continue;
    if (!name.startsWith('@')) trimPackage(join(modules, name));
    else for (const inner of readdirSync(join(modules, name))) trimPackage(join(modules, name, inner));
  }
}

/** @param {string} place */
function trimPackage(place) {
  if (!kept.has(place)) rmSync(place, { recursive: true, force: true });
  else if (statSync(place).isDirectory()) trim(join(place, 'node_modules'));
}

for (const modules of ['node_modules', 'inngest/node_modules', 'apps/web/node_modules']) trim(modules);

/** The client of the database has the engines of five kinds of database, in two sizes. One is loaded. */
const runtime = 'node_modules/@prisma/client/runtime';
for (const file of readdirSync(runtime)) {
  if (file.startsWith('query_compiler_') && !file.startsWith('query_compiler_fast_bg.postgresql.'))
    rmSync(join(runtime, file));
}

/** Next has the code of its own for development and for production, and their maps. */
const ofNext = 'node_modules/next/dist/compiled/next-server';
for (const file of readdirSync(ofNext)) {
  if (/\.dev\.js$|\.map$/.test(file)) rmSync(join(ofNext, file));
}
