import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectNoSeriousAxe, type Shop, signIn, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Presses keys of the number pad, as a thumb does. */
async function press(page: Page, digits: string): Promise<void> {
  const pad = page.getByRole('group', { name: 'Number pad' });
  for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).tap();
}

async function ask(page: Page, amount: string, phone: string): Promise<void> {
  await press(page, amount);
  await page.getByRole('button', { name: 'Next: phone' }).tap();
  await press(page, phone);
  await page.getByRole('button', { name: /^Request KES/ }).tap();
}

const ordersOf = (shop: Shop) =>
  shop.as().db.prisma.order.count({ where: { applicationId: shop.applicationId, kind: 'collect' } });

/** A payment of a customer who scanned the code, as the confirmation of the provider leaves it. */
async function payOffline(shop: Shop, accountRef: string, amount: number): Promise<void> {
  await shop.as().db.prisma.payment.create({
    data: {
      id: crypto.randomUUID(),
      applicationId: shop.applicationId,
      environment: 'sandbox',
      source: 'c2b',
      status: 'success',
      amount,
      requestedAmount: amount,
      phone: '25471*****678',
      accountRef,
      description: 'Offline payment',
      shortcode: shop.shortcode,
      providerReceipt: `T${randomBytes(5).toString('hex').toUpperCase().slice(0, 9)}`,
      createdAt: new Date(),
      settledAt: new Date(),
      settledBy: 'c2b',
    },
  });
}

const waiting = (page: Page) => page.getByRole('heading', { name: 'Enter your M-PESA PIN' });

/** A handset that waits for its person: without one the simulator answers by itself. */
async function openHandset(pageOf: (person: Shop['owner']) => Promise<Page>, shop: Shop): Promise<Page> {
  const phone = await pageOf(shop.owner);
  await phone.goto(shop.at('handset'));
  await expect(phone.getByText('No prompt on the screen')).toBeVisible();
  return phone;
}

test('a counter: amount, phone, a wrong PIN in words for the customer, another try, paid, and the next customer sees nothing of it', async ({
  mint,
  page,
  pageOf,
}) => {
  const shop = await mint({ roles: ['support'] });
  const phone = await openHandset(pageOf, shop);
  await signIn(page, shop.person('support'));
  await page.goto(shop.at('collect'));
  await page.getByRole('link', { name: 'Counter display' }).tap();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await ask(page, '1450', '0712345678');
  await expect(waiting(page)).toBeVisible();
  await expect(page.getByText('We sent a request to 0712…678.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expectNoSeriousAxe(page);

  await page.reload();
  await expect(waiting(page)).toBeVisible();
  expect(await ordersOf(shop)).toBe(1);

  await phone.getByRole('button', { name: 'Enter a wrong PIN' }).click();
  await expect(page.getByRole('heading', { name: 'Not paid' })).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.getByRole('button', { name: 'Try again' }).tap();
  await expect(waiting(page)).toBeVisible();
  await phone.getByLabel('M-PESA PIN').fill('1234');
  await phone.getByLabel('M-PESA PIN').press('Enter');
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible();
  const { providerReceipt } = await shop
    .as()
    .db.prisma.payment.findFirstOrThrow({ where: { applicationId: shop.applicationId, status: 'success' } });
  await expect(page.getByText(providerReceipt ?? 'no receipt')).toBeVisible();
  await expectNoSeriousAxe(page);

  await page.getByRole('button', { name: 'Next customer' }).tap();
  await expect(page.getByLabel('Amount in KES')).toHaveValue('');
  await expect(page.getByLabel('Customer’s phone')).toHaveValue('');
  await page.goBack();
  await page.goForward();
  await expect(page.getByText(providerReceipt ?? 'no receipt')).toHaveCount(0);
  expect(await ordersOf(shop)).toBe(2);
});

test('a customer who left without paying is not asked twice while the prompt is open', async ({
  mint,
  page,
  pageOf,
}) => {
  const shop = await mint();
  const phone = await openHandset(pageOf, shop);
  await signIn(page, shop.owner);
  await page.goto(shop.at('display'));
  await ask(page, '30', '0712345678');
  await expect(waiting(page)).toBeVisible();
  await page.getByRole('button', { name: 'Next customer' }).tap();
  await ask(page, '30', '0712345678');
  await expect(waiting(page)).toBeVisible();
  expect(await ordersOf(shop)).toBe(1);

  // Paid while nobody looked: that is never shown as the payment of another sale.
  await page.getByRole('button', { name: 'Next customer' }).tap();
  await phone.getByLabel('M-PESA PIN').fill('1234');
  await phone.getByLabel('M-PESA PIN').press('Enter');
  await expect(phone.getByText(/You entered the PIN/)).toBeVisible();
  await ask(page, '95', '0712345678');
  await expect(page.getByRole('heading', { name: 'An earlier request was paid' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'New request' }).tap();
  await page.getByRole('button', { name: /^Request KES/ }).tap();
  await expect(waiting(page)).toBeVisible();
  expect(await ordersOf(shop)).toBe(2);
});

test('without credentials the display says what is missing', async ({ mint, page }) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('display').replace('/sandbox', '/production'));
  await expect(page.getByText('No M-PESA or Airtel Money credentials yet')).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.getByRole('link', { name: 'Close the counter display' }).tap();
  await expect(page.getByRole('heading', { name: 'Collect' })).toBeVisible();
});

test('a lost answer and a lost network: the display says so, asks for the state, and the customer is asked once', async ({
  mint,
  page,
  pageOf,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const shop = await mint();
  await openHandset(pageOf, shop);
  await signIn(page, shop.owner);
  await page.goto(shop.at('display'));
  let sent = 0;
  await page.route(/collect\.prompt/, async (route) => {
    // The server gets it, the display does not hear so.
    sent += 1;
    await route.fetch();
    await route.abort();
  });
  // While it cannot ask, it does not know, and lets nobody cancel or send.
  await page.route(/collect\.requests/, (route) => route.abort());
  await ask(page, '30', '0712345678');
  await expect(page.getByRole('heading', { name: 'We do not know whether the request was sent' })).toBeVisible();
  await expect(page.getByText(/No connection/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  await expectNoSeriousAxe(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'We do not know whether the request was sent' })).toBeVisible();
  await page.unroute(/collect\.requests/);
  await expect(waiting(page)).toBeVisible();
  expect(sent).toBe(1);
  expect(await ordersOf(shop)).toBe(1);

  await page.context().setOffline(true);
  await expect(page.getByText(/No connection/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/No connection/)).toHaveCount(0);
  await expect(waiting(page)).toBeVisible();
});

test('offline at the press: nothing is sent, then or later; what was typed stays, and a second press sends it', async ({
  mint,
  page,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('display'));
  await press(page, '92');
  await page.getByRole('button', { name: 'Next: phone' }).tap();
  await press(page, '0712345678');
  await page.context().setOffline(true);
  const button = page.getByRole('button', { name: 'Request KES 92' });
  await button.focus();
  await page.keyboard.press('Enter');
  const said = page.getByRole('alert').filter({ hasText: 'You are offline. Nothing was sent.' });
  await expect(said).toBeInViewport({ ratio: 1 });
  await expect(button).toBeInViewport({ ratio: 1 });
  await expect(button).toBeFocused();
  await expect(page.getByLabel('Customer’s phone')).toHaveValue('0712345678');
  await expectNoSeriousAxe(page);

  await page.context().setOffline(false);
  await expect(page.getByText(/No connection/)).toHaveCount(0);
  // The connection is back, and what waited for it would be sent now.
  await page.getByRole('button', { name: 'Requests' }).tap();
  await expect(page.getByText('No requests from this screen yet.')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await ordersOf(shop)).toBe(0);
  await button.tap();
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible();
  expect(await ordersOf(shop)).toBe(1);
});

test('a request that never arrived is sent again under its key, or cancelled once it cannot arrive any more', async ({
  mint,
  page,
  tolerate,
}) => {
  tolerate(/ERR_FAILED|Failed to fetch/);
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('display'));
  const keys: unknown[] = [];
  await page.route(/collect\.prompt/, (route) => {
    keys.push(/"requestKey":"([^"]+)"/.exec(route.request().postData() ?? '')?.[1]);
    return route.abort();
  });
  await ask(page, '30', '0712345678');
  await expect(page.getByRole('heading', { name: 'The request has not arrived yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send again' }).tap();
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  await expect(page.getByRole('heading', { name: 'The request has not arrived yet' })).toBeVisible();

  // A minute later.
  await page.evaluate(() => {
    const [key = ''] = Object.keys(sessionStorage).filter((name) => name.startsWith('tillgate-display/'));
    const counter = JSON.parse(sessionStorage.getItem(key) ?? '');
    counter.visit.askedAtMs -= 61_000;
    sessionStorage.setItem(key, JSON.stringify(counter));
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing was sent' })).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await expect(page.getByLabel('Amount in KES')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('Amount in KES')).toHaveValue('');
  await page.getByRole('button', { name: 'Requests' }).tap();
  await expect(page.getByText('No requests from this screen yet.')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(await ordersOf(shop)).toBe(0);
});

test('what is typed can be cancelled', async ({ mint, page }) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('display'));
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await press(page, '45');
  await page.getByLabel('Reference').fill('TABLE 7');
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await expect(page.getByLabel('Amount in KES')).toHaveValue('');
  await expect(page.getByLabel('Amount in KES')).toBeFocused();
  await expect(page.getByLabel('Reference')).toHaveValue('');
});

test('what the server refuses is said at the number pad, and nothing is asked', async ({ mint, page, tolerate }) => {
  tolerate(/status of 422/);
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('display'));
  await ask(page, '30', '0112233');
  await expect(page.getByText('Enter a phone number like 0712 345 678.')).toBeVisible();
  await press(page, '0000');
  await page.getByRole('button', { name: /^Request KES/ }).tap();
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a phone number' })).toBeVisible();
  expect(await ordersOf(shop)).toBe(0);
});

test('a code to scan fills the screen of a tablet', async ({ mint, page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('display'));
  await page.getByText('QR code').tap();
  await press(page, '450');
  await page.getByRole('button', { name: 'Show code for KES 450' }).tap();
  await expect(page.getByRole('img', { name: `QR code to pay KES 450 to ${shop.shortcode}` })).toBeVisible();
  await expect(page.getByText('Waiting for the payment')).toBeVisible();
  await expectNoSeriousAxe(page);
  const order = await shop
    .as()
    .db.prisma.order.findFirstOrThrow({ where: { applicationId: shop.applicationId, kind: 'qr_code' } });
  expect(order.input).toMatchObject({ amount: 450, trxCode: 'PB' });

  // Too little first: the display never says that all of it is paid.
  const { refNo } = order.input as { refNo: string };
  await payOffline(shop, refNo, 400);
  await expect(page.getByText('KES 400 of KES 450 received')).toBeVisible();
  await payOffline(shop, refNo.toLowerCase(), 50);
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible();
});
