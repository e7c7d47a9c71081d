import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostedCallback, publishedAddresses } from '@tillgate/domain/inbox';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileSpool } from './file-spool.ts';
import { openSpool } from './open-spool.ts';
import { readSpooled, writeSpooled } from './spooled-file.ts';

let directory: string;
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'tillgate-spool-')), 'spool');
});
afterEach(() => rm(join(directory, '..'), { recursive: true, force: true }));

const [provider = ''] = publishedAddresses;
const lines: string[] = [];
const write = (_fields: object, message: string) => void lines.push(message);
const log = { debug: write, info: write, warn: write, error: write };
const uses = { log, isProviderAddress: (address: string) => address === provider };
const open = () => openFileSpool({ directory, ...uses });
const posted = (body: string | Buffer = '{}', remoteIp = provider): PostedCallback => ({
  id: uuidv7(),
  kind: 'stk_callback',
  token: 'ab'.repeat(32),
  body: Buffer.from(body),
  remoteIp,
  receivedAt: new Date('2026-01-05T08:00:00.123Z'),
});

describe('the spool on disk', () => {
  it('gives back what it kept, byte for byte, in the order of arrival, also after a restart', async () => {
    const spool = await open();
    const all = [posted(Buffer.from([0, 0xff, 0x7b])), posted('{"é":1}'), posted('')];
    await Promise.all([...all].reverse().map((each) => spool.keep(each)));
    expect(spool.count()).toBe(3);
    const later = await open();
    for (const each of all) {
      expect(await later.oldest()).toEqual(each);
      await later.remove(each.id);
    }
    expect([later.count(), await later.oldest()]).toEqual([0, undefined]);
    expect(await readdir(directory)).toEqual([]);
  });

  it('lets nobody else read it', async () => {
    const spool = await open();
    await spool.keep(posted());
    const [name = ''] = await readdir(directory);
    expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
  });

  it('counts a callback as soon as it is being written, so that no newer one overtakes it', async () => {
    const spool = await open();
    const keeping = spool.keep(posted());
    expect(spool.count()).toBe(1);
    await keeping;
    expect(spool.count()).toBe(1);
  });

  it('sets aside what is no callback, and goes on', async () => {
    const spool = await open();
    await spool.keep(posted());
    const good = posted('{"n":1}');
    await spool.keep(good);
    const [first = ''] = (await readdir(directory)).sort();
    await writeFile(join(directory, first), 'half a fi');
    expect(await spool.oldest()).toEqual(good);
    expect([spool.count(), spool.asideCount()]).toEqual([1, 1]);
    expect((await open()).asideCount()).toBe(1);
  });

  it('removes what a killed process did not finish, and leaves alone what another one is writing', async () => {
    await open();
    for (const name of ['old.tmp', 'new.tmp']) await writeFile(join(directory, name), '{');
    await utimes(join(directory, 'old.tmp'), 1, 1);
    await open();
    expect(await readdir(directory)).toEqual(['new.tmp']);
  });

  it('refuses when it is full, with a clear log, and keeps room for the provider', async () => {
    const spool = await open();
    const big = Buffer.alloc(40_000_000);
    await spool.keep(posted(big, '203.0.113.9')).then(
      () => expect.unreachable(),
      (error) => expect(error).toMatchObject({ code: 'unavailable' }),
    );
    expect(lines.at(-1)).toContain('spool of callbacks is full');
    await spool.keep(posted(big));
    expect(spool.count()).toBe(1);
  });
});

describe('a callback that the disk does not take', () => {
  it('is counted, whether the directory is broken, full or missing', async () => {
    let refused = 0;
    const count = () => {
      refused += 1;
    };
    const counting = { ...uses, refused: count };
    const env = { DATA_DIR: join(directory, '..'), PUBLIC_BASE_URL: 'http://localhost:4000/functions/v1' };
    const { spool } = await openSpool(env, counting);
    await spool.keep(posted());
    expect(refused).toBe(0);
    await expect(spool.keep(posted(Buffer.alloc(40_000_000), '203.0.113.9'))).rejects.toThrow();
    expect(refused).toBe(1);
    await rm(join(env.DATA_DIR, 'spool'), { recursive: true });
    await expect(spool.keep(posted())).rejects.toThrow();
    expect(refused).toBe(2);
    expect(lines.at(-1)).toContain('could not be written to the spool');
    await writeFile(join(env.DATA_DIR, 'spool'), '');
    const { spool: none } = await openSpool(env, counting);
    await expect(none.keep(posted())).rejects.toThrow();
    expect(refused).toBe(3);
  });
});

describe('a file of the spool', () => {
  it.each([
    ['no JSON', 'x'],
    ['another version', JSON.stringify({ version: 2 })],
    ['a part of it', writeSpooled(posted()).subarray(0, -1).toString()],
    ['more than it', `${writeSpooled(posted()).toString().slice(0, -1)},"more":1}`],
  ])('that holds %s is no callback', (_what, content) => {
    expect(readSpooled(Buffer.from(content))).toBeUndefined();
  });
});

describe('without a directory to write', () => {
  const blocked = async (PUBLIC_BASE_URL: string) => {
    const file = join(directory, '..', 'file');
    await writeFile(file, '');
    await chmod(file, 0o600);
    return openSpool({ DATA_DIR: file, PUBLIC_BASE_URL }, uses);
  };

  it('an API with a public address does not start', async () => {
    await expect(blocked('https://pay.example/functions/v1')).rejects.toThrow(/^DATA_DIR: the API cannot write to/);
  });

  it('another one warns, and refuses callbacks while the database is unavailable', async () => {
    const { spool } = await blocked('http://localhost:4000/functions/v1');
    expect(lines.at(-1)).toContain('Callbacks are refused while the database is unavailable.');
    await expect(spool.keep(posted())).rejects.toMatchObject({ code: 'unavailable' });
  });
});
