// @ts-check
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountFor } from './account.mjs';

const port = 3000;

describe('the account of a process', () => {
  it('is our own for what holds keys, for people who develop, and for whoever is not root', () => {
    for (const part of ['api', 'worker'])
      expect(accountFor(part, { isDev: false, port, ownUid: 0 })).toEqual({ account: undefined });
    expect(accountFor('web', { isDev: true, port, ownUid: 0 })).toEqual({ account: undefined });
    expect(accountFor('web', { isDev: false, port, ownUid: 1000 })).toEqual({ account: undefined });
  });

  it('stays root with a warning where an account without rights could not listen', () => {
    const { account, warning } = accountFor('web', { isDev: false, port: 80, ownUid: 0 });
    expect(account).toBeUndefined();
    expect(warning).toContain('port 80');
  });

  it.runIf(process.getuid?.() === 0)('cannot read what is ours alone', async () => {
    const { account } = accountFor('simulator', { isDev: false, port });
    const directory = await mkdtemp(join(tmpdir(), 'tillgate-account-'));
    const file = join(directory, 'seal-keys.json');
    await chmod(directory, 0o755);
    await writeFile(file, '{}', { mode: 0o600 });
    const read = (/** @type {object} */ as) => spawnSync('cat', [file], { cwd: '/', ...as }).status;
    expect(read({})).toBe(0);
    if (account) expect(read(account)).not.toBe(0);
    expect(spawnSync('cat', [`/proc/${process.pid}/environ`], { cwd: '/', ...account }).status).toBe(account ? 1 : 0);
    await rm(directory, { recursive: true });
  });
});
