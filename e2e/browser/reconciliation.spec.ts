import type { Locator, Page } from '@playwright/test';
import { eatText } from '../../apps/cli/src/demo/eat.ts';
import { yesterdaysStatement } from './support/statement.ts';
import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

const csv = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer });

/** The buttons of a dialog stand below what is to be checked, and never over it. */
async function expectButtonsBelow(page: Page, dialog: Locator): Promise<void> {
  for (const width of [390, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => {
        const whole = await dialog.boundingBox();
        // On a phone the buttons stand on top of each other.
        const buttons = dialog.getByRole('button', { name: /^(Import \d+ new lines|Cancel)$/ });
        const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
        const end = Math.max(...boxes.map((box) => (box ? box.y + box.height : 0)));
        return whole && whole.y + whole.height - end;
      }, `at ${width}`)
      .toBeLessThan(40);
  }
}

/** Amount, balance and match of each line are what the page is for: none is cut at any width. */
async function expectLines(page: Page, receipt: string): Promise<void> {
  const lines = page.getByRole('table', { name: 'Lines of this day' });
  await expect(lines).toContainText(receipt);
  for (const width of [768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ['Amount (KES)', 'Balance (KES)', 'Matched']) {
      const column = lines.getByRole('columnheader', { name });
      await expect(column, `${name} at ${width}`).toBeVisible();
      await column.click({ trial: true });
    }
    const cut = await lines.evaluate((table) => {
      const box = table.parentElement;
      return box ? box.scrollWidth - box.clientWidth : 0;
    });
    expect(cut, `pixels that are cut at ${width}`).toBe(0);
  }
}

/** A day without a statement is no alarm. */
async function expectNoAlarm(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /No statement/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Check|Gap in balance/ })).toHaveCount(0);
}

/** The close of the day leads from the opening to the closing balance, and says by how much the two differ. */
async function expectBridge(page: Page, dayPath: string): Promise<void> {
  await page.goto(dayPath);
  const bridge = page.getByRole('main');
  for (const line of ['Opening balance', 'Received', 'M-PESA fees', 'Expected closing balance', 'Closing balance'])
    await expect(bridge).toContainText(line);
  await expect(bridge).toContainText(/KES [\d,.]+ (?:more|less) on the statement than recorded here/);
  await page.goBack();
}

async function approveFirst(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Waiting for a decision' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
}

test('a statement is looked at, imported, and its differences end', async ({ mint, page, pageOf, stack }) => {
  test.slow();
  const shop = await mint({ roles: ['finance'] });
  const { file, head, planted, gap, rows } = await yesterdaysStatement(stack, shop);
  const missing = planted.filter(({ reason }) => reason === 'statement_missing_here').map(({ receipt }) => receipt);
  const [recorded = '', explained = ''] = missing;

  await signIn(page, shop.person('finance'));
  await page.goto(shop.at('reconciliation'));
  await expect(page.getByRole('heading', { level: 1, name: 'Reconciliation' })).toBeVisible();
  await expect(page.getByText('No statements yet')).toBeVisible();
  await expectNoAlarm(page);
  await page.getByRole('button', { name: 'Import statement' }).click();
  const dialog = page.getByRole('dialog', { name: `Import a statement of ${shop.shortcode}` });
  const picker = dialog.getByLabel('Choose a file, or drop it here');
  await picker.setInputFiles(csv('yesterday.csv', file));
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Day first, in East Africa Time');
  await expect(preview).toContainText('Receipt No., Completion Time');
  expect(await stack.ctx.db.prisma.statement.count({ where: { applicationId: shop.applicationId } })).toBe(0);
  await expectButtonsBelow(page, dialog);
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: /^Import \d+ new lines$/ }).click();
  await expect(dialog.getByText(`${planted.length} exceptions need review`, { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const table = page.getByRole('table', { name: 'Imported statements' });
  await expect(table.getByRole('row', { name: /yesterday\.csv/ })).toBeVisible();
  // Yesterday may be in the month before.
  await page.goto(shop.at(`reconciliation?month=${eatText(head.from).slice(0, 7)}`));
  // The worst day is there without a click.
  await expect(page.getByText('KES 5,000.00 left between')).toContainText(`after ${gap.after}`);
  await expect(page.getByText('KES 5,000.00 left between')).toContainText(`before ${gap.before}`);
  const exceptions = page.getByRole('list', { name: 'Exceptions of this day' });
  await expect(exceptions.getByRole('listitem')).toHaveCount(planted.length);
  for (const { receipt } of planted) await expect(exceptions).toContainText(receipt);
  await expectLines(page, rows[0]?.receipt ?? '');
  await expectBridge(page, shop.at(`days/${eatText(head.from).slice(0, 10)}`));
  await expectNoSeriousAxe(page);

  await exceptions.getByRole('button', { name: `Close ${explained} with a note` }).click();
  const closing = page.getByRole('alertdialog', { name: 'Close this exception?' });
  await closing.getByLabel('Note').fill('Counted in the branch book');
  await closing.getByRole('button', { name: 'Close exception' }).click();
  await expect(exceptions.getByRole('listitem').filter({ hasText: explained })).toContainText(
    'Counted in the branch book',
  );

  await exceptions.getByRole('button', { name: `Record payment ${recorded}` }).click();
  const recording = page.getByRole('alertdialog', { name: 'Record this payment?' });
  await recording.getByLabel('Reason').fill('The confirmation never came');
  await recording.getByRole('button', { name: 'Request approval' }).click();
  const progress = page.getByRole('dialog', { name: 'Record this payment?' });
  await expect(progress.getByText('Waiting for another person to approve')).toBeVisible();

  const approver = await pageOf(shop.owner);
  await approver.goto(shop.at('approvals'));
  await approveFirst(approver);
  await expect(progress.getByText(/was recorded\.$/)).toBeVisible();
  await progress.getByRole('button', { name: 'Close' }).last().click();
  await expect(exceptions.getByRole('listitem').filter({ hasText: recorded })).toContainText('Closed');
  const payment = await stack.ctx.db.prisma.payment.findFirst({ where: { providerReceipt: recorded } });
  expect(payment).toMatchObject({ applicationId: shop.applicationId, source: 'c2b', status: 'success' });

  // The same file again changes nothing.
  await page.getByRole('button', { name: 'Import statement' }).click();
  await picker.setInputFiles(csv('again.csv', file));
  await expect(dialog.getByText('You already imported this file')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Import/ })).toBeDisabled();
});

test('a file that is no statement says why', async ({ mint, page, tolerate }) => {
  tolerate(/status of 422/);
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('reconciliation'));
  await page.getByRole('button', { name: 'Import statement' }).click();
  const picker = page.getByLabel('Choose a file, or drop it here');
  await picker.setInputFiles(csv('notes.csv', Buffer.from('hello\nworld\n')));
  await expect(page.getByRole('alert')).toContainText(
    'None of the first 100 rows has the column names of an M-PESA statement.',
  );
  await expect(page.getByRole('button', { name: 'Import statement' }).last()).toBeDisabled();
});
