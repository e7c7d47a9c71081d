import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { workExport } from '@tillgate/domain/exports';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let ctx: TestContext;
let env: Record<string, string>;
let folder: string;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database, { clock: { now: () => new Date(), advance() {}, set() {} } });
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey };
  folder = await mkdtemp(join(tmpdir(), 'tillgate-export-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await test.close();
});

/** The object that a command printed on stdout, or its error on stderr. */
async function json(...args: string[]) {
  const { stdout, stderr } = await tillgate([...args, '--json'], env);
  return JSON.parse(stdout || stderr);
}

it('an operator asks for a file, sees it, and writes it once, for themselves alone', async () => {
  const { applicationId } = await seed(ctx).owner().application().mint();
  const where = ['--app', applicationId, '--env', 'sandbox'];
  await test.database.prisma.$executeRaw`
    INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, created_at)
    SELECT gen_random_uuid(), ${applicationId}::uuid, 'sandbox', 'payment.success', gen_random_uuid(), '{}',
      now() - n * interval '1 second'
    FROM generate_series(1, 50) n`;
  const rows = ['--list', 'events', '--format', 'ndjson', '--filter', '{"type":"payment.success"}'];
  const { exportId, ...created } = await json('export', 'create', ...where, ...rows);
  expect(created).toEqual({ rows: 50, isCounted: true });
  const which = [...where, '--export', exportId];
  const out = join(folder, 'events.ndjson');
  const early = await json('export', 'download', ...which, '--out', out);
  expect(early).toEqual({ error: 'This export is not ready yet.', code: 'not_found' });
  while (!(await workExport(ctx, { exportId })).ended);
  expect((await json('export', 'list', ...where)).exports).toMatchObject([{ exportId, status: 'ready', rowCount: 50 }]);
  const written = await json('export', 'download', ...which, '--out', out);
  const file = await readFile(out);
  expect(written).toEqual({
    exportId,
    path: out,
    bytes: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
  });
  expect(file.toString().trimEnd().split('\n')).toHaveLength(51);
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  expect(await json('export', 'download', ...which, '--out', out)).toMatchObject({ issues: [{ path: '--out' }] });
  expect(await readdir(folder)).toEqual(['events.ndjson']);
});

it('says what is wrong with a filter', async () => {
  const { applicationId } = await seed(ctx).owner().application().mint();
  const create = ['export', 'create', '--app', applicationId, '--env', 'sandbox', '--list', 'payments'];
  expect(await json(...create, '--filter', 'status=success')).toMatchObject({ issues: [{ path: '--filter' }] });
  expect(await json(...create, '--filter', '{"colour":"red"}')).toMatchObject({ issues: [{ path: 'filter' }] });
});

it('an operator schedules files for members, sees, pauses and ends the schedule', async () => {
  const { applicationId, owner } = await seed(ctx).owner().application().mint();
  const where = ['--app', applicationId, '--env', 'sandbox'];
  const file = ['--list', 'payments', '--format', 'xlsx', '--filter', '{"status":"success"}'];
  const add = ['export', 'schedule', 'add', ...where, ...file, '--name', 'Yesterday', '--every', 'day'];
  const { scheduleId, nextAt } = await json(...add, '--hour', '6', '--mail-to', owner.email.toUpperCase());
  expect(nextAt).toMatch(/T03:00:00.000Z$/);
  const listed = await json('export', 'schedule', 'list', ...where);
  expect(listed.schedules).toMatchObject([{ scheduleId, cadence: 'daily', hour: 6, userIds: [owner.userId], nextAt }]);
  const which = [...where, '--schedule', scheduleId];
  expect(await json('export', 'schedule', 'pause', ...which)).toEqual({ scheduleId, paused: true });
  const { stdout } = await tillgate(['export', 'schedule', 'list', ...where], env);
  expect(stdout).toMatch(/Yesterday +payments as xlsx +daily at 06:00 Africa\/Nairobi +paused +-/);
  expect(await json('export', 'schedule', 'resume', ...which)).toEqual({ scheduleId, nextAt });
  expect(await json('export', 'schedule', 'end', ...which)).toEqual({ scheduleId, ended: true });
  expect(await json('export', 'schedule', 'end', ...which)).toMatchObject({ code: 'not_found' });
  const nobody = await json(...add, '--hour', '6', '--mail-to', 'nobody@shop.example');
  expect(nobody).toMatchObject({ issues: [{ path: '--mail-to' }] });
  expect(await json(...add, '--hour', '24', '--mail-to', owner.email)).toMatchObject({ issues: [{ path: 'hour' }] });
});
