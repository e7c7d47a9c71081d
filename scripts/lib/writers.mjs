// @ts-check
// Which files write which status column, read from the schema and from the code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, workspacesIn } from './workspaces.mjs';

/** @typedef {{ model: string, table: string, field: string, column: string }} StatusColumn */
/** @typedef {{ path: string, text: string }} Source */

const schemaDirectory = 'packages/db/prisma/schema';

/**
 * The columns of a schema that hold where a row of a state machine stands: fields of a `…Status` or `…State` enum that
 * are not part of the row's id.
 * @param {string} schema
 * @returns {StatusColumn[]}
 */
export function statusColumnsIn(schema) {
  return [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].flatMap(([, model = '', body = '']) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model;
    const id = /@@id\(\[([^\]]*)\]/.exec(body)?.[1]?.split(/,\s*/) ?? [];
    return [...body.matchAll(/^ {2}(\w+) +\w+(?:Status|State)\b(.*)$/gm)]
      .filter(([, field = '']) => !id.includes(field))
      .map(([, field = '', rest = '']) => ({
        model: `${model.charAt(0).toLowerCase()}${model.slice(1)}`,
        table,
        field,
        column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field,
      }));
  });
}

/**
 * The text from `start` to where the bracket that was opened before it closes, or to the end of the template literal.
 * @param {string} text
 * @param {number} start
 */
function untilClosed(text, start) {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    if (depth < 0 || (depth === 0 && character === '`')) return text.slice(start, at);
  }
  return text.slice(start);
}

/**
 * A text without what stands in brackets.
 * @param {string} text
 */
function outermost(text) {
  let depth = 0;
  let kept = '';
  for (const character of text) {
    if (')]}'.includes(character)) depth -= 1;
    if (depth === 0) kept += character;
    if ('([{'.includes(character)) depth += 1;
  }
  return kept;
}

/**
 * Whether a source has SQL that writes the column: an UPDATE that sets it, or an INSERT that names it.
 * @param {string} text
 * @param {StatusColumn} status
 */
function writesBySql(text, { table, column }) {
  const updates = [...text.matchAll(new RegExp(`\\bUPDATE ${table}(?: (?:AS )?\\w+)? SET\\b`, 'g'))];
  const isSet = updates.some(({ 0: match, index }) => {
    const clause = outermost(untilClosed(text, index + match.length)).split(/\b(?:WHERE|FROM|RETURNING)\b/)[0] ?? '';
    return new RegExp(`(?:^|,)\\s*${column}\\s*=`).test(clause);
  });
  const inserts = [...text.matchAll(new RegExp(`\\bINSERT INTO ${table}(?: AS \\w+)?\\s*\\(([^)]*)\\)`, 'g'))];
  return isSet || inserts.some(([, columns = '']) => columns.split(',').some((name) => name.trim() === column));
}

/**
 * Whether a source writes the field through Prisma.
 * @param {string} text
 * @param {StatusColumn} status
 */
function writesByPrisma(text, { model, field }) {
  const calls = text.matchAll(new RegExp(`\\.${model}\\.(?:create|update|upsert)\\w*\\(`, 'g'));
  return [...calls].some(({ 0: match, index }) => {
    const given = untilClosed(text, index + match.length);
    return [...given.matchAll(/\b(?:data|create|update): \{/g)].some((block) =>
      new RegExp(`(?:^|[\\s,{])${field}\\s*[:,}]`).test(`${untilClosed(given, block.index + block[0].length)}}`),
    );
  });
}

/**
 * The files that write each status column.
 * @param {StatusColumn[]} columns
 * @param {Source[]} sources
 * @returns {Map<string, string[]>} by `table.column`
 */
export function writersOf(columns, sources) {
  return new Map(
    columns.map((status) => [
      `${status.table}.${status.column}`,
      sources.filter(({ text }) => writesBySql(text, status) || writesByPrisma(text, status)).map(({ path }) => path),
    ]),
  );
}

const isOurs = (/** @type {string} */ file) =>
  !/\.(test|fixture|spec)\.tsx?$|(^|\/)(testing|generated)(\/|\.ts$)/.test(file);

/**
 * The writers of every status column of the repository, tests left out.
 * @param {string} repository
 */
export function readWriters(repository) {
  const directory = join(repository, schemaDirectory);
  const schema = readdirSync(directory)
    .filter((name) => name.endsWith('.prisma'))
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .join('\n');
  const sources = workspacesIn(repository).flatMap((workspace) =>
    filesBelow(join(repository, workspace), /\.tsx?$/)
      .filter(isOurs)
      .map((file) => `${workspace}/${file}`)
      .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') })),
  );
  return writersOf(statusColumnsIn(schema), sources);
}
