import { appendFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { openGap } from '@tillgate/domain/gaps';
import type { NotedKey } from '@tillgate/domain/idempotency';
import { type SeededMerchant, seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { journalHours, openFileJournal } from './file-journal.ts';
import { openKeyJournal } from './open-journal.ts';

let home: string;
let directory: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tillgate-keys-'));
  directory = join(home, 'keys');
});
afterEach(() => rm(home, { recursive: true, force: true }));

const errors: string[] = [];
const log = { debug() {}, info() {}, warn() {}, error: (_: object, text: string) => void errors.push(text) };
const began = new Date('2026-01-05T08:30:00.123Z');
const after = (seconds: number) => new Date(began.getTime() + seconds * 1_000);
let missed = 0;
const miss = () => {
  missed += 1;
};
const open = (now = began) => openFileJournal({ directory, log, now, missed: miss });
const used = (key: string, at: Date): NotedKey => ({
  ...{ applicationId: uuidv7(), environment: 'sandbox', endpoint: 'payout', key, fingerprint: '1:ab', at },
});
async function keysOf(journal: ReturnType<typeof open>, from: Date, until: Date) {
  const keys: string[] = [];
  for await (const page of journal.read(from, until)) keys.push(...page.map(({ key }) => key));
  return keys;
}

describe('the journal of keys', () => {
  it('gives back what was noted in a time, in order, also after a restart, and lets nobody else read it', async () => {
    const first = open();
    for (const seconds of [0, 3_600, 7_200]) first.note(used(`"é",\n${seconds}`, after(seconds)));
    first.note(used('last', after(7_201)));
    const again = open(after(9_000));
    expect([again.journal, again.heldSince(after(9_000))]).toEqual([first.journal, began]);
    expect(await keysOf(again, after(1), after(7_200))).toEqual(['"é",\n3600', '"é",\n7200']);
    const files = await readdir(directory);
    expect(files).toHaveLength(4);
    for (const file of files) expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    first.close();
  });

  it('has many keys, some at a time', async () => {
    const journal = open();
    const keys = Array.from({ length: 1_203 }, (_, n) => `key-${n}`);
    for (const key of keys) journal.note(used(key, after(1)));
    expect(await keysOf(journal, began, after(2))).toEqual(keys);
  });

  it('passes over what a killed process left half written', async () => {
    const journal = open();
    journal.note(used('whole', after(1)));
    const [file = ''] = (await readdir(directory)).filter((name) => name.endsWith('.keys'));
    await appendFile(join(directory, file), '\n["2026-01-05T08:3');
    expect(await keysOf(journal, began, after(60))).toEqual(['whole']);
  });

  it('notes the next key on a line of its own when a full disk took half of one', async () => {
    const journal = open();
    journal.note(used('whole', after(1)));
    const [file = ''] = (await readdir(directory)).filter((name) => name.endsWith('.keys'));
    await appendFile(join(directory, file), '\n["2026-01-05T08:3');
    journal.note(used('next', after(2)));
    expect(await keysOf(journal, began, after(60))).toEqual(['whole', 'next']);
  });

  it('forgets what is too old, and vouches for no more than it has', async () => {
    const journal = open();
    journal.note(used('old', began));
    const now = after((journalHours + 1) * 3_600);
    journal.note(used('new', now));
    expect(await keysOf(journal, began, now)).toEqual(['new']);
    expect(journal.heldSince(now)).toEqual(after(3_600));
  });

  it('lets the request go on when the disk refuses, says so, counts it, and vouches for nothing before', async () => {
    const journal = open();
    await rm(directory, { recursive: true });
    await writeFile(directory, '');
    missed = 0;
    journal.note(used('lost', after(5)));
    expect(missed).toBe(1);
    expect(errors.at(-1)).toContain('could not be noted');
    expect(journal.heldSince(after(6))).toEqual(after(5));
  });
});

describe('an API without a directory to write', () => {
  it('counts every key that it does not note', async () => {
    const file = join(home, 'file');
    await writeFile(file, '');
    const db = { pool: { query: async () => ({ rows: [] }) } } as never;
    const journal = openKeyJournal({ db, clock: { now: () => began }, log }, { DATA_DIR: file }, miss);
    missed = 0;
    journal.note(used('one', after(1)));
    journal.note(used('two', after(2)));
    expect(missed).toBe(2);
    await journal.close();
  });
});

describe('an API whose database was restored', () => {
  let test: TestDatabase;
  let ctx: TestContext;
  let merchant: SeededMerchant;
  beforeAll(async () => {
    test = await testDatabase();
    ctx = await testContext(test.database, { clock: { now: () => new Date(), advance() {}, set() {} } });
    merchant = await seed(ctx).owner().application().mint();
  });
  afterAll(() => test.close());

  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 'complete',
      (error: { code?: string }) => error.code,
    );

  it('refuses unknown keys until it has read its own back, which the database then knows for ever', async () => {
    const { applicationId } = merchant;
    const api = { ...ctx, db: test.databaseAs('api') };
    const before = openKeyJournal(api, { DATA_DIR: home });
    expect(await codeOf(before.demandComplete())).toBe('complete');
    before.note({ ...used('gap-1', new Date()), applicationId });
    await before.close();
    await openGap(ctx, { since: new Date(), reason: 'The disk failed.', apis: 1 });
    const other = openKeyJournal(api, { DATA_DIR: join(home, 'of another API') });
    expect(await codeOf(other.demandComplete())).toBe('unavailable');
    await other.close();
    const after = openKeyJournal(api, { DATA_DIR: home });
    await vi.waitFor(async () => expect(await codeOf(after.demandComplete())).toBe('complete'), { timeout: 60_000 });
    await after.close();
    const records = await ctx.db.prisma.idempotencyRecord.findMany();
    expect(records).toMatchObject([{ applicationId, key: 'gap-1', endpoint: 'payout', state: 'indeterminate' }]);
  });
});
