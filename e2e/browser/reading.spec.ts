import type { Page } from '@playwright/test';
import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

/** Chooses something in the menu of preferences. */
async function prefer(page: Page, menu: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitemradio', { name: choice, exact: true }).click();
}

test('theme, language and clock are kept over a reload', async ({ mint, page }) => {
  const shop = await mint();
  await shop.api('POST', '/collect', { amount: 75, phone: '254712345678' });
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  const time = page.getByRole('table').getByRole('time').first();
  await expect(time).toHaveAttribute('title', / EAT$/);
  const nairobi = await time.textContent();

  await prefer(page, 'Preferences', 'UTC');
  await expect(time).toHaveAttribute('title', / UTC$/);
  await expect(time).not.toHaveText(nairobi ?? '');
  await prefer(page, 'Preferences', 'Dark');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expectNoSeriousAxe(page);
  await prefer(page, 'Preferences', 'Kiswahili');
  await expect(page.getByRole('heading', { level: 1, name: 'Malipo' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Malipo' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(time).toHaveAttribute('title', / UTC$/);
});

test('the list is walked and a payment opened with the keyboard alone', async ({ mint, page }) => {
  const shop = await mint();
  for (const amount of [11, 12, 13]) await shop.api('POST', '/collect', { amount, phone: '254712345678' });
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  const row = (amount: number) => page.getByRole('row', { name: new RegExp(`KES ${amount}\\b`) }).getByRole('link');
  await expect(row(13)).toBeVisible();
  await page.keyboard.press('j');
  await expect(row(13)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await expect(row(11)).toBeFocused();
  await page.keyboard.press('k');
  await expect(row(12)).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('jk');
  await expect(page.getByRole('searchbox')).toHaveValue('jk');
  await row(12).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment KES 12' })).toBeVisible();
});

test('the list reads well on a phone', async ({ mint, page }) => {
  const shop = await mint();
  await shop.api('POST', '/collect', { amount: 75, phone: '254712345678', accountReference: 'INV-9' });
  await signIn(page, shop.owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(shop.at('payments'));
  const row = page.getByRole('row', { name: /KES 75/ });
  await expect(row).toBeVisible();
  await expect(row.getByRole('cell', { name: '0712…678', exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectNoSeriousAxe(page);
});
