import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExport } from './create-export.ts';
import { type ExportWorld, exportWorld } from './exports.fixture.ts';

let world: ExportWorld;
let owner: ReturnType<ExportWorld['as']>;

const accounts = [
  { rail: 'mpesa', shortcode: '450123' },
  { rail: 'airtel', shortcode: 'airtel:450123' },
] as const;

beforeAll(async () => {
  world = await exportWorld();
  owner = world.as(await world.shop(), 'owner');
  const { payment, disbursement, inquiry } = world.database.prisma;
  for (const account of accounts) {
    await world.payments(owner.tenant, 1);
    await payment.updateMany({ where: { ...owner.tenant, shortcode: '174379' }, data: account });
    world.ctx.clock.advance(1);
    const createdAt = new Date(world.ctx.clock.now().getTime() - 1_000);
    const own = { ...owner.tenant, ...account, remarks: 'Rent', createdAt };
    const named = () => ({ id: randomUUID(), callbackToken: randomUUID().replaceAll('-', '').repeat(2) });
    await disbursement.create({
      data: {
        ...{ ...own, ...named(), kind: 'payout', status: 'pending', amount: 5, phone: '254712345678' },
        ...{ commandId: 'BusinessPayment', originatorConversationId: randomUUID() },
      },
    });
    await inquiry.create({
      data: { ...own, ...named(), kind: 'account_balance', status: 'pending', identifierType: '4' },
    });
  }
});
afterAll(() => world.close());

async function made(list: 'payments' | 'disbursements' | 'inquiries', format: 'csv' | 'xlsx' | 'ndjson', filter = {}) {
  const { exportId } = await createExport(owner, { list, format, filter });
  await world.finish(exportId);
  return (await world.download(owner, exportId)).file;
}

describe.each([
  ['payments', 'needs_review'],
  ['disbursements', 'needs_review'],
  ['inquiries', 'result_description'],
] as const)('a file of %s of two networks', (list, before) => {
  it('says the network in its last column, and has the others where they were', async () => {
    const [header = [], ...rows] = parse(await made(list, 'csv'), { bom: true }) as string[][];
    expect(header.slice(-2)).toEqual([before, 'rail']);
    expect(rows.map((row) => row.at(-1)).sort()).toEqual(['airtel', 'mpesa']);
  });

  it('can be of one of them', async () => {
    const rows = parse(await made(list, 'csv', { rail: 'airtel' }), { bom: true, columns: true }) as { rail: string }[];
    expect(rows.map(({ rail }) => rail)).toEqual(['airtel']);
  });

  it.each(['csv', 'ndjson'] as const)('shows no address as %s', async (format) => {
    expect((await made(list, format)).toString()).not.toContain('airtel:');
  });

  it('shows no address as xlsx, and calls networks by their names in the sheet for people', async () => {
    const sheets = await readExcel(await made(list, 'xlsx'), { trim: false });
    const [people, data] = sheets;
    expect(JSON.stringify(sheets)).not.toContain('airtel:');
    expect(people?.data[0]).toContain('Network');
    expect(JSON.stringify(people?.data)).toMatch(/Airtel Money/);
    expect(data?.data[0]?.at(-1)).toBe('rail');
  });
});

it('an account is found by its number at every network, and stands in the file by it', async () => {
  const read = async (shortcode: string) =>
    parse(await made('payments', 'csv', { shortcode }), { bom: true, columns: true }) as { shortcode: string }[];
  const numbers = (await read('450123')).map(({ shortcode }) => shortcode.replace("'", ''));
  expect(numbers).toEqual(['450123', '450123']);
  expect(await read('450124')).toEqual([]);
});
