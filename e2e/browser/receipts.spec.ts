import type { Page } from '@playwright/test';
import { expect, expectNoSeriousAxe, type Shop, signIn, test } from './support/test.ts';

async function linkOf(shop: Shop, given: object = {}) {
  const made = await shop.api('POST', '/payment-links', { title: 'Two enamel mugs', amount: 500, ...given });
  return made.body as { url: string; linkId: string };
}

async function pay(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('M-PESA phone number').fill('0722 111 002');
  await page.getByRole('button', { name: 'Pay KES 500' }).click();
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();
}

test('who paid opens the receipt, which fits on a phone and on the paper of a till', async ({ mint, page }) => {
  const shop = await mint();
  await page.setViewportSize({ width: 320, height: 640 });
  await pay(page, (await linkOf(shop)).url);
  await page.getByRole('link', { name: 'Receipt', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
  await expect(page.getByText('This is a receipt of a payment, not a tax invoice.')).toBeVisible();
  await expect(page.getByText('0722 ••• 002')).toBeVisible();
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(await isWide()).toBe(false);
  await expectNoSeriousAxe(page, { contrast: true });
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  // 58 mm of paper.
  await page.setViewportSize({ width: 219, height: 800 });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  expect(await isWide()).toBe(false);
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
});

test('a member hands a receipt to a customer from the page of the payment', async ({ mint, page }) => {
  const shop = await mint();
  const { url, linkId } = await linkOf(shop);
  await pay(page, url);
  const { body } = await shop.api('GET', `/payment-links/${linkId}/payments`);
  const [{ paymentId }] = (body as { payments: [{ paymentId: string }] }).payments;
  await signIn(page, shop.owner);
  await page.goto(shop.at(`payments/${paymentId}`));
  await page.getByRole('button', { name: 'Receipt', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'QR code of the receipt' })).toBeVisible();
  await expectNoSeriousAxe(page);
  const address = await dialog.getByRole('link', { name: 'Open and print' }).getAttribute('href');
  expect(address).toMatch(/^http:\/\/localhost:\d+\/r\/[1-9A-Za-z]{22}$/);
  await page.goto(address ?? '');
  await expect(page.getByText('Two enamel mugs')).toBeVisible();
});

test('a link has a poster, and more requests once they are used up', async ({ mint, page, stack }) => {
  const shop = await mint();
  const { linkId } = await linkOf(shop, { accountReference: 'ORDER-77' });
  await signIn(page, shop.owner);
  await page.goto(shop.at(`links/${linkId}`));
  await expect(page.getByRole('link', { name: 'Poster' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow 12 more requests' })).toBeHidden();
  const { applicationId } = shop;
  await stack.ctx.db.prisma.linkAttempt.createMany({
    data: Array.from({ length: 12 }, (_, n) => ({
      ...{ id: crypto.randomUUID(), linkId, applicationId, environment: 'sandbox' as const, language: 'en' as const },
      ...{ visitHash: String(n).padStart(64, 'a'), tokenHash: crypto.randomUUID().replaceAll('-', '').repeat(2) },
      ...{ phone: '254722111003', amount: 500, state: 'stale' as const, promptAt: new Date(0), endedAt: new Date() },
      ...{ createdAt: new Date(Date.now() - 60_000 - n) },
    })),
  });
  await page.getByRole('button', { name: 'Allow 12 more requests' }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByText('The page can ask again')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow 12 more requests' })).toBeHidden();
  await page.getByRole('link', { name: 'Poster' }).click();
  await expect(page.getByRole('heading', { name: 'Two enamel mugs' })).toBeVisible();
  await expect(page.getByText('Scan to pay with M-PESA')).toBeVisible();
  await expect(page.getByText('Skani kulipa kwa M-PESA')).toBeVisible();
  await expect(page.getByText('ORDER-77').first()).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
});
