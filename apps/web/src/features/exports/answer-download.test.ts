import { createHash } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { createExport, workExport } from '@tillgate/domain/exports';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, signedIn, testDeps } from '@/trpc/testing';
import { answerDownload, answerManifest } from './answer-download.ts';

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;
let stranger: SeededMerchant;
let exportId: string;

beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
  shop = await seed(deps.seeding).owner().application().member('finance').member('support').mint();
  stranger = await seed(deps.seeding).owner().application().mint();
  await test.database.prisma.$executeRaw`
    INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, created_at)
    SELECT gen_random_uuid(), ${shop.applicationId}::uuid, 'sandbox', 'payment.success', gen_random_uuid(), '{}',
      ${deps.context.clock.now()}::timestamptz - n * interval '1 second'
    FROM generate_series(1, 300) n`;
  const made = await createExport(shop.as('sandbox'), { list: 'events', format: 'csv' });
  exportId = made.exportId;
  const worker = { ...deps.seeding, db: test.databaseAs('worker') };
  while (!(await workExport(worker, { exportId }, { partRows: 20, rowsMax: 1_000 })).ended);
});
afterAll(() => test?.close());

const address = () => ({ applicationId: shop.applicationId, environment: 'sandbox', exportId });
const personOf = (role: 'owner' | 'finance' | 'support') =>
  signedIn(deps, shop.members.find((member) => member.role === role) ?? shop.owner);

describe('the file of an export', () => {
  it('comes whole, under a safe name, cached by nobody', async () => {
    const answer = await answerDownload(deps, personOf('owner'), address());
    const file = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="tillgate-events-all-to-\d{4}-\d\d-\d\d\.csv"$/,
      ),
      'content-length': String(file.length),
      'content-type': 'text/csv; charset=utf-8',
      'repr-digest': `sha-256=:${createHash('sha256').update(file).digest('base64')}:`,
      'x-content-type-options': 'nosniff',
    });
    expect(file.toString().split('\r\n')).toHaveLength(1 + 300 + 1);
    const downloads = await test.database.prisma.auditEntry.findMany({ where: { action: 'export.downloaded' } });
    expect(downloads).toMatchObject([{ actor: `user:${shop.owner.userId}`, subjectId: exportId }]);
  });

  it('has a manifest of its own, with the SHA-256 of the whole file, for who may read the file', async () => {
    const file = Buffer.from(await (await answerDownload(deps, personOf('owner'), address())).arrayBuffer());
    const answer = await answerManifest(deps, personOf('owner'), address());
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="tillgate-events-[^"]+\.csv\.manifest\.json"$/,
    );
    expect(await answer.json()).toMatchObject({
      manifest: {
        export_id: exportId,
        list: 'events',
        rows: 300,
        sha256: createHash('sha256').update(file).digest('hex'),
      },
    });
    expect((await answerManifest(deps, personOf('support'), address())).status).toBe(
      (await answerDownload(deps, personOf('support'), address())).status,
    );
    expect((await answerManifest(deps, undefined, address())).status).toBe(303);
  });

  it('is read as far as the browser takes it', async () => {
    let read = 0;
    const { pool } = deps.context.db;
    const counting = Object.assign(Object.create(pool), {
      query: (config: { name?: string }) => {
        if (config.name === 'export_read_part') read += 1;
        return pool.query(config as never);
      },
    });
    const context = { ...deps.context, db: { ...deps.context.db, pool: counting } };
    const answer = await answerDownload({ ...deps, context }, personOf('owner'), address());
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(8);
  });

  it('has whoever is not signed in sign in first, and come back', async () => {
    const answer = await answerDownload(deps, undefined, { ...address(), exportId: '../x?a=//evil.example' });
    expect(answer.status).toBe(303);
    const location = new URL(answer.headers.get('location') ?? '', 'http://dashboard.example');
    expect([location.host, location.pathname]).toEqual(['dashboard.example', '/sign-in']);
    expect(location.searchParams.get('next')).toBe(
      `/api/exports/${shop.applicationId}/sandbox/..%2Fx%3Fa%3D%2F%2Fevil.example`,
    );
  });

  it.each([
    ['a stranger', () => signedIn(deps, stranger.owner), {}],
    ['the other environment', () => personOf('owner'), { environment: 'production' }],
    ['no environment', () => personOf('owner'), { environment: 'x' }],
    ['a missing export', () => personOf('owner'), { exportId: '01990000-0000-7000-8000-000000000000' }],
    ['a malformed id', () => personOf('owner'), { exportId: "' OR 1" }],
    ['a malformed application', () => personOf('owner'), { applicationId: '../..' }],
    ['finance, who may not read events', () => personOf('finance'), {}],
  ])('is not there for %s', async (_who, person, other) => {
    const answer = await answerDownload(deps, person(), { ...address(), ...other });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'private, no-store']);
  });

  it('is refused to a role that may not export', async () => {
    expect((await answerDownload(deps, personOf('support'), address())).status).toBe(403);
  });

  it('of another export is not there before it is ready', async () => {
    const caller = callerOf(deps, personOf('finance'));
    const tenant = { applicationId: shop.applicationId, environment: 'sandbox' as const };
    const rows = { list: 'payments' as const, filter: { status: 'success' } };
    expect(await caller.exports.count({ ...tenant, ...rows })).toEqual({ rows: 0, more: false, isCounted: true });
    const made = await caller.exports.create({ ...tenant, ...rows, format: 'xlsx' });
    const answer = await answerDownload(deps, personOf('finance'), { ...address(), exportId: made.exportId });
    expect([answer.status, await answer.text()]).toEqual([404, 'This export is not ready yet.\n']);
    const { exports } = await caller.exports.list(tenant);
    expect(exports).toMatchObject([{ exportId: made.exportId, status: 'queued', requestedBy: { kind: 'person' } }]);
    expect(await caller.exports.columns(tenant)).toContainEqual({
      list: 'payments',
      columns: expect.arrayContaining([
        { name: 'phone', kind: 'text', isDefault: true },
        { name: 'payer_name', kind: 'text', isDefault: false },
      ]),
    });
    await expect(caller.exports.create({ ...tenant, list: 'events', format: 'csv' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const cancelled = await caller.exports.cancel({ ...tenant, exportId: made.exportId });
    expect(cancelled).toMatchObject({ status: 'cancelled', cancelled: true });
  });
});
