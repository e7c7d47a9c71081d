// @ts-check
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outlineOf } from '../../apps/cli/src/outline.ts';
import { createProgram } from '../../apps/cli/src/program.ts';
import { run } from '../../apps/cli/src/run.ts';
import { judgeWords, readOutline } from './outline.mjs';
import { root } from './paths.mjs';

const nothing = { out: () => {}, err: () => {} };
const outline = outlineOf(createProgram(() => {}, nothing, nothing));

/**
 * What the command line itself writes, and its exit code.
 * @param {string[]} words
 */
async function written(words) {
  const texts = { out: '', err: '' };
  const code = await run(words, {
    out: (text) => {
      texts.out += text;
    },
    err: (text) => {
      texts.err += text;
    },
  });
  return { code, ...texts };
}

/**
 * Every command, as it is typed.
 * @param {import('./outline.mjs').Outline} of
 * @param {string[]} [path]
 * @returns {string[][]}
 */
function pathsOf(of, path = []) {
  return [path, ...Object.entries(of.commands).flatMap(([name, below]) => pathsOf(below, [...path, name]))];
}
const paths = pathsOf(outline);

describe('the outline of the command line', () => {
  // `npx vitest run scripts/lib/outline.test.mjs --update=all` writes the file, and no other.
  it('is the one of outline.json', async () => {
    await expect(`${JSON.stringify(outline, null, 1)}\n`).toMatchFileSnapshot('../../apps/cli/outline.json');
    expect(readOutline(root)).toEqual(outline);
  });

  it('has the help of every command, as the command prints it', async () => {
    expect(paths.length).toBeGreaterThan(90);
    for (const path of paths) {
      const verdict = judgeWords([...path, '--help'], outline);
      expect(verdict, path.join(' ')).toEqual({ kind: 'help', text: (await written([...path, '--help'])).out });
    }
  });

  it('refuses what every command refuses, and nothing that a command takes', async () => {
    for (const path of paths) {
      for (const words of [path, [...path, '--nonsense'], [...path, 'nonsense', 'more'], [...path, '--json']]) {
        const verdict = judgeWords(words, outline);
        if (verdict.kind === 'run') continue;
        const { code, err } = await written(words);
        expect([code, err === ''], words.join(' ')).toEqual([1, false]);
      }
    }
  });

  it.each([
    [['frobnicate'], "error: unknown command 'frobnicate'\n"],
    [['user', 'frobnicate'], "error: unknown command 'frobnicate'\n"],
    [['user', 'create', '--nope'], "error: unknown option '--nope'\n"],
    [['day', 'show', '--app'], /^error: option '--app <.+>' argument missing\n$/],
    [['day', 'show'], /^error: required option '.+' not specified\n$/],
    [['doctor', 'now'], 'error: too many arguments. Expected 0 but got 1.\n'],
    [[], /^Usage: tillgate/],
    [['user'], /^Usage: tillgate user/],
  ])('refuses %j', (words, text) => {
    const verdict = judgeWords(words, outline);
    expect(verdict).toMatchObject({
      kind: 'error',
      text: typeof text === 'string' ? text : expect.stringMatching(text),
    });
  });

  it.each([
    [['doctor']],
    [['--json', 'doctor']],
    [['doctor', '--json']],
    [['migrate']],
    [['day', 'list', '--app=x', '--env', 'sandbox']],
  ])('lets %j run', (words) => {
    expect(judgeWords(words, outline)).toEqual({ kind: 'run' });
  });
});

/** A checkout in which nothing is installed. */
let checkout = '';
beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'tillgate-outline-'));
  for (const path of ['scripts', 'package.json', 'apps/cli/outline.json']) {
    await cp(join(root, path), join(checkout, path), { recursive: true });
  }
});
afterAll(() => rm(checkout, { recursive: true, force: true }));

/** @param {string[]} words */
async function tillgate(...words) {
  const env = { PATH: process.env.PATH, DATA_DIR: join(checkout, '.data') };
  const run = promisify(execFile)(process.execPath, ['scripts/tillgate.mjs', ...words], { cwd: checkout, env });
  const { stdout, stderr, code } = await run.then(
    (written) => ({ ...written, code: 0 }),
    (error) => error,
  );
  return { stdout, stderr, code };
}

it('help and errors of usage install, build and initialise nothing', async () => {
  const help = await tillgate('day', 'show', '--help');
  expect(help).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(/^Usage: tillgate day show/) });
  const unknown = { code: 1, stdout: '', stderr: "error: unknown command 'payout'\n" };
  expect(await tillgate('payout')).toEqual(unknown);
  const json = { code: 1, stdout: '', stderr: '{"error":"a command is missing; see --help","code":"usage"}\n' };
  expect(await tillgate('day', '--json')).toEqual(json);
  expect((await readdir(checkout)).sort()).toEqual(['apps', 'package.json', 'scripts']);
});
