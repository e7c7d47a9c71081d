// @ts-check
// Texts that make a regular expression try as much as it can, and the regular expressions of the sources.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { filesBelow } from './workspaces.mjs';

/** Where texts of callers, payers, providers and files arrive. */
const folders = [
  ...['packages/db/src', 'packages/domain/src', 'packages/process/src', 'packages/provider/src', 'packages/sdk/src'],
  ...['apps/pay/src', 'apps/public-api/src', 'apps/web/src', 'inngest/src'],
];
const isTest = (/** @type {string} */ file) => /\.(test|fixture)\.tsx?$|(^|\/)testing(\/|\.ts$)/.test(file);
/** What may hold a regular expression: the parser need not read the other files. */
const hint = /[=(,:[!&|?{}>]\s*\/(?![/*])|^\s*\/(?![/*])|return \/|RegExp\(/m;
const repeats = /[*+]|\{\d/;

/** @typedef {{ file: string, source: string, flags: string }} Expression `source` is empty when the code builds it */

/**
 * The regular expressions of a source that repeat something, and those that it builds.
 * @param {string} file
 * @param {string} text
 * @returns {Promise<Expression[]>}
 */
export async function expressionsIn(file, text) {
  const { parse } = await import('@swc/core');
  const module = await parse(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' });
  /** @type {Expression[]} */
  const found = [];
  const open = /** @type {unknown[]} */ ([module]);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === null || typeof node !== 'object') continue;
    const { type, pattern, flags, callee } = /** @type {Record<string, any>} */ (node);
    if (type === 'RegExpLiteral' && repeats.test(pattern)) found.push({ file, source: pattern, flags });
    if ((type === 'NewExpression' || type === 'CallExpression') && callee.value === 'RegExp') {
      found.push({ file, source: '', flags: '' });
    }
    open.push(...Object.values(node));
  }
  return found;
}

/** The sources that outsiders' texts can reach. @param {string} repository */
export function sourcesOfOutsiders(repository) {
  return folders.flatMap((folder) =>
    filesBelow(join(repository, folder), /\.tsx?$/)
      .filter((file) => !isTest(file))
      .map((file) => `${folder}/${file}`),
  );
}

/**
 * The regular expressions of all sources that outsiders' texts can reach.
 * @param {string} repository
 */
export async function expressionsBelow(repository) {
  const all = await Promise.all(
    sourcesOfOutsiders(repository).map(async (file) => {
      const text = readFileSync(join(repository, file), 'utf8');
      return hint.test(text) ? expressionsIn(file, text) : [];
    }),
  );
  return all.flat();
}

const alphabet = [...' \t\n\r09aAzZ.,:;-_+*/\\"\'()[]{}<>=%@#&?!|~$^', '\u00a0', '\u200b', 'é', '中', '١'];
/** No class of ours takes it together with what is repeated, except those that take all. */
const tails = ['\u0001', '\n!'];
const samplesMax = 3;
const sampleLengthMax = 24;
const pumpLengthMax = 3;

/**
 * Short texts that match, or nearly do. None for a form that fast-check does not know, such as a look-behind.
 * @param {string} source
 * @param {string} flags
 */
function matching(source, flags) {
  const known = flags.replaceAll(/[^u]/g, '');
  const bare = source.replaceAll(/\(\?<?[=!](?:[^()\\]|\\.)*\)|\\[bB]/g, '');
  try {
    const texts = fc.sample(fc.stringMatching(new RegExp(bare, known), { size: '-1' }), {
      seed: 1,
      numRuns: samplesMax,
    });
    return texts.map((text) => text.slice(0, sampleLengthMax));
  } catch {
    return [];
  }
}

/**
 * Beginnings, what is repeated after them, and an end that spoils the match. Pure.
 * @param {string} source
 * @param {string} flags
 * @returns {{ begin: string, pump: string, end: string }[]}
 */
export function hostileTexts(source, flags) {
  const literals = [...source.replaceAll(/\\[a-zA-Z]/g, '')];
  const characters = [...new Set([...alphabet, ...literals])];
  const runs = characters.map((pump) => ({ begin: '', pump }));
  const pumped = matching(source, flags).flatMap((text) => {
    const signs = [...text];
    return signs.flatMap((_, at) =>
      Array.from({ length: pumpLengthMax }, (_unused, more) => ({
        begin: signs.slice(0, at).join(''),
        pump: signs.slice(at, at + more + 1).join(''),
      })),
    );
  });
  const all = new Map([...runs, ...pumped].map((one) => [`${one.begin}\u0000${one.pump}`, one]));
  return [...all.values()].flatMap((one) => tails.map((end) => ({ ...one, end })));
}
