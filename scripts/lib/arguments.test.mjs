// @ts-check
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from './paths.mjs';
import { runCaptured } from './run.mjs';

describe.each(['start.mjs', 'test.mjs'])('%s', (script) => {
  const run = (/** @type {string} */ option) => runCaptured(process.execPath, [join(root, 'scripts', script), option]);

  it('says how it is used, and does nothing else', async () => {
    const { code, stdout, stderr } = await run('--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^npm (start|test) /);
  });

  it('starts where no package is installed', async () => {
    const bare = await mkdtemp(join(tmpdir(), 'tillgate-bare-'));
    onTestFinished(() => rm(bare, { recursive: true }));
    await cp(join(root, 'scripts'), join(bare, 'scripts'), { recursive: true });
    await cp(join(root, 'package.json'), join(bare, 'package.json'));
    const { code, stderr } = await runCaptured(process.execPath, [join(bare, 'scripts', script), '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('refuses an option that it does not know', async () => {
    const { code, stdout, stderr } = await run('--halp');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain("Unknown option '--halp'");
  });
});
