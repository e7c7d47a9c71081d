import { describe, expect, it } from 'vitest';
import { titleForPeople } from '../catalogue/index.ts';
import { approveBatch, executeOrder, setPolicy } from '../orders/index.ts';
import { browseBatchRows, getBatchDetail } from '../reading/batches/index.ts';
import {
  type Desk,
  draft,
  payAll,
  people,
  rowsOf,
  sendOff,
  settleOpen,
  tellBalance,
  useDesks,
  work,
} from '../sending/sending.fixture.ts';
import { batchWords, pagesOf } from './batch-pdf.fixture.ts';
import { printBatch } from './print-batch.ts';

const newDesk = useDesks();
const how = { words: batchWords, language: 'en' as const };
const missing = '01990000-0000-7000-8000-000000000000';
const kes = (amount: number) => `KES ${amount.toLocaleString('en-GB')}`;

async function textOf(ctx: Parameters<typeof printBatch>[0], batchId: string, language: 'en' | 'sw' = 'en') {
  return (await pagesOf((await printBatch(ctx, { batchId }, { ...how, language })).file)).join(' ');
}

/** A batch of six rows: one is refused, one is left out by the approver, and the others are sent. */
async function approved(desk: Desk) {
  await setPolicy({ ...desk.worker, db: desk.rows, tenant: desk.key.tenant }, { batchFrom: 1 });
  const list = [...people(5), { phone: '0712', amount: 'many', name: 'Call 0722345678' }];
  const batchId = await draft(desk, desk.as('finance'), list, { name: 'Payroll November' });
  const { orderId } = await sendOff(desk.as('finance'), batchId);
  const [left] = await rowsOf(desk, batchId);
  const total = 1_001 + 1_002 + 1_003 + 1_004;
  await approveBatch(desk.as('owner'), { orderId, note: null, excluded: [left?.id ?? ''], total });
  await executeOrder(desk.worker, { orderId });
  tellBalance(desk, '1000000.00');
  return batchId;
}

describe('the results of a batch', () => {
  it('have the figures of its page, and every row once', async () => {
    const desk = await newDesk();
    const batchId = await approved(desk);
    await payAll(desk, batchId, { '254712345602': '2040' });
    const finance = desk.as('finance');
    const { counts, amount, amountPaid, rows } = await getBatchDetail(finance, { batchId });
    expect(counts).toMatchObject({ paid: 3, failed: 1, skipped: 1, refused: 1, open: 0, good: 0 });
    const text = await textOf(finance, batchId);
    expect(text).toContain(
      `Result To pay ${counts.good + counts.handed} ${kes(amount)} Paid ${counts.paid} ${kes(amountPaid)}`,
    );
    expect(text).toContain(`Failed ${counts.failed} ${kes(amount - amountPaid)} Open ${counts.open} KES 0`);
    expect(text).toContain(`Left out 1 KES 1,000 Refused 1 — Rows in the list ${rows} In no sum: 1`);
    expect(text).toContain(`Total (3) ${amountPaid.toLocaleString('en-GB')}`);
    const page = await browseBatchRows(finance, { batchId });
    for (const { number, phone, receipt } of page.rows) {
      expect(text).toContain(phone === null ? 'Not readable' : phone);
      if (receipt) expect(text).toContain(`${receipt}`);
      expect(text).toContain(` ${number} `);
    }
    expect(text).toContain('7 Call 0722…678 Not readable — Refused: “0712” is no phone. “many” is no amount.');
    expect(text).toContain('The approver left it out.');
    expect(text).not.toMatch(/Not final|254712|0712345|0722345678/);
  });

  it('name the organization and the people, and the reason of a failure in the language of the reader', async () => {
    const desk = await newDesk();
    const batchId = await approved(desk);
    await payAll(desk, batchId, { '254712345602': '2040' });
    const { merchant } = desk;
    const where = { id: merchant.applicationId };
    const application = await desk.rows.prisma.application.findUniqueOrThrow({
      where,
      include: { organization: true },
    });
    const text = await textOf(desk.as('owner'), batchId);
    expect(text).toContain(`Organization ${application.organization.name} Application ${application.name}`);
    expect(text).toContain(`Approved by ${merchant.owner.email}`);
    const { rows } = await browseBatchRows(desk.as('owner'), { batchId, state: 'failed' });
    const title = rows[0]?.reason?.title ?? '';
    for (const language of ['en', 'sw'] as const) {
      const said = titleForPeople(title, language);
      expect(said).toMatch(/\w/);
      expect(await textOf(desk.as('owner'), batchId, language)).toContain(`Failed: ${said}`);
    }
    expect(titleForPeople(title, 'sw')).not.toBe(titleForPeople(title, 'en'));
  });

  it('say that they are not final until every row has its result', async () => {
    const desk = await newDesk();
    const batchId = await approved(desk);
    const finance = desk.as('finance');
    expect(await textOf(finance, batchId)).toContain('Not sent yet 4 KES 4,010');
    await work(desk, batchId);
    const running = await textOf(finance, batchId);
    expect(running).toContain('Not final: it has not ended.');
    expect(running).toMatch(/Open 1 KES 1,001 Not sent yet 3 KES 3,009/);
    await settleOpen(desk, batchId);
    await payAll(desk, batchId);
    expect(await textOf(finance, batchId)).not.toContain('Not final');
  });

  it('are audited without a name or a number', async () => {
    const desk = await newDesk();
    const batchId = await draft(desk, desk.as('finance'), people(2));
    const finance = desk.as('finance');
    await printBatch(finance, { batchId }, how);
    const where = { action: 'batch.downloaded', subjectId: batchId };
    const entries = await desk.rows.prisma.auditEntry.findMany({ where });
    expect(entries).toMatchObject([{ actor: finance.actor, detail: { environment: 'sandbox', rows: 2 } }]);
  });

  it('are for members who may have files, of the own application', async () => {
    const [desk, stranger] = [await newDesk(), await newDesk()];
    const batchId = await draft(desk, desk.as('finance'), people(1));
    await expect(printBatch(desk.as('support'), { batchId }, how)).rejects.toMatchObject({ code: 'forbidden' });
    for (const id of [batchId, missing, 'nonsense']) {
      await expect(printBatch(stranger.as('owner'), { batchId: id }, how)).rejects.toMatchObject({ code: 'not_found' });
    }
    const where = { action: 'batch.downloaded', subjectId: batchId };
    expect(await desk.rows.prisma.auditEntry.count({ where })).toBe(0);
  });
});
