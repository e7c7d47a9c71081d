import type { Page } from '@playwright/test';
import { expect, expectNoSeriousAxe, type Shop, test } from './support/test.ts';

const fields = [{ name: 'size', label: 'Size of the shirt', kind: 'choice', choices: ['S', 'L'], required: true }];

/** The address of a new link. */
async function linkOf(shop: Shop, given: object = {}): Promise<string> {
  const answer = await shop.api('POST', '/payment-links', { title: 'Two enamel mugs', amount: 500, fields, ...given });
  return (answer.body as { url: string }).url;
}

async function pay(page: Page, phone: string): Promise<void> {
  await page.getByLabel('M-PESA phone number').fill(phone);
  await page.getByRole('button', { name: 'Pay KES 500' }).click();
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('somebody is told what is wrong, keeps what was typed, and comes to the page of the attempt', async ({
    mint,
    page,
    tolerate,
  }) => {
    tolerate(/status of 422/);
    await page.goto(await linkOf(await mint()));
    await pay(page, '0712 34');
    await expect(page.getByRole('alert')).toContainText('This is no Kenyan mobile number.');
    await expect(page.getByRole('alert')).toContainText('Size of the shirt: This answer is needed.');
    await expect(page.getByLabel('M-PESA phone number')).toHaveValue('0712 34');
    await page.getByLabel('Size of the shirt').selectOption('L');
    await pay(page, '0712 345 678');
    await expect(page).toHaveURL(/\/p\/\w{22}\/a\/\w{22}$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`on a narrow screen in the ${colorScheme} theme, the page fits and can be heard`, async ({
    mint,
    page,
    tolerate,
  }) => {
    tolerate(/status of (422|404)/);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 640 });
    const look = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await expectNoSeriousAxe(page, { contrast: true });
    };
    const address = await linkOf(await mint());
    await page.goto(`${address}?lang=sw`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
    await look();
    await page.goto(address);
    await page.getByText('Pay from the M-PESA menu').click();
    await expect(page.getByRole('button', { name: 'Copy Account number' })).toBeVisible();
    await look();
    await pay(page, '0712 34');
    await expect(page.getByRole('alert')).toBeFocused();
    await look();
    await page.goto(`${new URL(address).origin}/p/unknown`);
    await look();
  });
}

test('the page turns to paid by itself when the money comes in another way', async ({ mint, page, stack }) => {
  const address = await linkOf(await mint());
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Pay KES 500' })).toBeVisible();
  const reference = await page.locator('dt', { hasText: 'Account number' }).locator('+ dd bdi').textContent();
  const { count } = await stack.ctx.db.prisma.paymentLink.updateMany({
    where: { accountReference: reference },
    data: { status: 'paid', paidAmount: 500, paidCount: 1 },
  });
  expect(count).toBe(1);
  await expect(page.getByRole('heading', { name: 'This is paid' })).toBeVisible();
});

test('somebody pays: the page says what is going on, shows the receipt, and the link is paid', async ({
  mint,
  page,
}) => {
  const shop = await mint();
  const made = await shop.api('POST', '/payment-links', { title: 'Two enamel mugs', amount: 500 });
  const { url, linkId } = made.body as { url: string; linkId: string };
  await page.goto(url);
  await pay(page, '0722 111 001');
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();
  await expect(page.getByText('M-PESA receipt')).toBeVisible();
  await expect
    .poll(async () => (await shop.api('GET', `/payment-links/${linkId}`)).body)
    .toMatchObject({ status: 'paid', paidCount: 1, paidAmount: 500, openAttempts: 0 });
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'This is paid' })).toBeVisible();
});

for (const [result, phone, advice] of [
  ['cancelled', '254700071032', 'You can try again now.'],
  ['too little money', '254700070001', 'Top up your M-PESA'],
  ['a wrong PIN', '254700072001', 'Try again with the right M-PESA PIN.'],
] as const) {
  test(`somebody does not pay, with ${result}: the page says why and what to do, and the link stays open`, async ({
    mint,
    page,
  }) => {
    const shop = await mint();
    const made = await shop.api('POST', '/payment-links', { title: 'Two enamel mugs', amount: 500 });
    const { url, linkId } = made.body as { url: string; linkId: string };
    await page.goto(url);
    await pay(page, phone);
    await expect(page.getByRole('heading', { name: 'Not paid' })).toBeVisible();
    await expect(page.getByText(advice)).toBeVisible();
    expect((await shop.api('GET', `/payment-links/${linkId}`)).body).toMatchObject({ status: 'open', paidCount: 0 });
  });
}
