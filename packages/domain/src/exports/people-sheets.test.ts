import { strFromU8, unzipSync } from 'fflate';
import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrokenRow } from '../kernel/stored.ts';
import { exportSources } from '../reading/exports/index.ts';
import { createExport } from './create-export.ts';
import { rowsMax } from './export.ts';
import { type ExportWorld, exportWorld } from './exports.fixture.ts';
import { peopleOrder } from './people-columns.ts';
import { scheduleExport } from './schedule-export.ts';
import { sweepSchedules } from './sweep-schedules.ts';
import { sheetNames, titleOf } from './words.ts';
import { workExport } from './work-export.ts';

let world: ExportWorld;
beforeAll(async () => {
  world = await exportWorld();
});
afterAll(() => world.close());

const small = { partRows: 40, rowsMax };
type Input = Parameters<typeof createExport>[1];

async function shopWith(count: number) {
  const shop = await world.shop();
  const finance = world.as(shop, 'finance');
  await world.payments(finance.tenant, count);
  return { shop, finance, tenant: finance.tenant };
}

async function fileOf(who: Awaited<ReturnType<typeof shopWith>>['finance'], input: Partial<Input> = {}) {
  const { exportId } = await createExport(who, { list: 'payments', format: 'xlsx', ...input });
  await world.finish(exportId, small);
  return (await world.download(who, exportId)).file;
}

/** The sheets of a workbook, as a library reads it that knows nothing of us. */
const sheetsOf = async (file: Buffer) =>
  (await readExcel(file, { trim: false })).map(({ sheet, data }) => ({ sheet, data }));

describe('the sheet for people', () => {
  it('stands first, in words, with what happened before ids', async () => {
    const { finance } = await shopWith(90);
    const [people, data, manifest] = await sheetsOf(await fileOf(finance));
    expect([people?.sheet, data?.sheet, manifest?.sheet]).toEqual(['Payments', 'Data', 'Manifest']);
    const [titles = [], ...rows] = people?.data ?? [];
    expect(titles).toEqual([
      ...['Created (UTC+03:00)', 'Status', 'Amount', 'Phone', 'Account reference', 'Receipt', 'Reason'],
      ...['Settled (UTC+03:00)', 'Refunded', 'Amount after refunds', 'Status after refunds', 'Needs review', 'Source'],
      ...['Shortcode', 'Result code', 'Result', 'Network', 'Payment ID', 'Application ID'],
    ]);
    // 90 rows, a blank one, and the totals.
    expect(rows).toHaveLength(92);
    const columns = data?.data[0] ?? [];
    const programs = data?.data.slice(1) ?? [];
    const at = (name: string) => columns.indexOf(name);
    expect(rows.slice(0, 90).map((row) => [row[0], row[2], row[4], row[17]])).toEqual(
      programs.map((row) => [
        ...[row[at('created_at')], row[at('exact_amount')], row[at('account_reference')], row[at('payment_id')]],
      ]),
    );
    expect(new Set(rows.slice(0, 90).map((row) => row[1]))).toEqual(new Set(['Paid', 'Failed', 'Pending']));
    expect(columns.slice(0, 2)).toEqual(['payment_id', 'application_id']);
  });

  it('adds up money exactly, to the cent, over all parts', async () => {
    const { finance, tenant } = await shopWith(101);
    const { payment } = world.ctx.db.prisma;
    const ids = await payment.findMany({ where: tenant, select: { id: true } });
    for (const [index, { id }] of ids.entries()) {
      // Cents that binary fractions cannot hold.
      await payment.update({ where: { id }, data: { amount: 7, exactAmount: index % 2 ? '7.10' : '7.70' } });
    }
    const [people] = await sheetsOf(await fileOf(finance, { columns: ['payment_id', 'amount', 'created_at'] }));
    expect(people?.data[0]).toEqual(['Created (UTC+03:00)', 'Amount', 'Payment ID']);
    // 51 times 7.70 and 50 times 7.10.
    expect(people?.data.at(-1)).toEqual([101, 747.7, null]);
  });

  it('is in the language of who asked, also when a schedule asks', async () => {
    const { finance } = await shopWith(3);
    const [people] = await sheetsOf(await fileOf(finance, { language: 'sw' }));
    expect(people?.sheet).toBe('Malipo');
    expect(people?.data[0]?.slice(0, 4)).toEqual(['Wakati (UTC+03:00)', 'Hali', 'Kiasi', 'Simu']);
    expect(people?.data.flat()).toContain('Imelipwa');
    const plan = {
      list: 'payments',
      format: 'xlsx',
      name: 'Daily',
      cadence: 'daily',
      hour: 6,
      language: 'sw',
    } as const;
    const { scheduleId } = await scheduleExport(finance, plan);
    world.ctx.clock.advance(2 * 24 * 3600);
    await sweepSchedules(world.worker);
    const made = await world.database.prisma.export.findFirstOrThrow({ where: { scheduleId } });
    await world.finish(made.id);
    const { file } = await world.download(finance, made.id);
    expect((await sheetsOf(file))[0]?.sheet).toBe('Malipo');
  });

  it.each([
    ['en', 'Reason', 'Cancelled by the customer'],
    ['sw', 'Sababu', 'Mteja alighairi'],
  ] as const)(
    'says in %s why a payment failed, and leaves the data sheet to programs',
    async (language, title, reason) => {
      const { finance } = await shopWith(4);
      const [people, data] = await sheetsOf(await fileOf(finance, { language }));
      const reasonsOf = (rows: unknown[][] = [], column = '') =>
        rows.slice(1).flatMap((row) => row[rows[0]?.indexOf(column) ?? -1] ?? []);
      expect(reasonsOf(people?.data, title)).toEqual([reason]);
      expect(reasonsOf(data?.data, 'reason')).toEqual(['Cancelled by the customer']);
    },
  );

  it('of nothing has its titles and a total of nothing', async () => {
    const { finance } = await shopWith(1);
    const [people] = await sheetsOf(await fileOf(finance, { filter: { accountReference: 'nobody' } }));
    expect(people?.data.at(-1)?.slice(0, 3)).toEqual([0, null, 0]);
  });

  it('keeps its header in view, can be filtered, and formats money', async () => {
    const { finance } = await shopWith(45);
    const files = unzipSync(await fileOf(finance));
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    const sheet = text('xl/worksheets/sheet3.xml');
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).toContain('<autoFilter ref="A1:S46"/>');
    // No formula, in any sheet.
    expect(Object.keys(files).filter((name) => /<f[ >]/.test(text(name)))).toEqual([]);
    expect(text('xl/styles.xml')).toContain('<cellStyle name="Normal" xfId="0" builtinId="0"/>');
  });

  it.each([[{ crc32: 1, plainBytes: 1, storedBytes: 1, sums: [12.5] }], [{ sums: [] }], [[]]])(
    'with sums that cannot be read, %j, is refused by name, and no file is made',
    async (people) => {
      const { finance } = await shopWith(45);
      const { exportId } = await createExport(finance, { list: 'payments', format: 'xlsx' });
      expect(await workExport(world.worker, { exportId }, small)).toEqual({ ended: false });
      await world.database.prisma.export.update({ where: { id: exportId }, data: { people } });
      await expect(workExport(world.worker, { exportId }, small)).rejects.toThrow(BrokenRow);
      const { status, partCount } = await world.database.prisma.export.findUniqueOrThrow({ where: { id: exportId } });
      expect([status, partCount]).toEqual(['running', 1]);
    },
  );

  it('has each row once after a worker was killed at every part', async () => {
    const { finance } = await shopWith(205);
    const { exportId } = await createExport(finance, { list: 'payments', format: 'xlsx' });
    const { pool } = world.worker.db;
    let isKilled = true;
    const dying = Object.assign(Object.create(pool), {
      query: async (config: { name?: string }) => {
        // Half of the time before the part is stored, half of the time just after it.
        if (config.name !== 'export_add_part') return pool.query(config as never);
        isKilled = !isKilled;
        if (isKilled) await pool.query(config as never);
        throw new Error('killed');
      },
    });
    const ctx = { ...world.worker, db: { ...world.worker.db, pool: dying } };
    for (;;) {
      const progress = await workExport(ctx, { exportId }, small).catch(() => undefined);
      if (progress?.ended) break;
    }
    const [people, data] = await sheetsOf((await world.download(finance, exportId)).file);
    const ids = people?.data.slice(1, -2).map((row) => row[17]) ?? [];
    expect([ids.length, new Set(ids).size]).toEqual([205, 205]);
    expect(ids).toEqual(data?.data.slice(1).map((row) => row[0]));
    const sum = data?.data.slice(1).reduce((total, row) => total + Number(row[8]), 0);
    expect(people?.data.at(-1)?.slice(0, 3)).toEqual([205, null, sum]);
  });
});

describe('words of workbooks', () => {
  it('name every column of every list in both languages, and give it a place', () => {
    for (const [list, { columns }] of Object.entries(exportSources)) {
      for (const { name } of columns) {
        expect([name, titleOf(name, 'en'), titleOf(name, 'sw')]).not.toContain(undefined);
        expect([titleOf(name, 'en'), titleOf(name, 'sw')], name).not.toContain(name);
      }
      const names = columns.map(({ name }) => name);
      const shown = peopleOrder(list as keyof typeof exportSources, names);
      const twice: Record<string, string> = {
        payments: 'amount',
        report_collections: 'exact_gross',
        report_settlement: 'exact_collected',
      };
      expect([...shown].sort()).toEqual(names.filter((name) => name !== twice[list]).sort());
      if (names.some((name) => name.endsWith('_id'))) expect(shown.at(-1)).toMatch(/_id$/);
    }
  });

  it('fit the tab of a sheet', () => {
    for (const name of Object.values(sheetNames).flatMap(({ en, sw }) => [en, sw])) {
      expect(name).toMatch(/^[A-Za-z ]{1,31}$/);
    }
  });
});
