import { randomBytes } from 'node:crypto';
import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBatchFromFile } from '../batches/index.ts';
import { seed } from '../testing/index.ts';
import { createExport } from './create-export.ts';
import { type ExportWorld, exportWorld } from './exports.fixture.ts';

let world: ExportWorld;
beforeAll(async () => {
  world = await exportWorld();
});
afterAll(() => world.close());

const lines = [
  ['Phone', 'Amount', 'Name', 'Reference'],
  ['0712345678', '500', 'Achieng Otieno', 'E1'],
  ['0712', '600', 'Kamau Njoroge', 'E2'],
  ['0712345680', '700', 'Wanjiru Mwangi', 'E3'],
  ['0712345681', '800', 'Otieno Ouma', 'E4'],
];

/** A batch with a row that was paid, one that is refused, one that failed and one that was left out. */
async function paidBatch() {
  const shop = await seed(world.ctx).owner().application().credentials('sandbox').mint();
  const owner = world.as(shop, 'owner');
  const source = lines.map((cells) => cells.join(',')).join('\n');
  const made = await createBatchFromFile(owner, { name: 'Payroll', source, requestKey: 'payroll' });
  if (!('batchId' in made)) throw new Error('The columns are unclear.');
  const { prisma } = world.database;
  const [paid, , failed, excluded] = await prisma.payoutBatchRow.findMany({
    where: { batchId: made.batchId },
    orderBy: { number: 'asc' },
  });
  for (const [row, status, resultCode] of [
    [paid, 'success', '0'],
    [failed, 'failed', '2040'],
  ] as const) {
    const { id = '', phone, amount } = row ?? {};
    const at = owner.clock.now();
    await prisma.disbursement.create({
      data: {
        ...{ id, ...owner.tenant, kind: 'payout', status, amount: amount ?? 0, phone: phone ?? null, remarks: '' },
        ...{
          shortcode: '600000',
          callbackToken: randomBytes(32).toString('hex'),
          resultCode,
          settledBy: 'result',
          createdAt: at,
          settledAt: at,
        },
        ...{
          commandId: 'SalaryPayment',
          originatorConversationId: id,
          payeeName: 'ACHIENG OTIENO',
          providerReceipt: status === 'success' ? 'TJKPAID001' : null,
        },
      },
    });
    await prisma.payoutBatchRow.update({
      where: { id },
      data: { state: 'handed', disbursementId: id, handedAt: at },
    });
  }
  await prisma.payoutBatchRow.update({
    where: { id: excluded?.id ?? '' },
    data: { state: 'skipped', skippedBecause: 'excluded' },
  });
  return { owner, batchId: made.batchId };
}

it('has every row of a batch in its order, with what became of it', async () => {
  const { owner, batchId } = await paidBatch();
  const asked = { list: 'batch_rows', filter: { batchId } } as const;
  const { exportId, rows } = await createExport(owner, { ...asked, format: 'ndjson' });
  expect(rows).toBe(4);
  await world.finish(exportId);
  const { file } = await world.download(owner, exportId);
  const read = file
    .toString()
    .trimEnd()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  expect(read).toMatchObject([
    { row_number: 2, phone: '0712…678', amount: 500, row_state: 'handed', status: 'success', receipt: 'TJKPAID001' },
    { row_number: 3, phone: null, amount: 600, row_state: 'refused', status: null, paid_amount: null },
    { row_number: 4, row_state: 'handed', status: 'failed', paid_amount: null, reason: expect.any(String) },
    { row_number: 5, row_state: 'skipped', skipped_because: 'excluded', status: null },
  ]);
  expect(read[0]).toMatchObject({ reference: 'E1', given_name: 'Achieng Otieno', paid_amount: 500 });
  expect(JSON.stringify(read)).not.toMatch(/254712345|ACHIENG/);
});

it('is a sheet for people, with the sum of what was paid', async () => {
  const { owner, batchId } = await paidBatch();
  const { exportId } = await createExport(owner, { list: 'batch_rows', filter: { batchId }, format: 'xlsx' });
  await world.finish(exportId);
  const { file } = await world.download(owner, exportId);
  const [sheet] = await readExcel(file, { trim: false });
  expect(sheet?.sheet).toBe('Payout batch');
  const data = sheet?.data ?? [];
  expect(data[0]?.slice(0, 3)).toEqual(['Row', 'Reference', 'Name in the list']);
  const paid = data[0]?.indexOf('Paid') ?? -1;
  expect(data.at(-1)?.[paid]).toBe(500);
});

it('is of one batch of the own application', async () => {
  const [{ owner }, { batchId }] = [await paidBatch(), await paidBatch()];
  await expect(createExport(owner, { list: 'batch_rows', filter: { batchId }, format: 'csv' })).rejects.toMatchObject({
    code: 'not_found',
  });
});
