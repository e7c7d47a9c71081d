import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { uploadExport } from '@tillgate/domain/exports';
import { createOpen, generateSealKeys } from '@tillgate/domain/sealing';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let ctx: TestContext;
let env: Record<string, string>;
beforeAll(async () => {
  test = await testDatabase();
  const keys = await generateSealKeys();
  const clock = { now: () => new Date(), advance() {}, set() {} };
  ctx = await testContext(test.database, { clock, open: await createOpen(keys.privateKey) });
  const secret = { BUCKET_SECRET: 'canary-secret-key', OTHER_SECRET: 'canary-other-key' };
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: keys.publicKey, ...secret };
});
afterAll(() => test.close());

/** The object that a command printed on stdout, or its error on stderr. */
async function json(...args: string[]) {
  const { stdout, stderr } = await tillgate([...args, '--json'], env);
  expect(stdout + stderr).not.toContain('canary');
  return JSON.parse(stdout || stderr);
}

it('an operator adds a bucket, tests it, schedules files into it, gives it other keys, and removes it', async () => {
  const { applicationId } = await seed(ctx).owner().application().mint();
  const where = ['--app', applicationId, '--env', 'production'];
  const place = ['--name', 'Finance', '--region', 'eu-west-1', '--bucket', 'shop-exports', '--prefix', 'tillgate'];
  const keys = ['--access-key-id', 'AKIDONE', '--secret-access-key', '@env:BUCKET_SECRET'];
  const { bucketId } = await json('bucket', 'add', ...where, ...place, ...keys);
  const which = [...where, '--bucket', bucketId];
  const testing = json('bucket', 'test', ...which);
  const due = () => test.database.prisma.exportUpload.findFirst({ where: { bucketId, status: 'due' } });
  await expect.poll(due).not.toBeNull();
  const used: string[] = [];
  const worker = {
    ...ctx,
    objectStore: async ({ secretAccessKey }: { secretAccessKey: string }) => {
      used.push(secretAccessKey);
      return { kind: 'stored' as const };
    },
  };
  await uploadExport(worker, { uploadId: (await due())?.id ?? '' });
  expect(await testing).toMatchObject({ status: 'uploaded', objectKey: 'tillgate/tillgate-test.txt' });
  const plan = ['--name', 'Yesterday', '--list', 'payments', '--every', 'day', '--hour', '6'];
  const { scheduleId } = await json('export', 'schedule', 'add', ...where, ...plan, '--bucket', bucketId);
  expect((await json('export', 'schedule', 'list', ...where)).schedules).toMatchObject([
    { scheduleId, userIds: [], bucket: { bucketId, name: 'Finance' } },
  ]);
  expect(await json('export', 'schedule', 'add', ...where, ...plan)).toMatchObject({ issues: [{ path: 'userIds' }] });
  const other = ['--access-key-id', 'AKIDTWO', '--secret-access-key', '@env:OTHER_SECRET'];
  expect(await json('bucket', 'replace-keys', ...which, ...other)).toEqual({ bucketId });
  const { buckets } = await json('bucket', 'list', ...where);
  expect(buckets).toMatchObject([{ bucketId, accessKeyId: 'AKIDTWO', schedules: 1, last: { status: 'uploaded' } }]);
  expect(await json('bucket', 'remove', ...which)).toMatchObject({ code: 'invalid_input' });
  await json('export', 'schedule', 'end', ...where, '--schedule', scheduleId);
  expect(await json('bucket', 'remove', ...which)).toEqual({ bucketId, removed: true });
  expect(used).toEqual(['canary-secret-key']);
});
