import type { Page } from '@playwright/test';
import { expect, expectNoSeriousAxe, type Shop, signIn, test } from './support/test.ts';

const phones = { mpesa: '0712 345 678', airtel: '0739 000 111' };
const pin = '4711';

/** The key of the second network's portal that encrypts PINs. */
async function pinKeyOf(providerUrl: string): Promise<string> {
  const post = { client_id: 'someone', client_secret: 'secret', grant_type: 'client_credentials' };
  const headers = { 'content-type': 'application/json' };
  const token = await fetch(`${providerUrl}/auth/oauth2/token`, {
    method: 'POST',
    headers,
    body: JSON.stringify(post),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const place = { authorization: `Bearer ${access_token}`, 'X-Country': 'KE', 'X-Currency': 'KES' };
  const keys = await fetch(`${providerUrl}/v1/rsa/encryption-keys`, { headers: place });
  return ((await keys.json()) as { data: { key: string } }).data.key;
}

/** Sets the account up by what its card says, and the portal by the address that the page shows. */
async function setUpAirtel(page: Page, shop: Shop, providerUrl: string): Promise<void> {
  const clientId = `client-${shop.applicationId}`;
  const callbackKey = 'the-key-of-the-portal';
  await page.goto(shop.at('settings/credentials'));
  await page.getByRole('button', { name: 'Set up Airtel Money' }).click();
  const form = page.locator('form').filter({ hasText: 'Save account' });
  await form.getByLabel('Merchant number').fill('450123');
  await form.getByLabel('Client ID').fill(clientId);
  await form.getByLabel('Client secret').fill('my-secret');
  await form.getByLabel('Callback key').fill(callbackKey);
  await form.getByLabel('Wallet PIN').fill(pin);
  await form.getByLabel('PIN encryption key').fill(await pinKeyOf(providerUrl));
  await form.getByRole('button', { name: 'Save account' }).click();
  const address = page.getByText(/\/functions\/v1\/rail-hook\/[0-9a-f]{64}$/);
  await expect(address).toBeVisible();
  const callbackUrl = (await address.textContent())?.trim();
  await fetch(`${providerUrl}/admin/airtel/portal`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, callbackUrl, callbackKey, pin }),
  });
}

async function collect(page: Page, shop: Shop, phone: string, amount: string): Promise<void> {
  await page.goto(shop.at('collect'));
  await page.getByLabel('Customer’s phone').fill(phone);
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: 'Send prompt' }).click();
}

async function payOut(page: Page, shop: Shop, phone: string, amount: string): Promise<void> {
  await page.goto(shop.at('payouts/new'));
  await page.getByLabel('Recipient phone').fill(phone);
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: 'Review payout' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel(`Type ${amount} to confirm`).fill(amount);
  await dialog.getByRole('button', { name: `Send KES ${amount}` }).click();
  await expect(page.getByText(`KES ${amount} has arrived`)).toBeVisible();
}

test('one application collects, refunds, pays out and asks on both networks by the same pages', async ({
  mint,
  page,
  pageOf,
  stack,
}) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  await setUpAirtel(page, shop, stack.simulatorUrl);

  const phone = await pageOf(shop.owner);
  await phone.goto(shop.at('handset'));
  await expect(phone.getByText('No prompt on the screen')).toBeVisible();

  // The number alone says where its wallet is.
  for (const [network, number, amount] of [
    ['M-PESA', phones.mpesa, '300'],
    ['Airtel Money', phones.airtel, '250'],
  ] as const) {
    await collect(page, shop, number, amount);
    await expect(phone.getByRole('heading', { name: network })).toBeVisible();
    await expect(phone.getByText(new RegExp(`Do you want to pay KES ${amount}`))).toBeVisible();
    await expectNoSeriousAxe(phone);
    await phone.getByLabel(`${network} PIN`).fill('1234');
    await phone.getByLabel(`${network} PIN`).press('Enter');
    await expect(page.getByText(`KES ${amount} received`).first()).toBeVisible();
  }

  await page.goto(shop.at('payments'));
  const table = page.getByRole('table', { name: /payments/i });
  await expect(table.getByRole('row', { name: /KES 250/ })).toContainText('Airtel Money');
  await expect(table.getByRole('row', { name: /KES 300/ })).toContainText('M-PESA');
  // Finance looks for receipts, so the network takes no room from them.
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(table.getByRole('columnheader', { name: 'Receipt', exact: true })).toBeVisible();
  await expect(page.getByText('airtel:')).toHaveCount(0);
  await table
    .getByRole('row', { name: /KES 250/ })
    .getByRole('link')
    .first()
    .click();
  await expectNoSeriousAxe(page);

  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Refund KES 250?' });
  await dialog.getByLabel('Reason').fill('Goods returned');
  await dialog.getByLabel('Type 250 to confirm').fill('250');
  await dialog.getByRole('button', { name: 'Refund KES 250' }).click();
  await expect(page.getByText('KES 250 was refunded')).toBeVisible();

  await payOut(page, shop, phones.airtel, '120');
  await payOut(page, shop, phones.mpesa, '130');

  await page.goto(shop.at('inquiries'));
  await page.getByLabel('Network').click();
  await page.getByRole('option', { name: 'Airtel Money' }).click();
  await page.getByRole('button', { name: 'Check balances' }).click();
  await expect(page.getByText('Airtel Money').first()).toBeVisible();
  await page.goto(shop.at('float'));
  await expect(page.getByRole('heading', { name: 'Airtel Money' })).toBeVisible();
  await expect(page.getByText('airtel:')).toHaveCount(0);
});

test('an application without M-PESA collects from its pages and its counter, and is shown no codes', async ({
  mint,
  page,
  pageOf,
  stack,
}) => {
  const shop = await mint({ credentials: false });
  await signIn(page, shop.owner);
  await setUpAirtel(page, shop, stack.simulatorUrl);
  await page.goto(shop.at('collect'));
  await expect(page.getByLabel('Customer’s phone')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'QR code' })).toHaveCount(0);

  const phone = await pageOf(shop.owner);
  await phone.goto(shop.at('handset'));
  await expect(phone.getByText('No prompt on the screen')).toBeVisible();
  await page.goto(shop.at('display'));
  await expect(page.getByText('QR code')).toHaveCount(0);
  await page.getByLabel('Amount').fill('75');
  await page.getByLabel('Phone').fill('0739000111');
  await page.getByRole('button', { name: /KES 75/ }).click();
  await phone.getByLabel('Airtel Money PIN').fill('1234');
  await phone.getByLabel('Airtel Money PIN').press('Enter');
  await expect(page.getByRole('main')).toContainText(/KES 75/);
  await expect(page.getByRole('main')).toContainText(/Paid|received/i);
});

test('an application without M-PESA is paid on a link, and every page on the way says its own network', async ({
  mint,
  page,
  pageOf,
  stack,
}) => {
  const shop = await mint({ credentials: false });
  await signIn(page, shop.owner);
  await page.goto(shop.at(''));
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await expect(page.getByText('Set the M-PESA or Airtel Money credentials').first()).toBeVisible();
  await setUpAirtel(page, shop, stack.simulatorUrl);
  await page.goto(shop.at(''));
  await expect(page.getByText('Set the Airtel Money credentials').first()).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('M-PESA');

  await page.goto(shop.at('links/new'));
  await page.getByLabel('Title', { exact: true }).fill('Two blue mugs');
  await page.getByLabel('Amount', { exact: true }).fill('500');
  await expect(page.getByRole('figure')).toContainText('Airtel Money phone number');
  await expect(page.getByRole('main')).not.toContainText('M-PESA');
  await page.getByRole('button', { name: 'Make the link' }).click();
  const address = page.getByText(/^http:\/\/localhost:\d+\/p\/[1-9A-Za-z]{22}$/);
  const url = (await address.textContent()) ?? '';
  await expect(page.getByRole('main')).not.toContainText('M-PESA');
  await page.getByRole('link', { name: 'Poster' }).click();
  await expect(page.getByText('Scan to pay with Airtel Money')).toBeVisible();
  await expect(page.getByText('Skani kulipa kwa Airtel Money')).toBeVisible();

  const phone = await pageOf(shop.owner);
  await phone.goto(shop.at('handset'));
  await expect(phone.getByText('No prompt on the screen')).toBeVisible();
  await page.goto(url);
  await expectNoSeriousAxe(page);
  await page.getByLabel('Airtel Money phone number').fill(phones.airtel);
  await page.getByRole('button', { name: 'Pay KES 500' }).click();
  await phone.getByLabel('Airtel Money PIN').fill('1234');
  await phone.getByLabel('Airtel Money PIN').press('Enter');
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();
  await expect(page.getByText('Airtel Money receipt')).toBeVisible();
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByText('Airtel Money receipt')).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/M-PESA|airtel:/);
});
