// @ts-check
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRotatingLog } from './rotating-log.mjs';

let directory = '';
/** @type {string[]} */
let errors = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tillgate log '));
  errors = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** @param {{ bytesMax?: number, keptFiles?: number }} limits */
const open = (limits) =>
  openRotatingLog(join(directory, 'api.log'), { ...limits, onError: (error) => errors.push(error.message) });
const files = () =>
  Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]));

it('keeps the newest lines within its size, whole and in their order, and a few old files', async () => {
  const log = open({ bytesMax: 20, keptFiles: 2 });
  for (let line = 1; line <= 9; line += 1) log.write(`line ${line}.`);
  await log.end();
  expect(files()).toEqual({
    'api.log': 'line 9.\n',
    'api.log.1': 'line 7.\nline 8.\n',
    'api.log.2': 'line 5.\nline 6.\n',
  });
  expect(statSync(join(directory, 'api.log')).mode & 0o777).toBe(0o600);
  expect(errors).toEqual([]);
});

it('counts what it finds, in bytes, and gives a line that is too long a file of its own', async () => {
  writeFileSync(join(directory, 'api.log'), 'before\n');
  const log = open({ bytesMax: 12, keptFiles: 3 });
  log.write('ää');
  log.write('ü'.repeat(20));
  log.write('end');
  await log.end();
  expect(files()).toEqual({
    'api.log': 'end\n',
    'api.log.1': `${'ü'.repeat(20)}\n`,
    'api.log.2': 'before\nää\n',
  });
});

it('says that it cannot be opened, and lets the process that writes it go on', async () => {
  mkdirSync(join(directory, 'api.log'));
  const log = open({});
  log.write('lost');
  await log.end();
  expect(errors).toEqual([expect.stringContaining('EISDIR')]);
});

it('goes on writing, and says so, when a log cannot be put aside', async () => {
  mkdirSync(join(directory, 'api.log.1/in the way'), { recursive: true });
  const log = open({ bytesMax: 8, keptFiles: 1 });
  log.write('first');
  log.write('second');
  log.write('third');
  await log.end();
  expect(readFileSync(join(directory, 'api.log'), 'utf8')).toBe('first\nsecond\nthird\n');
  expect(errors).toEqual([expect.stringContaining('api.log.1'), expect.stringContaining('api.log.1')]);
});
