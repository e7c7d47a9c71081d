import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookUrlJudge } from '../endpoints/index.ts';
import { type ExportWorld, exportWorld } from '../exports/exports.fixture.ts';
import { scheduleExport } from '../exports/index.ts';
import { listBuckets } from '../reading/buckets/index.ts';
import { dumpDatabase } from '../testing/index.ts';
import { addBucket, bucketsMax } from './add-bucket.ts';
import { removeBucket } from './remove-bucket.ts';
import { replaceBucketKeys } from './replace-bucket-keys.ts';
import type { AddBucketInput } from './schemas.ts';
import { testBucket } from './test-bucket.ts';

let world: ExportWorld;
beforeAll(async () => {
  world = await exportWorld();
});
afterAll(() => world.close());

const secret = 'canary-secret-key-1';
const wanted: AddBucketInput = {
  name: 'Finance',
  region: 'eu-west-1',
  bucket: 'shop-exports',
  prefix: 'tillgate',
  accessKeyId: 'AKIDONE',
  secretAccessKey: secret,
};
const daily = { name: 'Daily', list: 'payments', format: 'csv', cadence: 'daily', hour: 6 } as const;

async function owner() {
  const shop = await world.shop();
  return { ...world.as(shop, 'owner'), judgeWebhookUrl: webhookUrlJudge(['files.internal:9000']) };
}

const auditOf = (subjectId: string) =>
  world.database.prisma.auditEntry.findMany({ where: { subjectId }, orderBy: { action: 'asc' } });

describe('a bucket', () => {
  it('is added, listed without its secret, given other keys and removed, and the audit says so', async () => {
    const who = await owner();
    const { bucketId } = await addBucket(who, wanted);
    const shown = { bucketId, name: 'Finance', endpoint: null, prefix: 'tillgate/', pathStyle: false };
    expect(await listBuckets(who)).toMatchObject([{ ...shown, accessKeyId: 'AKIDONE', schedules: 0, last: null }]);
    await replaceBucketKeys(who, { bucketId, accessKeyId: 'AKIDTWO', secretAccessKey: 'canary-secret-key-2' });
    const [bucket] = await listBuckets(who);
    expect(bucket).toMatchObject({ accessKeyId: 'AKIDTWO', keysReplacedAt: expect.any(String) });
    expect(JSON.stringify([bucket, await auditOf(bucketId)])).not.toMatch(/canary|sealed/i);
    expect(await dumpDatabase(world.database)).not.toContain('canary-secret');
    expect(await removeBucket(who, { bucketId })).toEqual({ removed: true });
    expect(await listBuckets(who)).toEqual([]);
    const actions = (await auditOf(bucketId)).map(({ action, actor }) => [action, actor]);
    const expected = ['bucket.added', 'bucket.keys_replaced', 'bucket.removed'].map((action) => [action, who.actor]);
    expect(actions).toEqual(expected);
  });

  it('of another shop, or of the other environment, cannot be touched', async () => {
    const who = await owner();
    const { bucketId } = await addBucket(who, wanted);
    const { applicationId } = who.tenant;
    const others = [await owner(), { ...who, tenant: { applicationId, environment: 'production' as const } }];
    for (const other of others) {
      expect(await listBuckets(other)).toEqual([]);
      const keys = { bucketId, accessKeyId: 'AKID', secretAccessKey: 'another-secret' };
      for (const attempt of [
        () => replaceBucketKeys(other, keys),
        () => removeBucket(other, { bucketId }),
        () => testBucket(other, { bucketId }),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
      await expect(scheduleExport(other, { ...daily, bucketId })).rejects.toMatchObject({
        extras: { issues: [{ path: 'bucketId' }] },
      });
    }
    expect(await listBuckets(who)).toHaveLength(1);
  });

  it('that a schedule uses cannot be removed', async () => {
    const who = await owner();
    const { bucketId } = await addBucket(who, wanted);
    await scheduleExport(who, { ...daily, bucketId, userIds: [] });
    expect(await listBuckets(who)).toMatchObject([{ schedules: 1 }]);
    await expect(removeBucket(who, { bucketId })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await listBuckets(who)).toHaveLength(1);
  });

  it.each([
    ['http://files.example.com', 'sandbox'],
    ['https://127.0.0.1:9000', 'sandbox'],
    ['https://169.254.169.254', 'production'],
    ['https://minio.internal', 'sandbox'],
    ['https://files.internal:9001', 'sandbox'],
    ['https://files.internal:9000', 'production'],
    ['https://user:pass@files.example.com', 'sandbox'],
  ] as const)('at %s is refused in %s', async (endpoint, environment) => {
    const who = await owner();
    const ctx = { ...who, tenant: { ...who.tenant, environment } };
    await expect(addBucket(ctx, { ...wanted, endpoint })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await listBuckets(ctx)).toEqual([]);
  });

  it('may be at a private host that the operator allows, for the sandbox, with the bucket in the path', async () => {
    const who = await owner();
    await addBucket(who, { ...wanted, endpoint: 'http://files.internal:9000/' });
    expect(await listBuckets(who)).toMatchObject([{ endpoint: 'http://files.internal:9000', pathStyle: true }]);
  });

  it('is one of a limited number', async () => {
    const who = await owner();
    const asked = await Promise.allSettled(Array.from({ length: bucketsMax + 2 }, () => addBucket(who, wanted)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(bucketsMax);
  });

  it('is tested by one file at a time', async () => {
    const who = await owner();
    const { bucketId } = await addBucket(who, wanted);
    const tests = await Promise.all([1, 2, 3].map(() => testBucket(who, { bucketId })));
    expect(new Set(tests.map(({ uploadId }) => uploadId)).size).toBe(1);
    expect(await listBuckets(who)).toMatchObject([
      { last: { exportId: null, status: 'due', objectKey: 'tillgate/tillgate-test.txt', error: null } },
    ]);
  });
});
