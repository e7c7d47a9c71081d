// @ts-check
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { building, doors } from './expression-doors.mjs';
import { expressionsBelow, expressionsIn } from './hostile-texts.mjs';
import { root } from './paths.mjs';

/** More than any body, cell or header that a regular expression meets. */
const lengthUsual = 100_000;
/** A text takes a thousandth of a second, or, when the work is the square of its length, many seconds. */
const patienceMs = 3_000;
const trying = new URL('try-expression.mjs', import.meta.url);

/** @type {Worker | undefined} */
let thread;
afterAll(() => thread?.terminate());

/**
 * Gives a regular expression its hostile texts.
 * @param {{ source: string, flags: string }} expression
 * @param {number} length
 * @returns {Promise<string | undefined>} the text that takes too long
 */
function findSlowText({ source, flags }, length) {
  const used = thread ?? new Worker(trying);
  thread = used;
  return new Promise((resolve, reject) => {
    /** @type {NodeJS.Timeout | undefined} */
    let patience;
    const end = (/** @type {string | undefined} */ slow) => {
      clearTimeout(patience);
      used.removeAllListeners('message');
      used.removeAllListeners('error');
      if (slow !== undefined) thread = undefined;
      resolve(slow);
    };
    used.once('error', reject);
    used.on('message', (/** @type {{ trying: string | undefined }} */ told) => {
      clearTimeout(patience);
      if (told.trying === undefined) return end(undefined);
      patience = setTimeout(() => {
        const { trying: slow } = told;
        used.terminate().then(() => end(slow), reject);
      }, patienceMs);
    });
    used.postMessage({ source, flags, length });
  });
}

describe('a hostile text', () => {
  it.each([
    ['a run that may begin anywhere', '0+$', ''],
    ['two neighbours that match the same', String.raw`^a\s*\s*b$`, ''],
    ['a repetition in a repetition', '^(?:x+)+$', ''],
    ['two ways through a list', String.raw`^(?:\w|\d)+$`, ''],
    ['neighbours of a sum', String.raw`^kes\s*[-+]?\s*[\d\s.,']*\d[\d\s.,']*\s*$`, 'i'],
    ['an address in a long word', String.raw`[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}\b`, 'g'],
  ])('is found for %s', async (_, source, flags) => {
    expect(await findSlowText({ source, flags }, lengthUsual)).toContain('repeated');
  });

  it.each(['^a+b', String.raw`[^\s"]+`, String.raw`"(?:[^"\\]|\\.)*"?`])('is not found for %s', async (source) => {
    expect(await findSlowText({ source, flags: '' }, lengthUsual)).toBeUndefined();
  });
});

describe('the regular expressions of a source', () => {
  it('are those that repeat something, and those that are built', async () => {
    const text = `const a = /x+/gi; const b = /x/; const c = new RegExp(a + 'y', 'u'); // /z+/`;
    expect(await expressionsIn('a.ts', text)).toEqual(
      expect.arrayContaining([
        { file: 'a.ts', source: 'x+', flags: 'gi' },
        { file: 'a.ts', source: '', flags: '' },
      ]),
    );
    expect(await expressionsIn('a.ts', text)).toHaveLength(2);
  });
});

const written = (await expressionsBelow(root)).filter(({ source }) => source !== '');
const printed = execFileSync(
  process.execPath,
  ['--import', 'tsx', join(import.meta.dirname, 'print-built.mjs'), ...building.map((file) => join(root, file))],
  { encoding: 'utf8', cwd: root },
);
/** @type {{ file: string, source: string, flags: string }[]} */
const built = printed
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .flatMap(({ file, built: all }) =>
    all.map((/** @type {object} */ one) => ({ file: file.slice(root.length + 1), ...one })),
  );

it('files that build regular expressions while they load do so', () => {
  expect([...new Set(built.map(({ file }) => file))].sort()).toEqual(building);
});

describe('a regular expression takes work in proportion to its text, or has a short text', () => {
  const all = [...written, ...built];
  it.each([...new Set(all.map(({ file }) => file))])('%s', async (file) => {
    const slow = [];
    for (const expression of all.filter((one) => one.file === file)) {
      const door = doors.find((one) => one.file === file && one.source === expression.source);
      if (door && 'reason' in door) continue;
      const text = await findSlowText(expression, door?.lengthMax ?? lengthUsual);
      if (text !== undefined) slow.push({ source: expression.source, text });
    }
    expect(slow).toEqual([]);
  });
});
