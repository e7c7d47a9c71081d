import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addBucket, removeBucket, replaceBucketKeys, sweepUploads, testBucket } from '../buckets/index.ts';
import type { BucketAccess, ObjectStore, ObjectStoreAnswer, StoredObject } from '../ports/ports.ts';
import { listBuckets } from '../reading/buckets/index.ts';
import { silentLog } from '../testing/index.ts';
import { type ExportWorld, exportWorld } from './exports.fixture.ts';
import { listSchedules } from './list-schedules.ts';
import { scheduleExport } from './schedule-export.ts';
import { sweepSchedules } from './sweep-schedules.ts';
import { uploadExport } from './upload-export.ts';

let world: ExportWorld;
beforeAll(async () => {
  world = await exportWorld();
});
// The sweep is everybody's.
afterEach(() => world.database.prisma.exportUpload.deleteMany());
afterAll(() => world.close());

const secretAccessKey = 'canary-secret-key';
const keysAndPlace = { region: 'eu-west-1', bucket: 'shop-exports', accessKeyId: 'AKIDONE', secretAccessKey };
const wanted = { ...keysAndPlace, name: 'Finance', prefix: 'daily' };
const daily = { name: 'Daily', list: 'payments', format: 'csv', cadence: 'daily', hour: 6, timeZone: 'UTC' } as const;
const dayMs = 86_400_000;

type Put = { access: BucketAccess; file: Omit<StoredObject, 'parts'>; content: string };

/** A store that keeps what it is given, or refuses with what it is told. */
function storeOf(answers: ObjectStoreAnswer[] = []) {
  const puts: Put[] = [];
  const objectStore: ObjectStore = async (access, { parts, ...file }) => {
    const content: Buffer[] = [];
    for await (const part of parts()) content.push(part);
    puts.push({ access, file, content: Buffer.concat(content).toString() });
    return answers.shift() ?? { kind: 'stored' };
  };
  return { puts, worker: { ...world.worker, objectStore } };
}

const no = (reason = 'There is no such bucket.'): ObjectStoreAnswer => ({ kind: 'failed', reason });

let day = Date.parse('2027-01-10T07:00:00Z');

/** A shop with a bucket and a schedule, whose first export is ready. */
async function shopWithFile(userIds: 'nobody' | 'owner' = 'nobody') {
  const shop = await world.shop();
  const who = { ...world.as(shop, 'owner'), judgeWebhookUrl: () => undefined };
  day += dayMs;
  world.ctx.clock.set(new Date(day));
  await world.payments(who.tenant, 5);
  const { bucketId } = await addBucket(who, wanted);
  await scheduleExport(who, { ...daily, bucketId, userIds: userIds === 'nobody' ? [] : [who.userId] });
  day += dayMs;
  world.ctx.clock.set(new Date(day));
  while ((await sweepSchedules(world.worker)) > 0);
  const [schedule] = await listSchedules(who);
  const exportId = schedule?.last?.exportId ?? '';
  await world.finish(exportId);
  return { who, bucketId, exportId };
}

/** Sweeps, and works at everything that the sweep has published. */
async function work(worker: ReturnType<typeof storeOf>['worker']) {
  world.ctx.events.length = 0;
  await sweepUploads(worker);
  const ids = world.ctx.events.flatMap(({ data }) => ('uploadId' in data ? [data.uploadId] : []));
  return Promise.all(ids.map((uploadId) => uploadExport(worker, { uploadId })));
}

const lastOf = async (who: Parameters<typeof listBuckets>[0]) => (await listBuckets(who))[0]?.last;
const mailsOf = (uploadId: string) =>
  world.database.prisma.mail.findMany({ where: { dedupeKey: { startsWith: `upload:${uploadId}` } } });

describe('a file of a schedule with a bucket', () => {
  it('is put there once, with the keys of the bucket, under a name of its own; nobody gets a mail', async () => {
    const { who, exportId } = await shopWithFile();
    const { puts, worker } = storeOf();
    expect(await work(worker)).toEqual(['uploaded']);
    expect(await work(worker)).toEqual([]);
    const { file, name } = await world.download(who, exportId);
    const unique = name.replace('.csv', `-${exportId.slice(-8)}.csv`);
    expect(puts).toHaveLength(1);
    expect(puts[0]).toMatchObject({
      access: { ...keysAndPlace, environment: 'sandbox', endpoint: null, pathStyle: false },
      file: { key: `daily/${unique}`, fileName: name, bytes: file.length, contentType: expect.stringContaining('csv') },
      content: file.toString(),
    });
    const upload = { exportId, status: 'uploaded', objectKey: `daily/${unique}`, bytes: file.length, error: null };
    expect(await listSchedules(who)).toMatchObject([{ bucket: { name: 'Finance' }, readers: [], last: { upload } }]);
    expect(await lastOf(who)).toMatchObject(upload);
    const told = await world.database.prisma.mail.count({ where: { dedupeKey: { contains: exportId } } });
    const audit = await world.database.prisma.auditEntry.findMany({ where: { subjectId: exportId } });
    expect([told, audit.map(({ action }) => action)]).toEqual([
      0,
      expect.arrayContaining(['export.ready', 'export.uploaded']),
    ]);
    expect(JSON.stringify(audit)).not.toContain('canary');
  });

  it('is tried again later and later, people are told once, and other keys have it tried at once', async () => {
    const { who, bucketId } = await shopWithFile();
    const { puts, worker } = storeOf([no(), no(), no(), no('Access denied.')]);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      expect(await work(worker)).toEqual(['due']);
      expect(await work(worker)).toEqual([]);
      const wait = Date.parse((await lastOf(who))?.nextAttemptAt ?? '') - world.ctx.clock.now().getTime();
      waits.push(wait / 60_000);
      if (attempt < 4) world.ctx.clock.advance(wait / 1000);
    }
    expect(waits).toEqual([1, 5, 15, 60]);
    const last = await lastOf(who);
    expect(last).toMatchObject({ status: 'due', attempts: 4, error: 'Access denied.' });
    const mails = await mailsOf(last?.uploadId ?? '');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Access denied.');
    expect(mails[0]?.text).toContain('Tillgate tries again');
    expect(mails[0]?.text).toContain('/exports?show=buckets');
    await replaceBucketKeys(who, { bucketId, accessKeyId: 'AKIDTWO', secretAccessKey: 'another-secret' });
    expect(await work(worker)).toEqual(['uploaded']);
    expect(puts.at(-1)?.access).toMatchObject({ accessKeyId: 'AKIDTWO', secretAccessKey: 'another-secret' });
    expect(new Set(puts.map(({ file }) => file.key)).size).toBe(1);
  });

  it('is given up when the file is removed, and its readers are told', async () => {
    const { who } = await shopWithFile('owner');
    const { worker } = storeOf([no()]);
    expect(await work(worker)).toEqual(['due']);
    world.ctx.clock.advance(8 * 86_400);
    expect(await work(worker)).toEqual(['failed']);
    expect(await work(worker)).toEqual([]);
    const last = await lastOf(who);
    expect(last).toMatchObject({ status: 'failed', error: 'The file was removed before it was uploaded.' });
    const mails = await mailsOf(last?.uploadId ?? '');
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your export of payments could not be uploaded to its bucket',
    ]);
    expect(mails[0]?.text).toContain('Tillgate does not try again.');
  });

  it('is uploaded by one of several workers, and by another one after the first has died', async () => {
    const { who } = await shopWithFile();
    const { puts, worker } = storeOf();
    const uploadId = (await lastOf(who))?.uploadId ?? '';
    const dying = { ...worker, objectStore: () => new Promise<never>(() => {}) };
    void uploadExport(dying, { uploadId });
    await expect.poll(async () => (await row(uploadId)).claimedUntil).not.toBeNull();
    expect(await uploadExport(worker, { uploadId })).toBeUndefined();
    expect(await work(worker)).toEqual([]);
    world.ctx.clock.advance(3_600);
    const results = await Promise.all([1, 2, 3].map(() => uploadExport(worker, { uploadId })));
    expect(results.filter((status) => status === 'uploaded')).toHaveLength(1);
    expect(puts).toHaveLength(1);
  });

  it('is forgotten with its bucket, also while a worker is at it', async () => {
    const { who, bucketId } = await shopWithFile();
    const uploadId = (await lastOf(who))?.uploadId ?? '';
    await world.database.prisma.exportSchedule.deleteMany({ where: { bucketId } });
    const removing: ObjectStore = async () => {
      await removeBucket(who, { bucketId });
      return { kind: 'stored' };
    };
    expect(await uploadExport({ ...world.worker, objectStore: removing }, { uploadId })).toBeUndefined();
    expect(await world.database.prisma.exportUpload.count({ where: { id: uploadId } })).toBe(0);
  });

  it('waits when the key cannot be opened, and no log line shows a key', async () => {
    const { who } = await shopWithFile();
    const lines: unknown[] = [];
    const note = (...line: unknown[]) => void lines.push(...line);
    const log = { ...silentLog, warn: note, error: note };
    const { puts, worker } = storeOf();
    const open = () => {
      throw new Error('sealed for another key');
    };
    expect(await work({ ...worker, open, log })).toEqual(['due']);
    expect(puts).toEqual([]);
    expect((await lastOf(who))?.error).toContain('cannot be opened');
    expect(JSON.stringify(lines)).not.toContain('canary');
    expect(lines).not.toEqual([]);
  });
});

describe('a test of a bucket', () => {
  it('puts a small file there, and is not repeated when it fails', async () => {
    const { who, bucketId } = await shopWithFile();
    const { puts, worker } = storeOf([{ kind: 'stored' }, no(), { kind: 'stored' }]);
    await work(worker);
    world.ctx.clock.advance(1);
    await testBucket(who, { bucketId });
    expect(await work(worker)).toEqual(['failed']);
    expect(await lastOf(who)).toMatchObject({ status: 'failed', exportId: null, nextAttemptAt: null });
    world.ctx.clock.advance(1);
    await testBucket(who, { bucketId });
    expect(await work(worker)).toEqual(['uploaded']);
    expect(puts.slice(1).map(({ file }) => file.key)).toEqual(Array(2).fill('daily/tillgate-test.txt'));
    expect(puts.at(-1)?.content).toContain('Tillgate');
    world.ctx.clock.advance(91 * 86_400);
    await sweepUploads(worker);
    expect(await lastOf(who)).toMatchObject({ exportId: expect.any(String) });
  });
});

const row = (id: string) => world.database.prisma.exportUpload.findUniqueOrThrow({ where: { id } });
