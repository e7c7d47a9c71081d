// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDir } from './lock.mjs';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tillgate lock '));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** A process of its own that takes the lock and waits to be killed. */
async function holdInChild() {
  const code = `
    import { lockDataDir } from ${JSON.stringify(new URL('lock.mjs', import.meta.url).href)};
    await lockDataDir(process.argv[1], 'npm start');
    console.log('held');
    setInterval(() => {}, 1000);`;
  const args = ['--input-type=module', '-e', code, dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

/** Makes the present lock look like that of a process which is gone. */
async function abandon() {
  const [file = ''] = await readdir(dataDir);
  const holder = JSON.parse(await readFile(join(dataDir, file), 'utf8'));
  await writeFile(join(dataDir, file), JSON.stringify({ ...holder, start: 'another time' }));
}

describe('lockDataDir', () => {
  it('refuses a second holder with a sentence that names the first', async () => {
    const child = await holdInChild();
    await expect(lockDataDir(dataDir, 'npm start')).rejects.toThrow(
      `npm start (process ${child.pid}) is already using ${dataDir}: stop it first.`,
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('recovers the lock of a process that was killed', async () => {
    const child = await holdInChild();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { isRecovered, unlock } = await lockDataDir(dataDir, 'npm start');
    expect(isRecovered).toBe(true);
    await unlock();
  });

  it('recovers a lock whose pid now belongs to another process', async () => {
    const stranger = { pid: process.pid, start: 'another time', command: 'npm start', id: 'x' };
    await writeFile(join(dataDir, 'lock-3'), JSON.stringify(stranger));
    const { isRecovered, unlock } = await lockDataDir(dataDir, 'npm start');
    expect(isRecovered).toBe(true);
    await unlock();
  });

  it('recovers a lock that cannot be read', async () => {
    await writeFile(join(dataDir, 'lock-3'), 'not json');
    const { unlock } = await lockDataDir(dataDir, 'npm start');
    await unlock();
  });

  it('lets exactly one of many win, again and again, also over a stale lock', async () => {
    await writeFile(join(dataDir, 'lock-3'), JSON.stringify({ pid: 1, start: 'long ago', command: 'x' }));
    for (let round = 0; round < 40; round += 1) {
      const tries = Array.from({ length: 8 }, () => lockDataDir(dataDir, 'npm start'));
      const results = await Promise.allSettled(tries);
      const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(winners).toHaveLength(1);
      // Every other round the winner is "killed": its lock stays and turns stale.
      if (round % 2 === 0) await winners[0]?.unlock();
      else await abandon();
    }
  });

  it('can be taken again after it was given back, and does not call that a recovery', async () => {
    await (await lockDataDir(dataDir, 'npm start')).unlock();
    const { isRecovered, unlock } = await lockDataDir(dataDir, 'npm start');
    expect(isRecovered).toBe(false);
    await unlock();
    expect(await readdir(dataDir)).toEqual(['lock-2']);
  });
});
