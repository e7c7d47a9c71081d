// @ts-check
// Functions that call themselves, directly or through others of their file: what outsiders send decides how deep they go.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcesOfOutsiders } from './hostile-texts.mjs';

/** @typedef {{ file: string, name: string }} RecursiveFunction */

/** @typedef {Record<string, any>} Node */

/**
 * Calls `visit` for every node below a value of the parser; it returns whether to go on below the node.
 * @param {unknown} value
 * @param {(node: Node) => boolean} visit
 */
function walk(value, visit) {
  const open = [value];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === null || typeof node !== 'object') continue;
    if (!Array.isArray(node) && !visit(/** @type {Node} */ (node))) continue;
    open.push(...Object.values(node));
  }
}

/**
 * The named functions of a source and the names that each of them mentions.
 * @param {string} text
 * @param {boolean} isTsx
 */
async function mentions(text, isTsx) {
  const { parse } = await import('@swc/core');
  const module = await parse(text, { syntax: 'typescript', tsx: isTsx, target: 'es2022' });
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  walk(module, (node) => {
    const isFunction = node.type === 'FunctionDeclaration';
    const isValue =
      node.type === 'VariableDeclarator' && /^(Arrow)?FunctionExpression$/.test(String(node.init?.type ?? ''));
    const name = isFunction ? node.identifier?.value : isValue ? node.id?.value : undefined;
    if (typeof name !== 'string') return true;
    const names = found.get(name) ?? new Set();
    walk(isFunction ? node.body : node.init, (inner) => {
      // A function that is handed over, as in `items.map(kept)`, is called, too.
      if (inner.type === 'Identifier') names.add(inner.value);
      if (inner.type === 'MemberExpression' && inner.property?.type === 'Identifier') inner.property = null;
      if (inner.key?.type === 'Identifier') inner.key = null;
      return inner.type !== 'TsTypeAnnotation' && inner.type !== 'TsTypeParameterInstantiation';
    });
    found.set(name, names);
    return true;
  });
  return found;
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Promise<RecursiveFunction[]>}
 */
export async function recursiveIn(file, text) {
  const calls = await mentions(text, file.endsWith('x'));
  const reaches = (/** @type {string} */ from) => {
    const known = new Set();
    const open = [...(calls.get(from) ?? [])];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (known.has(name) || !calls.has(name)) continue;
      known.add(name);
      open.push(...(calls.get(name) ?? []));
    }
    return known.has(from);
  };
  return [...calls.keys()].filter(reaches).map((name) => ({ file, name }));
}

/** The recursive functions of all sources that outsiders' texts can reach. @param {string} repository */
export async function recursiveBelow(repository) {
  const all = await Promise.all(
    sourcesOfOutsiders(repository).map((file) => recursiveIn(file, readFileSync(join(repository, file), 'utf8'))),
  );
  return all.flat();
}
