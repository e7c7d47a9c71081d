// @ts-check
// What a reader of the code asks and the code itself can tell: which room comes first, who writes what, which limits hold.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { filesBelow } from './workspaces.mjs';
import { readWriters } from './writers.mjs';

/** Where limits are looked for: the product's own code, without demo data and the simulator. */
const limitFolders = [
  'packages/domain/src',
  'packages/db/src',
  'packages/provider/src',
  'packages/process/src',
  'inngest/src',
  'apps/public-api/src',
  'apps/web/src',
  'apps/cli/src',
];
const unit = String.raw`\b(?:second|minute|hour|day)Ms\b`;
const limitPattern = new RegExp(
  String.raw`^export const (?!${unit})(\w+(?:Seconds|Ms|Minutes|Hours|Days|Max|Min|Bytes)) = ((?:[\d_ *+.()]|${unit})+);`,
);
const isDemo = (/** @type {string} */ path) => path.startsWith('apps/cli/src/demo/');
const isTest = (/** @type {string} */ file) => /\.(test|fixture)\.tsx?$|(^|\/)testing(\/|\.ts$)/.test(file);

/** @typedef {{ name: string, value: string, path: string, what: string }} Limit */

/**
 * The limits of a source that others can see, each with the doc comment above it. What only its own file knows is left out.
 * @param {string} path
 * @param {string} text
 * @returns {Limit[]}
 */
export function limitsIn(path, text) {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const [, name = '', value = ''] = limitPattern.exec(line) ?? [];
    if (name === '') return [];
    const above = /^\/\*\* (.*) \*\/$/.exec(lines[index - 1] ?? '')?.[1] ?? '';
    return [{ name, value: value.trim(), path, what: above.replace(/\{@link (\w+)\}/g, '`$1`') }];
  });
}

/** @param {string} repository */
function readLimits(repository) {
  return limitFolders.flatMap((folder) =>
    filesBelow(join(repository, folder), /\.tsx?$/)
      .filter((file) => !isTest(file) && !isDemo(`${folder}/${file}`))
      .sort()
      .flatMap((file) => limitsIn(`${folder}/${file}`, readFileSync(join(repository, folder, file), 'utf8'))),
  );
}

/**
 * The room of a file: a folder of the domain, a folder or feature of the dashboard, or else the whole workspace.
 * @param {string} path
 */
export function roomOf(path) {
  const [room] =
    /^packages\/domain\/src\/[^/]+(?=\/)|^apps\/web\/src\/(features\/)?[^/]+(?=\/)|^[^/]+(\/[^/]+)?(?=\/src\/)/.exec(
      path,
    ) ?? [];
  return room ?? path;
}

/** @param {Limit[]} limits */
function listByRoom(limits) {
  const rooms = new Set(limits.map(({ path }) => roomOf(path)));
  return [...rooms]
    .map((room) => {
      const own = limits.filter(({ path }) => roomOf(path) === room);
      const lines = own.map(({ name, value, path, what }) => {
        const meaning = what === '' ? '' : ` ${what}`;
        return `* \`${name} = ${value}\` in \`${path.slice(room.length + 1).replace(/^src\//, '')}\`.${meaning}`;
      });
      return `### ${room}\n\n${lines.join('\n')}`;
    })
    .join('\n\n');
}

/**
 * @param {string[]} heads
 * @param {string[][]} rows
 */
function table(heads, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/**
 * The page `docs/structure.md`.
 * @param {string} repository
 * @returns {string}
 */
export function structurePage(repository) {
  /** @type {{ domainFloors: string[][] }} */
  const { domainFloors } = createRequire(import.meta.url)(join(repository, '.dependency-cruiser.cjs'));
  const rooms = domainFloors.map((floor, index) => [`${index + 1}`, floor.map((room) => `\`${room}\``).join(', ')]);
  const writers = [...readWriters(repository)]
    .sort()
    .map(([column, files]) => [`\`${column}\``, files.map((file) => `\`${file}\``).join(', ')]);
  return `# Structure

\`node scripts/structure.mjs\` writes this page from the code. \`npm run verify\` fails when it is out of date.

## Rooms of the domain, from the bottom up

A room imports only rooms of the floors below its own, each through its \`index.ts\`. Statements too.

${table(['Floor', 'Rooms'], rooms)}

## Who writes a status

One file writes each status column. \`npm run verify\` fails when a second file does.

${table(['Column', 'Written by'], writers)}

## Limits

By room. The unit of a limit is the last word of its name. Here are the limits that more than one file knows; a limit that
only one file knows stands at its head.

${listByRoom(readLimits(repository))}
`;
}
