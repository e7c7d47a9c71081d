import type { Page } from '@playwright/test';
import { expect, expectNoSeriousAxe, type Shop, signIn, test } from './support/test.ts';

async function addEndpoint(page: Page, shop: Shop, url: string): Promise<void> {
  await page.goto(shop.at('developers/endpoints'));
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await dialog.getByLabel('I have stored the secret').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { level: 1, name: url })).toBeVisible();
}

async function collect(shop: Shop, amount: number): Promise<void> {
  const { status } = await shop.api('POST', '/collect', { amount, phone: '254712345678' });
  expect(status).toBe(202);
}

test('the charts of an endpoint, chosen deliveries sent again, and the event types with an example of one’s own', async ({
  mint,
  page,
  receiver,
}) => {
  const shop = await mint();
  receiver.answer(500);
  await signIn(page, shop.owner);
  await addEndpoint(page, shop, receiver.url);
  await collect(shop, 70_000);
  const first = await receiver.waitFor('payment.success');
  await collect(shop, 70_000);
  await receiver.waitFor('payment.success', ({ id }) => id !== first.id);

  await page.reload();
  const outcomes = page.getByRole('table', { name: /^Attempts that were delivered and that failed, by hour/ });
  await expect(outcomes.getByRole('columnheader', { name: 'Failed' })).toBeAttached();
  await expect(outcomes.getByRole('row')).toHaveCount(25);
  await expect(outcomes.getByRole('row').last()).toContainText(/[1-9]/);
  await page.getByText('Last 7 days').click();
  await expect(page.getByRole('table', { name: /by six hours/ }).getByRole('row')).toHaveCount(29);
  await expectNoSeriousAxe(page);

  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  const boxes = page.getByRole('checkbox', { name: /^Select payment\.success/ });
  await expect(boxes).toHaveCount(2);
  // By keyboard: Space chooses.
  await boxes.first().focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('1 delivery selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByText('2 deliveries selected')).toBeVisible();
  await expectNoSeriousAxe(page);
  receiver.answer(200);
  await page.getByRole('button', { name: 'Resend 2' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Resend 2 deliveries?' });
  await dialog.getByRole('button', { name: 'Resend 2' }).click();
  await expect(page.getByText(/^[0-2] of 2 queued again$/)).toBeVisible();
  await expect(page.getByRole('row', { name: /payment\.success/ }).filter({ hasText: 'Delivered' })).toHaveCount(2);
  await expect(page.getByText(/selected$/)).toHaveCount(0);

  await page.goto(shop.at('developers/events'));
  await page.getByRole('link', { name: 'Event types' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Event types' })).toBeVisible();
  const success = page.getByRole('region', { name: 'payment.success', exact: true });
  await expect(success.getByRole('region', { name: 'Example of payment.success' })).toContainText('"amount": 70000');
  await expect(success).toContainText('data.providerReceipt');
  await success.getByRole('button', { name: 'Copy the example of payment.success' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(copied)).toMatchObject({ type: 'payment.success', data: { status: 'success' } });
  const payout = page.getByRole('region', { name: 'payout.result', exact: true });
  await expect(payout).toContainText('Made-up values');
  await expectNoSeriousAxe(page);
});
