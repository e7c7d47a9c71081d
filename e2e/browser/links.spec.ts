import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';
import { expectTouchable } from './support/touch.ts';

for (const width of [390, 1440]) {
  test(`a payment link is made by keyboard, found, ended and opened again, at ${width} px`, async ({ mint, page }) => {
    const shop = await mint();
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, shop.owner);
    await page.goto(shop.at('links'));
    await expect(page.getByText('No payment links yet')).toBeVisible();
    await expectNoSeriousAxe(page);
    await page.getByRole('link', { name: 'New link' }).first().focus();
    await page.keyboard.press('Enter');

    await page.getByLabel('Title', { exact: true }).focus();
    await page.keyboard.type('Two blue mugs');
    await page.getByLabel('Amount', { exact: true }).focus();
    await page.keyboard.type('1,500');
    await page.getByRole('textbox', { name: /^Reference/ }).focus();
    await page.keyboard.type('ORDER-1042');
    const preview = page.getByRole('figure');
    await expect(preview.getByText('Pay KES 1,500', { exact: true })).toBeVisible();
    await expect(preview.getByText('Two blue mugs')).toBeVisible();
    await expectNoSeriousAxe(page);
    await expectTouchable(page, 'the new link');
    // Twice at once is one link.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { level: 1, name: 'Two blue mugs' })).toBeVisible();
    await expect(page.getByText(/^http:\/\/localhost:\d+\/p\/[1-9A-Za-z]{22}$/)).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR code of the payment page for Two blue mugs' })).toBeVisible();
    await page.getByRole('button', { name: 'Copy address' }).click();
    const url = await page.evaluate(() => navigator.clipboard.readText());
    expect(url).toMatch(/^http:\/\/localhost:\d+\/p\//);
    const share = page.getByRole('link', { name: 'Share on WhatsApp' });
    const text = encodeURIComponent(`Two blue mugs: pay with M-PESA here: ${url}`);
    await expect(share).toHaveAttribute('href', `https://wa.me/?text=${text}`);
    await expect(page.getByText('Nobody has tried to pay yet')).toBeVisible();
    await expectNoSeriousAxe(page);

    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByLabel('Title').fill('Two red mugs');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Two red mugs' })).toBeVisible();

    await page.getByRole('button', { name: 'End', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'End the link' }).press('Enter');
    await page.getByRole('button', { name: 'Reopen', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reopen the link' }).press('Enter');
    await expect(page.getByRole('button', { name: 'End', exact: true })).toBeVisible();

    await page.goto(shop.at('links'));
    const rows = page.getByRole('row').filter({ hasText: 'Two red mugs' });
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('ORDER-1042');
    await expect(rows).toContainText('KES 1,500');
    await page.goto(shop.at('links?text=cups'));
    await expect(page.getByText('No payment links match these filters')).toBeVisible();
  });
}

test('return hosts are kept after a proof of identity, and links may lead back to them', async ({
  mint,
  page,
  tolerate,
}) => {
  tolerate(/422/);
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('settings/return-hosts'));
  await page.getByLabel('Hosts', { exact: true }).fill('https://shop.example/');
  await page.getByRole('button', { name: 'Save hosts' }).click();
  await expect(page.getByText('must be a host name in lower case')).toBeVisible();
  await page.getByLabel('Hosts', { exact: true }).fill('shop.example');
  await page.getByRole('button', { name: 'Save hosts' }).click();
  await expect(page.getByText('The return hosts were saved')).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.goto(shop.at('links/new'));
  await expect(page.getByText('Hosts you can use: shop.example')).toBeVisible();
});
