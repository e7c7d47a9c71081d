import { createHash } from 'node:crypto';
import type { ExportFormat } from '@tillgate/db';
import { parse } from 'csv-parse/sync';
import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getExport, listExports } from '../reading/exports/index.ts';
import { browsePayments } from '../reading/payments/index.ts';
import { cancelExport } from './cancel-export.ts';
import { countExport, createExport } from './create-export.ts';
import { attemptsMax, countMs, idleSeconds, openMax, rowsMax } from './export.ts';
import { type ExportWorld, exportWorld } from './exports.fixture.ts';
import { sweepExports } from './sweep-exports.ts';
import { workExport } from './work-export.ts';

let world: ExportWorld;
beforeAll(async () => {
  world = await exportWorld();
});
afterAll(() => world.close());

const small = { partRows: 40, rowsMax };
const dayMs = 24 * 3_600_000;

async function shopWith(count: number) {
  const shop = await world.shop();
  const finance = world.as(shop, 'finance');
  await world.payments(finance.tenant, count);
  return { shop, finance, tenant: finance.tenant };
}

/** A file as a reader of its format sees it: records by column. */
async function read(format: ExportFormat, file: Buffer): Promise<Record<string, unknown>[]> {
  if (format === 'ndjson') {
    const lines = file.toString().trimEnd().split('\n');
    return lines.slice(0, -1).map((line) => JSON.parse(line));
  }
  if (format === 'csv') return parse(file, { bom: true, columns: true });
  const sheet = (await readExcel(file, { trim: false })).find(({ sheet: name }) => name === 'Data');
  const [header = [], ...rows] = sheet?.data ?? [];
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [String(name), row[index]])));
}

/** All rows of the list, as its pages show them. */
async function listed(finance: Awaited<ReturnType<typeof shopWith>>['finance'], filter: object) {
  const rows = [];
  let older: string | undefined;
  do {
    const page = await browsePayments(finance, { ...filter, limit: 100, before: older });
    rows.push(...page.payments);
    older = page.older ?? undefined;
  } while (older);
  return rows;
}

describe.each(['csv', 'xlsx', 'ndjson'] as const)('an export as %s', (format) => {
  it('holds every row of the list with its filter, in its order, and nothing else', async () => {
    const { finance } = await shopWith(230);
    await shopWith(20);
    const filter = { status: 'success', amountMin: 20 };
    const { exportId, rows } = await createExport(finance, { list: 'payments', format, filter });
    await world.finish(exportId, small);
    const expected = await listed(finance, filter);
    const view = await getExport(finance, { exportId });
    expect(view).toMatchObject({ status: 'ready', rowCount: rows, progress: 1 });
    const { file, name } = await world.download(finance, exportId);
    expect(name).toMatch(new RegExp(`^tillgate-payments-all-to-\\d{4}-\\d\\d-\\d\\d\\.${format}$`));
    expect([file.length, createHash('sha256').update(file).digest('hex')]).toEqual([view.fileBytes, view.fileSha256]);
    const records = await read(format, file);
    const text = (value: string) => (format === 'csv' && /^=|^\d+$/.test(value) ? `'${value}` : value);
    expect(
      records.map(({ payment_id, amount, account_reference, phone, receipt, status }) => ({
        payment_id,
        amount: Number(amount),
        account_reference,
        phone,
        receipt,
        status,
      })),
    ).toEqual(
      expected.map((row) => ({
        payment_id: row.paymentId,
        amount: row.amount,
        account_reference: text(row.accountRef),
        phone: row.phone,
        receipt: row.providerReceipt,
        status: row.status,
      })),
    );
    expect(expected).toHaveLength(rows);
    // No number of a payer is in any file: lists mask them.
    expect(records.every(({ phone }) => /^0\d{3}…\d{3}$/.test(String(phone)))).toBe(true);
  });

  it('has amounts exactly, with their fractions', async () => {
    const { finance, tenant } = await shopWith(2);
    const { payment } = world.ctx.db.prisma;
    const { id } = await payment.findFirstOrThrow({ where: tenant });
    await payment.update({ where: { id }, data: { amount: 150, exactAmount: '150.75' } });
    const columns = ['payment_id', 'amount', 'exact_amount'];
    const { exportId } = await createExport(finance, { list: 'payments', format, filter: {}, columns });
    await world.finish(exportId, small);
    const records = await read(format, (await world.download(finance, exportId)).file);
    const exact = records.map((row) => [row.payment_id, Number(row.amount), Number(row.exact_amount)]);
    expect(exact.filter(([, amount, kes]) => amount !== kes)).toEqual([[id, 150, 150.75]]);
    // A sum of the column is the exact sum: every row has it, and a spreadsheet reads numbers.
    expect(records).toHaveLength(2);
    if (format === 'xlsx') expect(records.map((row) => typeof row.exact_amount)).toEqual(['number', 'number']);
  });

  it('of nothing is a file that opens', async () => {
    const { finance } = await shopWith(1);
    const filter = { accountReference: 'nobody' };
    const { exportId, rows } = await createExport(finance, { list: 'payments', format, filter });
    await world.finish(exportId, small);
    const { file } = await world.download(finance, exportId);
    expect([rows, await read(format, file)]).toEqual([0, []]);
  });
});

describe('a worker that is killed', () => {
  it('at any part leaves a file to others that has no row twice and none missing', async () => {
    const { finance } = await shopWith(205);
    const { exportId } = await createExport(finance, { list: 'payments', format: 'xlsx' });
    let isKilled = true;
    for (;;) {
      // Killed before its part is committed, every other time: the part is read again by the next one.
      const db = { ...world.worker.db, pool: world.worker.db.pool };
      const dying = Object.assign(Object.create(db.pool), {
        query: (config: { name?: string }) =>
          isKilled && config.name === 'export_add_part'
            ? Promise.reject(new Error('killed'))
            : db.pool.query(config as never),
      });
      const progress = await workExport({ ...world.worker, db: { ...db, pool: dying } }, { exportId }, small).catch(
        () => undefined,
      );
      isKilled = !isKilled;
      if (progress?.ended) break;
    }
    const { file } = await world.download(finance, exportId);
    const ids = (await read('xlsx', file)).map(({ payment_id }) => payment_id);
    expect([ids.length, new Set(ids).size]).toEqual([205, 205]);
  });

  it('and several at once make the same file as one alone', async () => {
    const { finance } = await shopWith(300);
    const { exportId } = await createExport(finance, { list: 'payments', format: 'csv' });
    const work = async () => {
      for (;;) if ((await workExport(world.worker, { exportId }, small)).ended) return;
    };
    await Promise.all([work(), work(), work()]);
    const { file } = await world.download(finance, exportId);
    const ids = (await read('csv', file)).map(({ payment_id }) => payment_id);
    expect([ids.length, new Set(ids).size]).toEqual([300, 300]);
  });

  it('without progress ends the export, with a mail', async () => {
    const { finance } = await shopWith(3);
    const { exportId } = await createExport(finance, { list: 'payments', format: 'csv' });
    await world.database.prisma.export.update({ where: { id: exportId }, data: { attempts: attemptsMax } });
    expect(await workExport(world.worker, { exportId })).toEqual({ ended: true });
    expect(await getExport(finance, { exportId })).toMatchObject({ status: 'failed', error: expect.any(String) });
    expect(await mailsOf(exportId)).toMatchObject([{ subject: 'Your export of payments failed' }]);
  });

  it('is found by a sweep, once for several sweeps', async () => {
    const { finance } = await shopWith(3);
    const { exportId } = await createExport(finance, { list: 'payments', format: 'csv' });
    const told = () => world.ctx.events.filter(({ data }) => 'exportId' in data && data.exportId === exportId).length;
    const before = told();
    world.ctx.clock.advance(idleSeconds + 1);
    await Promise.all([1, 2, 3].map(() => sweepExports(world.worker)));
    expect([before, told()]).toEqual([1, 2]);
    await world.finish(exportId);
    world.ctx.clock.advance(idleSeconds + 1);
    await sweepExports(world.worker);
    expect(told()).toBe(2);
  });
});

/** Sweeps until there is nothing left to remove: one sweep removes a few files. */
async function sweepAll(): Promise<void> {
  for (;;) {
    const { expired, removed } = await sweepExports(world.worker);
    if (expired + removed === 0) return;
  }
}

const mailsOf = (exportId: string) =>
  world.database.prisma.mail.findMany({ where: { dedupeKey: { startsWith: `export:${exportId}:` } } });

it('rows that arrive while the file is made are not in it', async () => {
  const { finance, tenant } = await shopWith(100);
  const { exportId, rows } = await createExport(finance, { list: 'payments', format: 'ndjson' });
  await workExport(world.worker, { exportId }, small);
  world.ctx.clock.advance(10);
  await world.payments(tenant, 50);
  await world.finish(exportId, small);
  const { file } = await world.download(finance, exportId);
  expect([rows, (await read('ndjson', file)).length]).toEqual([100, 100]);
});

it('memory does not grow with the file: no statement reads, and no part holds, more than one part', async () => {
  const { finance } = await shopWith(2_000);
  const { exportId } = await createExport(finance, { list: 'payments', format: 'csv' });
  let most = 0;
  const pool = Object.assign(Object.create(world.worker.db.pool), {
    query: async (config: never) => {
      const result: { rows: unknown[] } = await world.worker.db.pool.query(config);
      most = Math.max(most, result.rows.length);
      return result;
    },
  });
  const ctx = { ...world.worker, db: { ...world.worker.db, pool } };
  while (!(await workExport(ctx, { exportId }, small)).ended);
  const { file, biggest } = await world.download(finance, exportId);
  expect(await read('csv', file)).toHaveLength(2_000);
  expect(most).toBeLessThanOrEqual(small.partRows + 1);
  expect(biggest).toBeLessThan((file.length / 2_000) * small.partRows * 2);
});

describe('asking for an export', () => {
  it('counts first, refuses more rows than a file holds, and cuts nothing', async () => {
    const { finance } = await shopWith(12);
    const limits = { rowsMax: 10, openMax: 3, countMs };
    const rows = { list: 'payments', filter: {} } as const;
    expect(await countExport(finance, rows)).toEqual({ rows: 12, more: false, isCounted: true });
    expect(await countExport(finance, rows, limits)).toEqual({ rows: 10, more: true, isCounted: true });
    await expect(createExport(finance, { ...rows, format: 'csv' }, limits)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('1,000,000'),
    });
    // Rows that came to fit the filter meanwhile end it too.
    const { exportId } = await createExport(finance, { ...rows, format: 'csv' });
    await world.finish(exportId, { partRows: 4, rowsMax: 10 });
    expect(await getExport(finance, { exportId })).toMatchObject({ status: 'failed' });
  });

  it('goes on without a count that takes too long, and says so', async () => {
    const { finance } = await shopWith(12);
    const rows = { list: 'payments', filter: {} } as const;
    const limits = { rowsMax, openMax, countMs: 200 };
    const client = await world.database.pool.connect();
    try {
      // What counts waits for this lock for as long as it may take.
      await client.query('BEGIN; LOCK TABLE payments IN ACCESS EXCLUSIVE MODE');
      expect(await countExport(finance, rows, limits)).toEqual({ rows: 0, more: false, isCounted: false });
      const asked = await createExport(finance, { ...rows, format: 'csv' }, limits);
      expect(asked).toMatchObject({ rows: 0, isCounted: false });
      await client.query('ROLLBACK');
      await world.finish(asked.exportId);
      expect(await getExport(finance, { exportId: asked.exportId })).toMatchObject({ status: 'ready', rowCount: 12 });
    } finally {
      client.release();
    }
  });

  it.each([
    ['a filter that the list does not have', { filter: { colour: 'red' } }, 'filter'],
    ['a value that the filter does not have', { filter: { status: 'lost' } }, 'filter.status'],
    [
      'a reversed range',
      { filter: { createdFrom: '2026-02-01T00:00:00Z', createdTo: '2026-01-01T00:00:00Z' } },
      'filter.createdFrom',
    ],
    ['an unknown column', { columns: ['amount', 'callback_token'] }, 'columns'],
    ['a column twice', { columns: ['amount', 'amount'] }, 'columns'],
    ['no column', { columns: [] }, 'columns'],
    ['an unknown zone', { timeZone: 'Mars/Olympus' }, 'timeZone'],
  ])('refuses %s', async (_what, wrong, path) => {
    const { finance } = await shopWith(1);
    const input = { list: 'payments', format: 'csv', ...wrong } as const;
    await expect(createExport(finance, input)).rejects.toMatchObject({
      code: 'invalid_input',
      extras: { issues: [{ path }] },
    });
  });

  it('allows only so many at once in an organization, also when they come together', async () => {
    const { finance } = await shopWith(1);
    const ask = () => createExport(finance, { list: 'payments', format: 'csv' });
    const asked = await Promise.allSettled([1, 2, 3, 4, 5].map(ask));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(ask()).rejects.toMatchObject({ code: 'rate_limited' });
    const { exports } = await listExports(finance, {});
    await cancelExport(finance, { exportId: exports[0]?.exportId ?? '' });
    await expect(ask()).resolves.toMatchObject({ rows: 1 });
  });

  it('needs the permission of the list, and shows others nothing', async () => {
    const { shop, finance } = await shopWith(1);
    await expect(createExport(finance, { list: 'events', format: 'csv' })).rejects.toMatchObject({ code: 'forbidden' });
    const owner = world.as(shop, 'owner');
    const { exportId } = await createExport(owner, { list: 'events', format: 'csv' });
    await world.finish(exportId);
    const stranger = (await shopWith(1)).finance;
    for (const who of [finance, stranger]) {
      expect((await listExports(who, {})).exports.map((each) => each.exportId)).not.toContain(exportId);
      const tried = [getExport(who, { exportId }), cancelExport(who, { exportId }), world.download(who, exportId)];
      for (const result of await Promise.allSettled(tried)) {
        expect(result).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
      }
    }
    expect((await world.download(owner, exportId)).file.toString()).toContain('event_id');
  });

  it('is audited, with the names of filters and not what was searched for', async () => {
    const { finance } = await shopWith(1);
    const filter = { phone: '0712345678' };
    const { exportId } = await createExport(finance, { list: 'payments', format: 'csv', filter });
    await world.finish(exportId);
    await world.download(finance, exportId);
    const entries = await world.database.prisma.auditEntry.findMany({
      where: { subjectId: exportId },
      orderBy: { createdAt: 'asc' },
    });
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual(
      expect.arrayContaining([
        ['export.created', finance.actor],
        ['export.ready', 'system'],
        ['export.downloaded', finance.actor],
      ]),
    );
    expect(JSON.stringify(entries)).not.toContain('712345678');
    expect(entries.find(({ action }) => action === 'export.created')?.detail).toMatchObject({ filters: ['phone'] });
  });
});

describe.each(['payments', 'disbursements', 'inquiries', 'events', 'links'] as const)('the list of %s', (list) => {
  it('can be exported with the columns that were asked for, in their order', async () => {
    const { shop } = await shopWith(2);
    const owner = world.as(shop, 'owner');
    const id = {
      payments: 'payment_id',
      disbursements: 'disbursement_id',
      inquiries: 'inquiry_id',
      events: 'event_id',
      links: 'link_id',
    };
    const columns = ['created_at', id[list]];
    const { exportId } = await createExport(owner, { list, format: 'csv', columns });
    await world.finish(exportId);
    const { file } = await world.download(owner, exportId);
    expect(file.toString().split('\r\n')[0]).toBe(`\ufeffcreated_at (UTC+03:00),${id[list]}`);
  });
});

describe('a file that is ready', () => {
  it('is told of by mail with a link, and not to who has lost the right to it', async () => {
    const { finance, tenant } = await shopWith(5);
    const ask = () => createExport(finance, { list: 'payments', format: 'xlsx' });
    const { exportId } = await ask();
    await world.finish(exportId);
    const [mail, ...more] = await mailsOf(exportId);
    expect([mail?.subject, more]).toEqual(['Your export of 5 payments is ready', []]);
    expect(mail?.text).toContain(
      `https://till.example/api/exports/${tenant.applicationId}/${tenant.environment}/${exportId}\n`,
    );
    const second = await ask();
    await world.database.prisma.membership.updateMany({ where: { userId: finance.userId }, data: { role: 'support' } });
    await world.finish(second.exportId);
    expect(await mailsOf(second.exportId)).toEqual([]);
  });

  it('is told of to nobody who does not want such mails', async () => {
    const { finance } = await shopWith(5);
    await world.database.prisma.user.update({ where: { id: finance.userId }, data: { mutedMails: ['exports'] } });
    const { exportId } = await createExport(finance, { list: 'payments', format: 'csv' });
    await world.finish(exportId);
    expect(await mailsOf(exportId)).toEqual([]);
  });

  it('is removed after seven days, and its parts with it', async () => {
    const { finance } = await shopWith(5);
    const { exportId } = await createExport(finance, { list: 'payments', format: 'csv' });
    await world.finish(exportId);
    const parts = () => world.database.prisma.exportPart.count({ where: { exportId } });
    world.ctx.clock.advance((7 * dayMs) / 1000 - 1);
    await sweepExports(world.worker);
    expect([await parts(), (await getExport(finance, { exportId })).status]).toEqual([1, 'ready']);
    world.ctx.clock.advance(1);
    await expect(world.download(finance, exportId)).rejects.toMatchObject({ code: 'not_found' });
    await sweepAll();
    expect([await parts(), (await getExport(finance, { exportId })).status]).toEqual([0, 'expired']);
    world.ctx.clock.advance((91 * dayMs) / 1000);
    await sweepAll();
    await expect(getExport(finance, { exportId })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that is cancelled before leaves no part, and no worker goes on with it', async () => {
    const { finance } = await shopWith(100);
    const { exportId } = await createExport(finance, { list: 'payments', format: 'csv' });
    await workExport(world.worker, { exportId }, small);
    const answers = await Promise.all([1, 2].map(() => cancelExport(finance, { exportId })));
    expect(answers.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect(answers.filter(({ cancelled }) => cancelled)).toHaveLength(1);
    expect(await workExport(world.worker, { exportId }, small)).toEqual({ ended: true });
    await sweepAll();
    expect(await world.database.prisma.exportPart.count({ where: { exportId } })).toBe(0);
    await expect(world.download(finance, exportId)).rejects.toMatchObject({ code: 'not_found' });
  });
});
