import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { bucket, rightKeys, startS3Server } from '../../inngest/src/object-store/s3-server.fixture.ts';
import { conditionMs } from '../support/patience.ts';
import { expect, expectNoSeriousAxe, type Shop, signIn, test } from './support/test.ts';

const paid = { amount: 1_234, phone: '254712345678', accountReference: 'INV-1042' };
/** Magic phone of the simulator: the customer cancels. */
const cancelled = { amount: 500, phone: '254700071032', accountReference: 'INV-2000' };

/** Sends a prompt and waits until the simulator's customer has answered it. */
async function collect(shop: Shop, body: object): Promise<string> {
  const sent = await shop.api('POST', '/collect', body);
  expect(sent.status).toBe(202);
  const { paymentId } = sent.body as { paymentId: string };
  await expect(async () => {
    const { body: payment } = await shop.api('GET', `/status/${paymentId}`);
    expect((payment as { status: string }).status).not.toBe('pending');
  }).toPass({ timeout: conditionMs });
  return paymentId;
}

/** Opens the payments with one filter, and the dialog that exports them. */
async function openDialog(page: Page, shop: Shop) {
  await page.goto(shop.at('payments'));
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('radio', { name: 'Paid' }).click();
  await expect(page).toHaveURL(/status=success/);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Payments' });
  await expect(dialog.getByRole('list', { name: 'Filters' })).toContainText('Status: Paid');
  return dialog;
}

async function download(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  expect(file.suggestedFilename()).toMatch(/^tillgate-payments-.+\.csv$/);
  return readFile(await file.path(), 'utf8');
}

test('filtered payments are exported, followed until they are ready, downloaded, and exported again', async ({
  mint,
  page,
}) => {
  const shop = await mint({ roles: ['finance'] });
  const wanted = [await collect(shop, paid), await collect(shop, { ...paid, amount: 77 })];
  const other = await collect(shop, cancelled);
  await signIn(page, shop.person('finance'));
  const dialog = await openDialog(page, shop);
  await expect(dialog.getByText('2 rows', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Choose columns' }).click();
  await dialog.getByRole('checkbox', { name: 'Result', exact: true }).uncheck();
  await expect(dialog.getByText('19 of 21')).toBeVisible();
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: 'Export 2 rows' }).click();
  await expect(dialog.getByText(/^The file is ready: 2 rows/)).toBeVisible();
  const text = await download(page, () => dialog.getByRole('link', { name: 'Download file' }).click());
  const [header = '', ...lines] = text.trimEnd().split('\r\n');
  expect(header).toContain('payment_id,application_id,created_at (UTC+03:00)');
  expect(header).not.toContain('result_description');
  expect(lines).toHaveLength(2);
  for (const paymentId of wanted) expect(text).toContain(paymentId);
  expect(text).not.toContain(other);

  await dialog.getByRole('link', { name: 'All exports' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Exports' })).toBeVisible();
  const files = page.getByRole('table', { name: 'Exports, newest first' }).locator('tbody').getByRole('row');
  await expect(files).toHaveCount(1);
  await expect(files.first()).toContainText('Status: Paid');
  await expectNoSeriousAxe(page);
  const repeat = files.first().getByRole('button', { name: 'Repeat the export of Payments' });
  const [row, last] = [await files.first().boundingBox(), await repeat.boundingBox()];
  const endOf = (box: typeof row) => (box ? box.x + box.width : 0);
  expect(endOf(last), 'the last button ends inside of its row').toBeLessThan(endOf(row));
  await repeat.click();
  await expect(files).toHaveCount(2);
  // The page follows what is under way.
  await expect(files.first()).toContainText('Ready');
  const again = await download(page, () =>
    files
      .first()
      .getByRole('link', { name: /^Download the export/ })
      .click(),
  );
  for (const paymentId of wanted) expect(again).toContain(paymentId);
});

test('an export is scheduled from the list, paused, resumed and ended', async ({ mint, page }) => {
  const shop = await mint({ roles: ['finance'] });
  await signIn(page, shop.person('finance'));
  await page.goto(shop.at('exports'));
  await expect(page.getByText('No exports yet')).toBeVisible();
  const dialog = await openDialog(page, shop);
  await dialog.getByText('On a schedule').click();
  await dialog.getByLabel('Name').fill('Paid yesterday');
  await dialog.getByLabel('How often').selectOption('weekly');
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: 'Create schedule' }).click();
  await expect(dialog.getByText('The schedule was created. First file:')).toBeVisible();
  await dialog.getByRole('link', { name: 'All schedules' }).click();
  const row = page.getByRole('table', { name: 'Export schedules' }).getByRole('row', { name: /Paid yesterday/ });
  await expect(row).toContainText('Every Monday at 06:00');
  await expectNoSeriousAxe(page);
  const choose = async (item: string) => {
    await row.getByRole('button', { name: 'Actions for the schedule Paid yesterday' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Pause');
  await expect(row).toContainText('Paused');
  await choose('Resume');
  await expect(row).not.toContainText('Paused');
  await choose('End…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'End schedule' }).click();
  await expect(page.getByText('No schedules yet')).toBeVisible();
});

test('who may not export sees no button and no page', async ({ mint, page, tolerate }) => {
  tolerate(/status of 403/);
  const shop = await mint({ roles: ['support'] });
  await signIn(page, shop.person('support'));
  await page.goto(shop.at('payments'));
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toHaveCount(0);
  const answer = await page.goto(shop.at('exports'));
  expect(answer?.status()).toBe(403);
});

test('a bucket is added, tested, chosen by a schedule, and kept while that uses it', async ({
  mint,
  page,
  tolerate,
}) => {
  tolerate(/status of 422/);
  const server = await startS3Server();
  try {
    const shop = await mint({ roles: ['admin'] });
    await signIn(page, shop.person('admin'));
    await page.goto(shop.at('exports'));
    await page.getByRole('link', { name: 'Buckets' }).click();
    await expect(page.getByText('No buckets yet')).toBeVisible();
    await page.getByRole('button', { name: 'Add bucket' }).click();
    const form = page.getByRole('dialog', { name: 'Add a bucket' });
    await form.getByLabel('Name', { exact: true }).fill('Finance files');
    await form.getByLabel('Storage').selectOption('other');
    await form.getByLabel('Server address').fill(server.endpoint);
    await form.getByLabel('Bucket name').fill(bucket);
    await form.getByLabel('Folder').fill('tillgate');
    await form.getByLabel('Access key ID').fill(rightKeys.accessKeyId);
    await form.getByLabel('Secret access key').fill('a-wrong-secret');
    await expectNoSeriousAxe(page);
    await form.getByRole('button', { name: 'Add bucket' }).click();
    const row = page.getByRole('table', { name: 'Storage buckets' }).getByRole('row', { name: /Finance/ });
    const choose = async (item: string) => {
      await row.getByRole('button', { name: 'Actions for the bucket Finance files' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Send a test file');
    await expect(row).toContainText('The secret access key is wrong.', { timeout: conditionMs });
    await choose('Replace keys…');
    const keys = page.getByRole('dialog', { name: 'Replace the keys of Finance files' });
    await keys.getByLabel('Access key ID').fill(rightKeys.accessKeyId);
    await keys.getByLabel('Secret access key').fill(rightKeys.secretAccessKey);
    await keys.getByRole('button', { name: 'Replace keys' }).click();
    await expect(keys).toHaveCount(0);
    await choose('Send a test file');
    await expect(row).toContainText('Uploaded', { timeout: conditionMs });
    expect((await server.read('tillgate/tillgate-test.txt'))?.body.toString()).toContain('Tillgate');
    await expectNoSeriousAxe(page);

    const dialog = await openDialog(page, shop);
    await dialog.getByText('On a schedule').click();
    await dialog.getByLabel('Name').fill('Paid yesterday');
    await dialog.getByLabel('Upload each file to').selectOption({ label: 'Finance files' });
    await dialog.getByLabel('Also email me a link to each file').uncheck();
    await expectNoSeriousAxe(page);
    await dialog.getByRole('button', { name: 'Create schedule' }).click();
    await dialog.getByRole('link', { name: 'All schedules' }).click();
    const schedule = page.getByRole('table', { name: 'Export schedules' }).getByRole('row', { name: /Paid/ });
    await expect(schedule).toContainText('To Finance files');
    await expect(schedule).not.toContainText('Email to');

    await page.getByRole('link', { name: 'Buckets' }).click();
    await choose('Remove…');
    const confirm = page.getByRole('alertdialog');
    await confirm.getByRole('button', { name: 'Remove bucket' }).click();
    await expect(confirm).toContainText('Schedules still upload files to this bucket. End them first.');
  } finally {
    await server.close();
  }
});
