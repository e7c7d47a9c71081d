import type { Page } from '@playwright/test';
import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

async function ask(page: Page, amount: string, phone: string, reference = ''): Promise<void> {
  await page.getByLabel('Amount in KES').fill(amount);
  await page.getByLabel('Customer’s phone').fill(phone);
  await page.getByLabel('Reference').fill(reference);
  await page.getByRole('button', { name: /^Request KES/ }).tap();
}

const paid = (page: Page) => page.getByRole('heading', { name: 'Paid', exact: true });
const nextCustomer = (page: Page) => page.getByRole('button', { name: 'Next customer' });

/** A phone of the simulator whose person cancels; see docs/testing.md. Others pay. */
const cancels = '0700071032';

/** Nothing that a thumb presses is smaller than 44 px. The label around a field belongs to it. */
async function expectTargets(page: Page): Promise<void> {
  const small = await page.locator('body').evaluate((root) => {
    const boxOf = (element: Element) => (element.closest('label') ?? element).getBoundingClientRect();
    return [...root.querySelectorAll('button, input:not([type=radio])')]
      .map((element) => ({ name: element.textContent || element.ariaLabel, box: boxOf(element) }))
      .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
      .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`);
  });
  expect(small).toEqual([]);
}

for (const [device, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  tablet: { width: 1024, height: 768 },
})) {
  test(`a till on a ${device}: a reference, the last requests and one of them again, the total of the shift`, async ({
    mint,
    page,
  }) => {
    await page.setViewportSize(viewport);
    const shop = await mint({ roles: ['support'] });
    await signIn(page, shop.person('support'));
    await page.goto(shop.at('display'));
    await ask(page, '450', '0712345678', 'TABLE 7');
    await expect(page.getByText('For: TABLE 7')).toBeVisible();
    await expect(paid(page)).toBeVisible();
    const payment = await shop
      .as()
      .db.prisma.payment.findFirstOrThrow({ where: { applicationId: shop.applicationId, status: 'success' } });
    expect(payment.accountRef).toBe('TABLE 7');
    await nextCustomer(page).tap();
    await ask(page, '90', cancels);
    await expect(page.getByRole('heading', { name: 'Not paid' })).toBeVisible();
    await nextCustomer(page).tap();
    await expect(page.getByRole('button', { name: 'Request payment' })).toBeInViewport({ ratio: 1 });
    await expectTargets(page);

    // It survives a reload, and another tab of this device has it.
    await page.reload();
    await page.getByRole('button', { name: 'Requests' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Last requests' });
    const rows = dialog.getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(0)).toContainText('KES 90');
    await expect(rows.nth(0)).toContainText('Not paid');
    await expect(rows.nth(1)).toContainText(`0712…678 · TABLE 7 · ${payment.providerReceipt}`);
    await expect(rows.nth(1)).toContainText('Paid');
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).toContain('0712…678');
    expect(stored).not.toMatch(/712345678|700071032/);

    // Not to the customer by default.
    await expect(dialog.getByText('1 payment', { exact: true })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Show the shift total' }).tap();
    await expect(dialog.getByText('1 payment', { exact: true })).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Shift total' })).toContainText('KES 450');
    await expectTargets(page);
    await expectNoSeriousAxe(page);
    await dialog.getByRole('button', { name: 'Start a shift' }).tap();
    await dialog.getByRole('button', { name: 'Start now' }).tap();
    await expect(dialog.getByText('0 payments')).toBeVisible();

    // An earlier payment is never shown in green as that of the next sale.
    await rows.nth(1).getByRole('button').tap();
    await expect(page.getByRole('heading', { name: 'An earlier request was paid' })).toBeVisible();
    await expect(page.getByText('For: TABLE 7')).toBeVisible();
    await nextCustomer(page).tap();
    await page.getByRole('button', { name: 'Requests' }).tap();
    await rows.nth(0).getByRole('button').tap();
    await expect(page.getByRole('heading', { name: 'Not paid' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Change' }).tap();
    await expect(page.getByLabel('Amount in KES')).toHaveValue('90');
    await expect(page.getByLabel('Customer’s phone')).toHaveValue('');
  });
}

test('“I paid”: a receipt, the message around it, or phone and amount say whether the payment arrived; nothing changes', async ({
  mint,
  page,
}) => {
  const shop = await mint({ roles: ['support'] });
  await signIn(page, shop.person('support'));
  await page.goto(shop.at('display'));
  await ask(page, '450', '0712345678');
  await expect(paid(page)).toBeVisible();
  const { providerReceipt } = await shop
    .as()
    .db.prisma.payment.findFirstOrThrow({ where: { applicationId: shop.applicationId, status: 'success' } });
  await nextCustomer(page).tap();
  await ask(page, '90', cancels);
  await expect(page.getByRole('heading', { name: 'Not paid' })).toBeVisible();

  await page.getByRole('button', { name: 'Customer says “I paid”' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Customer says “I paid”' });
  // Of the customer at the counter.
  await expect(dialog.getByLabel('Phone')).toHaveValue(cancels);
  await dialog.getByRole('button', { name: 'Look for the payment' }).tap();
  await expect(dialog.getByText('KES 90 was not paid')).toBeVisible();
  await dialog
    .getByLabel('Receipt or M-PESA message')
    .fill(`${providerReceipt?.toLowerCase()} Confirmed. Ksh450.00 paid`);
  await dialog.getByRole('button', { name: 'Look for the payment' }).tap();
  await expect(dialog.getByText('KES 450 arrived')).toBeVisible();
  await expect(dialog.getByText(providerReceipt ?? 'no receipt')).toBeVisible();
  await expectNoSeriousAxe(page);
  await expectTargets(page);
  await dialog.getByLabel('Receipt or M-PESA message').fill('TAA1BB2CC3');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('No payment with this receipt has arrived')).toBeVisible();
  await expect(dialog.getByText(/call finance/)).toBeVisible();
  await dialog.getByLabel('Receipt or M-PESA message').fill('it is paid');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/no receipt in this text/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Not paid' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Customer says “I paid”' })).toBeFocused();
});

test('the list holds ten, of this application, environment and person alone', async ({ mint, page }) => {
  const shop = await mint();
  const stranger = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('display'));
  await page.evaluate(
    ([here, there]) => {
      const request = {
        way: 'prompt',
        amount: 5,
        phone: '0712…678',
        reference: '',
        askedAtMs: Date.now(),
        state: 'paid',
      };
      const requests = Array.from({ length: 12 }, (_, nth) => ({ ...request, requestKey: `key-number-${nth}` }));
      localStorage.setItem(`tillgate-requests/${here}`, JSON.stringify({ requests }));
      localStorage.setItem(`tillgate-requests/${there}`, JSON.stringify({ requests }));
    },
    [`${shop.applicationId}/sandbox/${shop.owner.userId}`, `${stranger.applicationId}/sandbox/${shop.owner.userId}`],
  );
  await page.reload();
  await page.getByRole('button', { name: 'Requests' }).tap();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
  await page.evaluate(
    (here) => localStorage.removeItem(`tillgate-requests/${here}`),
    `${shop.applicationId}/sandbox/${shop.owner.userId}`,
  );
  await page.reload();
  await page.getByRole('button', { name: 'Requests' }).tap();
  await expect(page.getByText('No requests from this screen yet.')).toBeVisible();
});
