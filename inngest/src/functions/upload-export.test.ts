import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import type { WithObjectStore } from '@tillgate/domain';
import { addBucket, sweepUploads, testBucket } from '@tillgate/domain/buckets';
import { listBuckets } from '@tillgate/domain/reading/buckets';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestEngine, type TestEngine } from '../embedded/testing/harness.ts';
import { uploadExportFunction } from './upload-export.ts';

let test: TestDatabase;
let ctx: TestContext;
let engine: TestEngine;
const stored: string[] = [];
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  const objectStore: WithObjectStore['objectStore'] = async ({ secretAccessKey }, { key }) => {
    stored.push(`${secretAccessKey} ${key}`);
    return { kind: 'stored' };
  };
  const worker = { ...ctx, db: test.databaseAs('worker'), objectStore };
  engine = await openTestEngine((client) => [uploadExportFunction(client, worker)]);
});
afterAll(async () => {
  await engine.close();
  await test.close();
});

it('a file for a bucket is uploaded once, also when the function is told twice', async () => {
  const merchant = await seed(ctx).owner().application().mint();
  const owner = { ...merchant.as('sandbox'), judgeWebhookUrl: () => undefined };
  const keys = { accessKeyId: 'AKIDONE', secretAccessKey: 'a-secret-key' };
  const { bucketId } = await addBucket(owner, { name: 'Files', region: 'eu-west-1', bucket: 'shop-files', ...keys });
  await testBucket(owner, { bucketId });
  await sweepUploads(ctx);
  const told = ctx.events.filter(({ name }) => name === 'upload.due');
  expect(told).toHaveLength(1);
  await engine.client.send([...told, ...told.map((event) => ({ ...event, id: `${event.id}:again` }))]);
  await expect
    .poll(() => engine.runs('upload-export'))
    .toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
  expect(stored).toEqual(['a-secret-key tillgate-test.txt']);
  expect(await listBuckets(owner)).toMatchObject([{ last: { status: 'uploaded' } }]);
});
