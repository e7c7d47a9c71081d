// @ts-check
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { placeOf } from './chromium.mjs';
import { isOwnDirectory } from './own-directory.mjs';

/** @type {string} */
let directory;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tillgate-own-'));
});
afterAll(() => rm(directory, { recursive: true }));

it('trusts a directory that is ours alone, and nothing else', async () => {
  expect(isOwnDirectory(directory)).toBe(true);
  expect(isOwnDirectory(join(directory, 'missing'))).toBe(false);
  const [file, link] = [join(directory, 'file'), join(directory, 'link')];
  await writeFile(file, '', { mode: 0o700 });
  await symlink(directory, link);
  expect(isOwnDirectory(file)).toBe(false);
  expect(isOwnDirectory(link)).toBe(false);
  expect(isOwnDirectory(directory, (process.getuid?.() ?? 0) + 1)).toBe(false);
  for (const mode of [0o770, 0o707, 0o777, 0o750]) {
    await chmod(directory, mode);
    expect(isOwnDirectory(directory), mode.toString(8)).toBe(false);
  }
  await chmod(directory, 0o700);
});

it('never runs a browser that somebody else may have put there', async () => {
  const planted = join(directory, 'planted');
  await symlink(directory, planted);
  expect(placeOf(planted)).not.toBe(planted);
  const free = join(directory, 'free');
  expect(placeOf(free)).toBe(free);
});
