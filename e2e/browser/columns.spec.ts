import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

test('columns are chosen by keyboard, stay chosen after a reload, by list, and essential ones cannot be hidden', async ({
  busyShop: shop,
  page,
}) => {
  await signIn(page, shop.owner);
  await page.setViewportSize({ width: 1920, height: 1000 });
  await page.goto(shop.at('payments'));
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(head('Source')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('form', { name: 'Columns to show' });
  const items = menu.getByRole('button');
  await expect(items).toHaveText(['Reference', 'Receipt', 'Source', 'Copy']);
  await menu.getByRole('button', { name: 'Source' }).click();
  await expect(head('Source')).toHaveCount(0);
  await menu.getByRole('button', { name: 'Receipt' }).focus();
  await page.keyboard.press('Space');
  await expect(menu.getByRole('button', { name: 'Receipt', pressed: false })).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  for (const name of ['Receipt', 'Source']) await expect(head(name)).toHaveCount(0);

  await page.reload();
  await expect(head('Reference')).toBeVisible();
  for (const name of ['Receipt', 'Source']) await expect(head(name)).toHaveCount(0);
  for (const name of ['Time', 'Payer', 'Amount', 'Status']) await expect(head(name)).toBeVisible();

  await page.goto(shop.at('payouts'));
  await expect(head('Requested by').last()).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(items).toHaveText(['Type', 'Requested by', 'Receipt']);
});
