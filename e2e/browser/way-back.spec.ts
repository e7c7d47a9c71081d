import { expect, signIn, test } from './support/test.ts';

const lists = [
  { name: 'payment', list: 'payments?status=success', table: 'Payments' },
  { name: 'payout', list: 'payouts?status=success', table: 'Payouts and refunds, newest first' },
] as const;

for (const { name, list, table } of lists) {
  test(`the link above a ${name} leads back to the list as it was left`, async ({ busyShop: shop, page }) => {
    await signIn(page, shop.owner);
    await page.goto(shop.at(list));
    await page.getByRole('table', { name: table }).locator('tbody').getByRole('link').first().click();
    await expect(page).not.toHaveURL(/status=success/);
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').first().click();
    await expect(page).toHaveURL(shop.at(list));
    // The list itself, from the menu, is whole.
    await page.goto(shop.at(list.split('?')[0] ?? ''));
    await page.getByRole('table', { name: table }).locator('tbody').getByRole('link').first().click();
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').first()).toHaveAttribute(
      'href',
      shop.at(list.split('?')[0] ?? ''),
    );
  });
}
