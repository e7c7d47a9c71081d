import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { setPolicy } from '@tillgate/domain/orders';
import { xlsxParts, zipOf } from '../../packages/domain/src/tables/table.fixture.ts';
import { conditionMs } from '../support/patience.ts';
import { expect, expectNoSeriousAxe, type Shop, test } from './support/test.ts';

/** Four rows that can be paid, one of them twice, and two that cannot. */
const payroll = [
  'Phone,Amount,Name,Reference',
  '0712345601,1500,Amina Wanjiru,EMP-1',
  '0712345602,2500,John Otieno,EMP-2',
  '0712345603,3500,Grace Njeri,EMP-3',
  '0712,1000,Peter Kamau,EMP-4',
  '0712345605,many,Mary Achieng,EMP-5',
  '0712345602,2500,John Otieno,EMP-6',
].join('\n');

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** The page fits a phone and a desk: nothing scrolls sideways. */
async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), `${width}`)
      .toBeLessThanOrEqual(0);
    await expectNoSeriousAxe(page);
  }
  if (before) await page.setViewportSize(before);
}

/** A merchant where batches of any sum wait for a second person. */
async function withPolicy(shop: Shop): Promise<Shop> {
  await setPolicy({ ...shop.as(), actor: 'operator' }, { batchFrom: 1 });
  return shop;
}

/** The results of the batch on screen are a PDF. */
async function expectPdf(page: Page): Promise<void> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PDF' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^tillgate-batch-[0-9a-f-]{36}\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
}

/** The batch on screen becomes a new one, which stands beside it. */
async function expectUseAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use again' }).click();
  const copying = page.getByRole('alertdialog');
  await copying.getByLabel('Name of the new batch').fill('Payroll December');
  await copying.getByRole('button', { name: 'Make the batch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payroll December' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the batch' })).toBeVisible();
  await expect(page.getByText('The same sum as Payroll November')).toBeVisible();
  await expect(page.getByText('No earlier batch has this name. This is the last one of the same kind.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'People' }).getByRole('listitem')).toHaveText([
    'Nobody is new',
    'Nobody is gone',
  ]);
  const largest = page.getByRole('region', { name: 'Largest rows' });
  await expect(largest.getByRole('term').first()).toHaveText('Grace Njeri, row 3');
}

test('a payroll is checked, sent by one person, approved without a row by another, and paid', async ({
  mint,
  pageOf,
}) => {
  const shop = await withPolicy(await mint({ roles: ['finance'] }));
  const page = await pageOf(shop.person('finance'));
  await page.goto(shop.at('batches'));
  await page.getByRole('link', { name: 'New batch' }).first().click();
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByText('Choose a file, or paste the lines.')).toBeVisible();
  await page.getByLabel('Choose a CSV or Excel file').setInputFiles(csv('november.csv', payroll));
  await page.getByLabel('Name', { exact: true }).fill('Payroll November');
  await expectFits(page);
  await page.getByRole('button', { name: 'Check the list' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Payroll November' })).toBeVisible();
  await expect(page.getByText('2 rows are refused')).toBeVisible({ timeout: conditionMs });
  await expect(page.getByText('2 rows may be paid twice')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Rows' });
  await expect(rows).toContainText('“0712” is not a Kenyan mobile number.');
  await expect(rows).toContainText('“many” is not an amount.');
  await expect(rows).toContainText('The same phone gets the same amount again in row 7.');
  await expectFits(page);

  await page.getByRole('button', { name: 'Send the batch' }).click();
  const sending = page.getByRole('alertdialog');
  await expect(sending).toContainText('KES 10,000 in 4 payouts');
  const send = sending.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeDisabled();
  await sending.getByLabel('I looked at the warnings of 2 rows').check();
  await sending.getByLabel('Leave out 2 refused rows').check();
  await expectNoSeriousAxe(page);
  await send.click();
  await expect(page.getByText('Waiting for another person to approve')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('Another person has to approve this batch')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const approver = await pageOf(shop.owner);
  await approver.goto(shop.at('approvals'));
  await approver.getByRole('link', { name: 'Pay a batch of KES 10,000' }).click();
  await expect(approver.getByText('KES 10,000 in 4 payouts')).toBeVisible();
  await approver.getByLabel('Pay row 7').uncheck();
  await expect(approver.getByText('KES 7,500 in 3 payouts')).toBeVisible();
  await expectFits(approver);
  await approver.getByRole('button', { name: 'Approve' }).click();
  const approving = approver.getByRole('alertdialog');
  const approve = approving.getByRole('button', { name: 'Approve' });
  await approving.getByLabel('Type the total in KES to confirm').fill('10,000');
  await expect(approve).toBeDisabled();
  await approving.getByLabel('Type the total in KES to confirm').fill('7,500');
  await approve.click();
  await expect(approver.getByText('The batch is approved')).toBeVisible();

  await expect(approver.getByText('Every row has its final result.')).toBeVisible({ timeout: 3 * conditionMs });
  const results = approver.getByRole('table', { name: 'Rows' });
  await expect(results.getByText('Paid', { exact: true })).toHaveCount(3);
  await expect(results).toContainText('The approver left this row out.');
  await approver.getByRole('combobox', { name: 'Show' }).selectOption('paid');
  await expect(results.getByRole('row')).toHaveCount(4);
  await expectFits(approver);

  await expectPdf(approver);
  await expectUseAgain(approver);
  await approver.goto(shop.at('batches'));
  await expect(approver.getByRole('table')).toContainText('Completed');
  await expectFits(approver);
});

test('a list with unclear columns asks which column is what, also for pasted lines', async ({ mint, pageOf }) => {
  const shop = await mint();
  const page = await pageOf(shop.owner);
  await page.goto(shop.at('batches/new'));
  await page.getByText('Paste lines', { exact: true }).click();
  await page
    .getByLabel('Lines', { exact: true })
    .fill('Person,Mobile,Amount,Amount\nAmina,0712345601,1500,1200\nJohn,0712345602,2500,2000\n');
  await page.getByLabel('Name', { exact: true }).fill('Bonus');
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByText('Which column is what?')).toBeVisible();
  const use = page.getByRole('button', { name: 'Use these columns' });
  await expect(use).toBeDisabled();
  await page.getByLabel('Amount', { exact: true }).selectOption({ label: 'Amount (column 4)' });
  await expectFits(page);
  await use.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bonus' })).toBeVisible();
  await expect(page.getByText('KES 3,200').first()).toBeVisible();
});

/** A workbook as a person makes one, with these cells. */
const workbook = (name: string, cells: Parameters<typeof xlsxParts>[0][string]) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(zipOf(xlsxParts({ Payroll: cells }))),
});

test('a workbook with a changed number is confirmed person by person, and its batch is paused and resumed', async ({
  mint,
  pageOf,
}) => {
  const shop = await mint();
  const earlier = { phone: '0712345611', amount: 900, name: 'Amina Wanjiru', reference: 'EMP-1' };
  const { body } = await shop.api('POST', '/payout-batches', { name: 'October', rows: [earlier] });
  const statusOf = async () => (await shop.api('GET', `/payout-batches/${body.batchId}`)).body.status;
  await expect.poll(statusOf).toBe('draft');
  await shop.api('POST', `/payout-batches/${body.batchId}/submit`, { acceptWarnings: true });
  await expect.poll(statusOf, { timeout: conditionMs }).toBe('ended');

  const page = await pageOf(shop.owner);
  await page.goto(shop.at('batches/new'));
  const list = [
    ['Phone', 'Amount', 'Name', 'Reference'],
    // Its result is lost, so the run waits for it.
    [254_700_080_008, 1_000, 'Brian Mutua', 'EMP-2'],
    [712345622, 900, 'Amina Wanjiru', 'EMP-1'],
  ];
  await page.getByLabel('Choose a CSV or Excel file').setInputFiles(workbook('november.xlsx', list));
  await page.getByLabel('Name', { exact: true }).fill('November');
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByText('1 row pays a person on another phone than before')).toBeVisible();

  await page.getByRole('button', { name: 'Send the batch' }).click();
  const sending = page.getByRole('alertdialog');
  const send = sending.getByRole('button', { name: 'Send', exact: true });
  const tick = sending.getByLabel('Pay Amina Wanjiru, row 3');
  await expect(send).toBeDisabled();
  await tick.check();
  await expect(sending.getByText('1 of 1 ticked')).toBeVisible();
  await expect(send).toBeEnabled();
  await tick.uncheck();
  await expect(send).toBeDisabled();
  await tick.check();
  await expectNoSeriousAxe(page);
  await send.click();
  await expect(page.getByText('The batch is approved. Paying starts by itself.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  for (const [act, state] of [
    ['Pause', 'Paused'],
    ['Resume', 'Paying'],
  ] as const) {
    await page.getByRole('button', { name: act, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: act, exact: true }).click();
    await expect(page.getByRole('banner').or(page.getByRole('main')).getByText(state, { exact: true })).toBeVisible();
  }
});

test('a batch that is scheduled waits for its time, and can be cancelled', async ({ mint, pageOf }) => {
  const shop = await mint();
  const page = await pageOf(shop.owner);
  await page.goto(shop.at('batches/new'));
  await page.getByText('Paste lines', { exact: true }).click();
  await page.getByLabel('Lines', { exact: true }).fill('Phone,Amount\n0712345601,1500\n');
  await page.getByLabel('Name', { exact: true }).fill('Bonus');
  const dayMs = 24 * 60 * 60_000;
  const tomorrow = new Date(Date.now() + dayMs).toISOString().slice(0, 16);
  await page.getByLabel('Pay from').fill(tomorrow);
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByRole('button', { name: 'Send the batch' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText(/^The first row is paid /)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel batch' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel batch' }).click();
  await expect(page.getByText('Rows that were not sent before are not paid.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Rows' })).toContainText(
    'The batch was cancelled before this row was sent.',
  );
});
