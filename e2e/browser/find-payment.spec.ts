import type { Page } from '@playwright/test';
import { conditionMs } from '../support/patience.ts';
import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

type Shop = { api(method: 'GET' | 'POST', path: string, body?: object): Promise<{ status: number; body: unknown }> };
type Paid = { paymentId: string; status: string; providerReceipt: string | null; resultCode: number | null };

const paid = { amount: 1_234, phone: '254712345678', accountReference: 'INV-1042', metadata: { orderId: 'A-77' } };
/** Magic phone of the simulator: the customer cancels. */
const cancelled = { amount: 500, phone: '254700071032', accountReference: 'INV-2000' };

/** Sends a prompt and waits until the simulator's customer has answered it. */
async function collect(shop: Shop, body: object): Promise<Paid> {
  const sent = await shop.api('POST', '/collect', body);
  expect(sent.status).toBe(202);
  const { paymentId } = sent.body as { paymentId: string };
  let payment: Paid | undefined;
  await expect(async () => {
    payment = { ...((await shop.api('GET', `/status/${paymentId}`)).body as Paid), paymentId };
    expect(payment.status).not.toBe('pending');
    if (payment.status === 'success') expect(payment.providerReceipt).not.toBeNull();
  }).toPass({ timeout: conditionMs });
  if (!payment) throw new Error('there is no payment');
  return payment;
}

const rows = (page: Page) => page.getByRole('table', { name: 'Payments' }).locator('tbody').getByRole('row');

test('a receipt pasted into the palette leads to its payment, told from beginning to end', async ({ mint, page }) => {
  const shop = await mint({ roles: ['support'] });
  const { paymentId, providerReceipt } = await collect(shop, paid);
  await signIn(page, shop.person('support'));
  await page.goto(shop.at('payments'));
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('combobox', { name: 'Search and commands' });
  // The first result is the one that Enter opens.
  for (const [text, first] of [
    ['sign ou', 'Sign out'],
    ['KES 1,234', 'KES 1,234'],
    ['1032', '1032'],
    ['inv-10', 'INV-1042'],
    [String(providerReceipt).slice(0, 6).toLowerCase(), String(providerReceipt)],
  ] as const) {
    await palette.fill(text);
    await expect(page.getByRole('option', { selected: true }), text).toContainText(first);
  }
  await palette.fill(` ${providerReceipt?.toLowerCase()} `);
  // Before the answer is there: it is opened when it comes.
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Payment KES 1,234' })).toBeVisible();
  await expect(page.getByText('0712345678').first()).toBeVisible();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByText('Payment requested')).toBeVisible();
  await expect(timeline.getByText(/^by API key/)).toBeVisible();
  await expect(timeline.getByText('M-PESA accepted the prompt')).toBeVisible();
  await expect(timeline.getByText('Paid', { exact: true })).toBeVisible();
  await expectNoSeriousAxe(page);
  // Ids are for those who want them, who find them open the next time.
  const id = page.getByText(paymentId, { exact: true });
  await expect(id).toBeHidden();
  await expect(page.getByRole('button', { name: 'Copy support bundle' })).toBeVisible();
  await page.getByRole('button', { name: 'Technical details' }).click();
  await expect(id).toBeVisible();
  await page.reload();
  await expect(id).toBeVisible();

  await page.getByRole('link', { name: /^Callbacks/ }).click();
  await expect(page.getByRole('region', { name: 'Raw callback' })).toContainText('stkCallback');
  await page.getByRole('link', { name: 'Request', exact: true }).click();
  await expect(page.getByText('It never charges twice.')).toBeVisible();
});

test('a failed payment says why, what to do and what to tell the customer', async ({ mint, page }) => {
  const shop = await mint();
  const { paymentId } = await collect(shop, cancelled);
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  const status = page.getByRole('cell', { name: 'Failed Cancelled by the customer' });
  for (const width of [320, 640, 768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(status).toBeInViewport({ ratio: 1 });
    // Nothing of the text stands outside of its cell, where it would be cut.
    await expect
      .poll(() =>
        status.evaluate((cell) => [cell.scrollWidth <= cell.clientWidth, cell.scrollHeight <= cell.clientHeight]),
      )
      .toEqual([true, true]);
  }
  await page.goto(shop.at(`payments/${paymentId}`));
  await expect(page.getByRole('heading', { name: 'Cancelled by the customer' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What to do' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Message for the customer' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', new RegExp(paymentId));
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0);
});

test('filters narrow the list, stand in the address and survive a reload', async ({ mint, page }) => {
  const shop = await mint();
  await collect(shop, paid);
  await collect(shop, cancelled);
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('2 payments shown')).toBeVisible();

  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('radio', { name: 'Failed' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/status=failed/);
  await expect(page.getByText('1 payment shown · 1 in total, KES 0 paid')).toBeVisible();
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Cancelled by the customer');

  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Find by reference, name, phone or receipt' }).fill('0712 345 678');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('INV-1042');
  await expect(page.getByText('1 payment shown · 1 in total, KES 1,234 paid')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the filter Phone' }).click();
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'Amount' }).click();
  await page.getByRole('textbox').first().fill('abc');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Enter whole shillings, for example 1,500.')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Metadata').fill('orderId=A-77');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expectNoSeriousAxe(page);
});

test('days begin on the chosen clock and can be taken from the calendar', async ({ mint, page }) => {
  const shop = await mint();
  await collect(shop, paid);
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  await page.getByRole('button', { name: /^Days/ }).click();
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expect(page.getByText('No payments match these filters')).toBeVisible();
  await expect(page).toHaveURL(/period=yesterday/);
  await page.getByRole('button', { name: /^Days/ }).click();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('a view is saved once and found again, and a shared one by everybody', async ({ mint, page, pageOf }) => {
  const shop = await mint({ roles: ['support'] });
  await collect(shop, paid);
  await collect(shop, cancelled);
  await signIn(page, shop.owner);
  await page.goto(`${shop.at('payments')}?status=failed`);
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('View name').fill('Failed ones');
  await dialog.getByRole('checkbox', { name: 'Share with everyone in this application' }).check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(views.getByRole('link', { name: /Failed ones/ })).toHaveAttribute('aria-current', 'page');

  await views.getByRole('link', { name: 'All' }).click();
  await expect(rows(page)).toHaveCount(2);

  const other = await pageOf(shop.person('support'));
  await other.goto(shop.at('payments'));
  await other.getByRole('link', { name: /Failed ones/ }).click();
  await expect(rows(other)).toHaveCount(1);
  await other.getByRole('button', { name: 'Save view' }).click();
  await expect(other.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
});

test('a pending payment settles before the reader’s eyes, and new ones do not move the list', async ({
  mint,
  page,
}) => {
  const shop = await mint();
  await collect(shop, cancelled);
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  await expect(rows(page)).toHaveCount(1);
  await shop.api('POST', '/collect', paid);
  const news = page.getByRole('button', { name: '1 new payment' });
  await expect(news).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await news.click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Paid');
});

test('a list without payments says how the first one comes', async ({ mint, page }) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  await expect(page.getByText('No payments yet')).toBeVisible();
  await expectNoSeriousAxe(page);
  await collect(shop, paid);
  await expect(rows(page)).toHaveCount(1);
});

test('a payment of another merchant is not there', async ({ mint, page, tolerate }) => {
  tolerate(/status of 404/);
  const [shop, other] = [await mint(), await mint()];
  const { paymentId } = await collect(other, paid);
  await signIn(page, shop.owner);
  await page.goto(shop.at(`payments/${paymentId}`));
  await expect(page.getByRole('heading', { level: 1, name: 'Payment not found' })).toBeVisible();
});

test('older and newer payments are where the pager says, from the top', async ({ mint, page, stack }) => {
  const shop = await mint();
  const nowMs = Date.now();
  await stack.ctx.db.prisma.payment.createMany({
    data: Array.from({ length: 60 }, (_, index) => ({
      id: crypto.randomUUID(),
      applicationId: shop.applicationId,
      environment: 'sandbox' as const,
      source: 'c2b' as const,
      status: 'success' as const,
      amount: 1_000 + index,
      requestedAmount: 1_000 + index,
      phone: '254712345678',
      accountRef: `ORD${index}`,
      description: 'Payment',
      shortcode: shop.shortcode,
      providerReceipt: `T${shop.shortcode}${index}`,
      settledAt: new Date(nowMs),
      settledBy: 'c2b' as const,
      createdAt: new Date(nowMs - index * 60_000),
    })),
  });
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  const newest = rows(page).filter({ hasText: 'KES 1,000' });
  await expect(newest).toBeVisible();
  const step = (name: string) => page.getByRole('navigation').getByRole('button', { name });
  await step('Older').click();
  await expect(rows(page).first()).toContainText('KES 1,050');
  await expect(rows(page)).toHaveCount(10);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await step('Newer').click();
  await expect(rows(page).first()).toContainText('KES 1,000');
  await expect(rows(page)).toHaveCount(50);
  await expect(step('Newer')).toBeDisabled();
});
