import type { Page } from '@playwright/test';
import { revokeKey } from '@tillgate/domain/keys';
import { expect, expectNoSeriousAxe, type Shop, signIn, test } from './support/test.ts';

/** A merchant with nothing but credentials, as after the first step. */
async function withoutKey(shop: Shop): Promise<Shop> {
  const { applicationId } = shop;
  await revokeKey(shop.as(), { applicationId, environment: 'sandbox', keyId: shop.keyId });
  return shop;
}

const step = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

async function askFor(page: Page, shop: Shop, amount: string): Promise<void> {
  await page.goto(shop.at('collect'));
  await page.getByLabel('Customer’s phone').fill('0712 345 678');
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: 'Send prompt' }).click();
}

async function enterPin(phone: Page): Promise<void> {
  await phone.getByLabel('M-PESA PIN').fill('1234');
  await phone.getByLabel('M-PESA PIN').press('Enter');
}

/** The steps about webhooks: the endpoint, and the dialog of a test event. */
async function addEndpoint(page: Page, shop: Shop, url: string): Promise<void> {
  await step(page, 'Create a webhook endpoint').getByRole('link', { name: 'Create an endpoint' }).click();
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('URL')).toHaveAccessibleDescription(/such as http:\/\/localhost:4000\/webhooks/);
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await dialog.getByLabel('I have stored the secret').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.goto(shop.at(''));
  await step(page, 'Acknowledge a first event').getByRole('link', { name: 'Send a test event' }).click();
  await expect(page.getByRole('dialog', { name: 'Send a test event' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/endpoints$/);
}

/** What comes next is said in the sandbox, and in production, where it is done. */
async function expectReadiness(page: Page, shop: Shop): Promise<void> {
  const next = page.getByText('Production readiness: 0 of 5');
  await expect(next).toBeVisible();
  await page.getByRole('link', { name: 'Production credentials' }).click();
  await expect(page).toHaveURL(/\/production\/settings\/credentials$/);
  await page.goto(shop.at('', 'production'));
  await expect(page.getByRole('heading', { name: 'Production readiness' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Approval by a second person for large payouts' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go-live guide' })).toHaveAttribute('href', /\/docs\/going-live$/);
}

test('a new application: credentials, key, a prompt from Collect, the PIN on the handset, a webhook, and all steps are done', async ({
  mint,
  page,
  pageOf,
  receiver,
}) => {
  const shop = await withoutKey(await mint());
  await signIn(page, shop.owner);
  await page.goto(shop.at(''));
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await expect(step(page, 'Set the M-PESA credentials')).toContainText('To do');
  await expect(step(page, 'Collect a first payment')).toContainText('To do');
  await expectNoSeriousAxe(page);

  await step(page, 'Set the M-PESA credentials').getByRole('link', { name: 'Set credentials' }).click();
  await page.getByRole('button', { name: 'Use sandbox defaults' }).click();
  await page.getByRole('button', { name: 'Save credentials' }).click();
  // The form is empty again once they are stored.
  await expect(page.getByLabel('Consumer key')).toHaveValue('');
  await page.goto(shop.at(''));
  await expect(step(page, 'Set the M-PESA credentials')).toContainText('To do');
  await page.goBack();
  await page.getByRole('button', { name: 'Verify prompts' }).click();
  await expect(page.getByRole('region', { name: 'Prompts' }).getByText('Works').first()).toBeVisible();
  await page.goto(shop.at(''));
  await expect(step(page, 'Set the M-PESA credentials')).toContainText('Done');

  await step(page, 'Create an API key').getByRole('link', { name: 'Create a key' }).click();
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Web shop');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('dialog', { name: 'Your new API key' })).toBeVisible();
  await page.goto(shop.at(''));
  await expect(step(page, 'Create an API key')).toContainText('Done');

  const phone = await pageOf(shop.owner);
  await phone.goto(shop.at('handset'));
  await expect(phone.getByText('No prompt on the screen')).toBeVisible();

  // The command works as it stands, once the key is in it.
  await expect(step(page, 'Collect a first payment')).toContainText('"phone":"254712345678"');
  await step(page, 'Collect a first payment').getByRole('link', { name: 'Collect from here' }).click();
  await expect(page).toHaveURL(/\/collect$/);
  await askFor(page, shop, '1,250');
  await expect(page.getByText('Waiting for the customer')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Time left to enter the PIN' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);

  await expect(phone.getByText(/Do you want to pay KES 1,250/)).toBeVisible();
  await expectNoSeriousAxe(phone);
  await enterPin(phone);
  await expect(phone.getByText(/You entered the PIN for KES 1,250/)).toBeVisible();

  await expect(page.getByText('KES 1,250 received').first()).toBeVisible();
  await expect(page.getByText(/Receipt [A-Z0-9]{10}/)).toBeVisible();
  await expectNoSeriousAxe(page);

  await page.goto(shop.at(''));
  await expect(step(page, 'Collect a first payment')).toContainText('Done');
  const payment = page.getByRole('table', { name: 'The latest payments' }).getByRole('row', { name: /KES 1,250/ });
  await expect(payment).toContainText('Paid');
  // What the customer read on the phone and the cashier reads here can be said aloud.
  await expect(payment).toContainText(/[2-9A-Z]{3}-[2-9A-Z]{3}/);

  await addEndpoint(page, shop, receiver.url);
  await askFor(page, shop, '40');
  await enterPin(phone);
  await receiver.waitFor('payment.success');
  await page.goto(shop.at(''));
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'First steps' })).toHaveCount(0);

  await expectReadiness(page, shop);
});

test('the handset waits for its person, who may do otherwise; the page says what the customer is told', async ({
  mint,
  page,
  pageOf,
}) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  const phone = await pageOf(shop.owner);
  await phone.goto(shop.at('handset'));
  await expect(phone.getByText('No prompt on the screen')).toBeVisible();

  await askFor(page, shop, '30');
  await expect(phone.getByText(/Do you want to pay KES 30/)).toBeVisible();
  // The simulator of this stack answers by itself after less than half a second: the countdown shows that more has passed.
  await expect(page.getByText(/^5[0-7] seconds left/)).toBeVisible();
  await expect(page.getByText(/The customer can still pay this one and might pay both/)).toBeVisible();
  await phone.getByRole('button', { name: 'Enter a wrong PIN' }).click();
  await expect(page.getByText('Message for the customer:')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit and send again' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit and send again' }).click();
  await expect(page.getByLabel('Customer’s phone')).toHaveValue('0712345678');
  await expect(page.getByLabel('Amount')).toHaveValue('30');
  await page.getByRole('button', { name: 'Send prompt' }).click();
  await expect(phone.getByText(/Do you want to pay KES 30/)).toBeVisible();
  await phone.getByLabel('M-PESA PIN').press('Escape');
  await expect(phone.getByText(/You cancelled KES 30/)).toBeVisible();
  await expect(page.getByText('Message for the customer:')).toBeVisible();
});

test('what is wrong with a prompt is said at its field, and nothing is sent', async ({ mint, page, tolerate }) => {
  tolerate(/status of 422/);
  const shop = await mint({ roles: ['support'] });
  await signIn(page, shop.person('support'));
  await page.goto(`${shop.at('collect')}?phone=12345`);
  await page.getByRole('button', { name: 'Send prompt' }).click();
  await expect(page.getByLabel('Customer’s phone')).toHaveAccessibleDescription(
    /Enter a phone number like 0712 345 678\./,
  );
  await page.getByLabel('Amount').fill('12.50');
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/Enter whole shillings, for example 1,500\./);
  // What is too long is said and kept, never cut.
  const reference = page.getByRole('textbox', { name: 'Reference' });
  await reference.fill('INV-1042-too-long');
  await expect(reference).toHaveAccessibleDescription(/17 characters: M-PESA shows at most 12\. Shorten it\./);
  await expect(reference).toHaveValue('INV-1042-too-long');
  await page.getByRole('button', { name: 'Send prompt' }).click();
  await expect(page.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true');
  const orders = await shop.as().db.prisma.order.count({ where: { applicationId: shop.applicationId } });
  expect(orders).toBe(0);
});

test('a QR code is drawn by the provider, shown, and can be taken away', async ({ mint, page }) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('collect'));
  await page.getByRole('tab', { name: 'QR code' }).click();
  await page.getByLabel('Amount').fill('450');
  await page.getByRole('textbox', { name: 'Reference' }).fill('TABLE 7');
  await page.getByRole('button', { name: 'Create QR code' }).click();
  await expect(page.getByRole('img', { name: 'QR code to pay KES 450 with reference TABLE 7' })).toBeVisible();
  await expectNoSeriousAxe(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PNG' }).click();
  expect((await download).suggestedFilename()).toBe('tillgate-qr-450.png');
});
