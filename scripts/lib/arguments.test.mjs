// @ts-check
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './paths.mjs';
import { runCaptured } from './run.mjs';

describe.each(['start.mjs', 'test.mjs'])('%s', (script) => {
  const run = (/** @type {string} */ option) => runCaptured(process.execPath, [join(root, 'scripts', script), option]);

  it('says how it is used, and does nothing else', async () => {
    const { code, stdout, stderr } = await run('--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^npm (start|test) /);
  });

  it('refuses an option that it does not know', async () => {
    const { code, stdout, stderr } = await run('--halp');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain("Unknown option '--halp'");
  });
});
