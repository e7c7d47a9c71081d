import type { Page } from '@playwright/test';
import { setPolicy } from '@tillgate/domain/orders';
import { conditionMs } from '../support/patience.ts';
import { expect, expectNoSeriousAxe, type Shop, signIn, test } from './support/test.ts';

/** A merchant where payouts of 5,000 and refunds of 200 and more wait for a second person. */
async function withPolicy(shop: Shop): Promise<Shop> {
  await setPolicy({ ...shop.as(), actor: 'operator' }, { payoutFrom: 5_000, reversalFrom: 200 });
  return shop;
}

/** Fills in the form and confirms by typing the amount. */
async function askForPayout(page: Page, shop: Shop, amount: number, reason = ''): Promise<void> {
  await page.goto(shop.at('payouts/new'));
  await page.getByLabel('Recipient phone').fill('0712 345 678');
  await page.getByLabel('Amount').fill(String(amount));
  await page.getByLabel('Internal note').fill(reason);
  await page.getByRole('button', { name: 'Review payout' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel(`Type ${amount.toLocaleString('en')} to confirm`).fill(String(amount));
  await dialog.getByRole('button', { name: /^(Send KES|Request approval)/ }).click();
}

const receipt = /M-PESA receipt [A-Z0-9]{10}/;

test('a payout pressed while offline is not sent, neither then nor by itself when the network is back', async ({
  mint,
  page,
  context,
  stack,
}) => {
  const shop = await mint({ roles: ['finance'] });
  const orders = () => stack.ctx.db.prisma.order.count({ where: { applicationId: shop.applicationId } });
  await signIn(page, shop.person('finance'));
  await page.goto(shop.at('payouts/new'));
  await page.getByLabel('Recipient phone').fill('0712345678');
  await page.getByLabel('Amount').fill('150');
  await page.getByRole('button', { name: 'Review payout' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Type 150 to confirm').fill('150');
  const send = dialog.getByRole('button', { name: 'Send KES 150' });

  await context.setOffline(true);
  await send.click();
  await expect(dialog.getByText('You are offline. Nothing was sent.')).toBeVisible();
  await expect(page.getByText('What you see may be out of date.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('What you see may be out of date.')).toBeHidden();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  // Another procedure has its answer: what waited for the network would have gone before it.
  await page.goto(shop.at('payouts'));
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
  expect(await orders()).toBe(0);
});

test('a payout below the threshold goes straight out, and pressed twice is sent once', async ({
  mint,
  page,
  stack,
}) => {
  const shop = await withPolicy(await mint({ roles: ['finance'] }));
  await signIn(page, shop.person('finance'));
  await page.goto(shop.at('payouts/new'));
  await page.getByRole('button', { name: 'Review payout' }).click();
  await expect(page.getByText('Enter a Kenyan mobile number')).toBeVisible();
  await page.getByLabel('Recipient phone').fill('0712345678');
  await page.getByLabel('Amount').fill('200,000');
  await expect(page.getByText('Enter an amount of at most KES 150,000.')).toBeVisible();
  await page.getByRole('button', { name: 'Review payout' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.getByLabel('Amount').fill('4,999');
  await expect(page.getByText('Send KES 4,999 to 0712 345 678')).toBeVisible();
  await page.getByRole('button', { name: 'Review payout' }).click();
  const dialog = page.getByRole('alertdialog');
  const send = dialog.getByRole('button', { name: 'Send KES 4,999' });
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Type 4,999 to confirm').fill('KES 4,999');
  await expectNoSeriousAxe(page);
  await send.dblclick();
  await expect(page.getByText('KES 4,999 has arrived')).toBeVisible();
  await expect(page.getByText(receipt)).toBeVisible();
  expect(await stack.ctx.db.prisma.disbursement.count({ where: { applicationId: shop.applicationId } })).toBe(1);

  await page.getByRole('link', { name: 'Open the payout or refund' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payout of KES 4,999' })).toBeVisible();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline).toContainText('Sent to M-PESA');
  await expect(timeline).toContainText('Succeeded');
  await expectNoSeriousAxe(page);
});

test('without an initiator nobody fills in a form for nothing', async ({ mint, page }) => {
  const shop = await mint({ initiator: false });
  await signIn(page, shop.owner);
  await page.goto(shop.at('payouts/new'));
  await expect(page.getByText('Payouts are not set up yet')).toBeVisible();
  await expect(page.getByLabel('Amount')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Set credentials' })).toHaveAttribute(
    'href',
    shop.at('settings/credentials'),
  );
  await expectNoSeriousAxe(page);
});

test('a payout that M-PESA does not carry out says why, and can be made again', async ({ mint, page }) => {
  const shop = await mint({ roles: ['finance'] });
  await signIn(page, shop.person('finance'));
  // The simulator answers this amount with: balance too low.
  await askForPayout(page, shop, 70_001);
  const failure = page.getByRole('alert').filter({ hasText: /balance|float/i });
  await expect(failure).toBeVisible();
  await failure.getByRole('link', { name: 'Open the payout or refund' }).click();
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Failed');
  await page.getByRole('link', { name: 'New payout with these details' }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('70001');
  await expect(page.getByText('Send KES 70,001 to 0712 345 678')).toBeVisible();
});

test('a payout above the threshold leaves when a second person has approved it', async ({
  mint,
  page,
  pageOf,
  mailTo,
}) => {
  const shop = await withPolicy(await mint({ roles: ['finance'] }));
  await signIn(page, shop.person('finance'));
  await askForPayout(page, shop, 5_000, 'Fridge repair');
  await expect(page.getByText('Waiting for another person to approve')).toBeVisible();
  const mail = await mailTo(shop.owner.email, { subject: /Approval needed: Send KES 5,000/ });
  expect(mail.text).toContain('Fridge repair');
  expect(mail.text).not.toContain('712345678');

  await page.getByRole('link', { name: 'Open the request' }).click();
  await expect(page.getByText('You requested this, so another person must decide')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const approver = await pageOf(shop.owner);
  await approver.goto(shop.at('payouts'));
  const waiting = approver.getByRole('table', { name: 'Waiting for approval' });
  await expect(waiting.getByRole('row', { name: /KES 5,000/ })).toContainText('0712…678');
  await approver.goto(shop.at('approvals'));
  const row = approver.getByRole('table', { name: 'Waiting for a decision' }).getByRole('row', { name: /KES 5,000/ });
  await expect(row).toContainText('Fridge repair');
  await approver.goto(mail.links[0] ?? '');
  await expect(approver).toHaveURL(new RegExp(`${shop.at('approvals')}/[0-9a-f-]{36}$`));
  await expect(approver.getByRole('heading', { level: 1 })).toContainText('Send KES 5,000 to 0712345678');
  await expect(approver.getByText(/^Your policy requires approval from KES/)).toBeVisible();
  await expect(approver.getByText('None in the last 90 days')).toBeVisible();
  await expectNoSeriousAxe(approver);
  await approver.getByRole('button', { name: 'Approve' }).click();
  await approver.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(approver.getByText('KES 5,000 has arrived')).toBeVisible();

  // Who asked sees it without reloading.
  await expect(page.getByText('KES 5,000 has arrived')).toBeVisible();
  await expect(page.getByText(receipt)).toBeVisible();
  await page.goto(shop.at('payouts'));
  await expect(page.getByRole('row', { name: /KES 5,000/ })).toContainText('Succeeded');
});

test('a recipient is saved under a name, found by it, shown to whoever approves, and removed', async ({
  mint,
  page,
  pageOf,
  tolerate,
}) => {
  tolerate(/status of 422/);
  const shop = await withPolicy(await mint({ roles: ['finance'] }));
  await signIn(page, shop.person('finance'));
  await page.goto(shop.at('payouts/new'));
  const phone = page.getByLabel('Recipient phone');
  const recipients = page.getByRole('combobox', { name: 'Saved recipient' });
  await expect(phone).toBeVisible();
  await expect(recipients).toHaveCount(0);
  const save = async (number: string, name: string) => {
    await phone.fill(number);
    await page.getByRole('button', { name: 'Save this recipient' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Save recipient' }).click();
    return dialog;
  };
  await expect(await save('0712 345 678', 'Wanjiku Stores')).toBeHidden();
  await expect(page.getByText('Saved as Wanjiku Stores.')).toBeVisible();
  const dialog = await save('0110 000 001', 'wanjiku  stores');
  await expect(dialog.getByText('Another saved recipient has this name.')).toBeVisible();
  await page.keyboard.press('Escape');
  // The dialog hands the focus back a moment after it is gone; a list that was opened before would close again.
  await expect(page.getByRole('button', { name: 'Save this recipient' })).toBeFocused();

  await recipients.fill('wanj');
  await page.getByRole('option', { name: /Wanjiku Stores/ }).click();
  await expect(phone).toHaveValue('0712 345 678');
  await page.getByLabel('Amount').fill('5000');
  await expect(page.getByText('Send KES 5,000 to Wanjiku Stores, 0712 345 678')).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.getByRole('button', { name: 'Review payout' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Send KES 5,000 to Wanjiku Stores, 0712 345 678' });
  await confirmation.getByLabel('Type 5,000 to confirm').fill('5,000');
  await confirmation.getByRole('button', { name: 'Request approval' }).click();
  await expect(page.getByText('Waiting for another person to approve')).toBeVisible();

  const approver = await pageOf(shop.owner);
  await approver.goto(shop.at('approvals'));
  await approver.getByRole('table', { name: 'Waiting for a decision' }).getByRole('link').click();
  await expect(approver.getByText(/^Saved as Wanjiku Stores since/)).toBeVisible();

  await page.goto(shop.at('payouts/new'));
  await phone.fill('0712345678');
  await page.getByRole('button', { name: 'Remove' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Remove Wanjiku Stores from the saved recipients?' });
  await asked.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Saved as')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save this recipient' })).toBeVisible();
});

test('an approval works with the keyboard alone, and asks again who it is', async ({
  mint,
  page,
  pageOf,
  stack,
  tolerate,
}) => {
  tolerate(/status of 403/);
  const shop = await withPolicy(await mint({ roles: ['finance', 'admin'] }));
  const requester = await pageOf(shop.person('finance'));
  await askForPayout(requester, shop, 6_000);
  await expect(requester.getByText('Waiting for another person to approve')).toBeVisible();

  const admin = shop.person('admin');
  await signIn(page, admin);
  await stack.ctx.db.prisma.session.updateMany({
    where: { user: { email: admin.email } },
    data: { authenticatedAt: new Date(Date.now() - 60 * 60_000) },
  });
  await page.goto(shop.at('approvals'));
  const link = page.getByRole('table', { name: 'Waiting for a decision' }).getByRole('link');
  await expect(link).toBeVisible();
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('KES 6,000');
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  const dialog = page.getByRole('alertdialog', { name: 'Approve this request?' });
  // The page shows before its code runs, and a key that comes before is not heard.
  await expect(async () => {
    await page.keyboard.press('a');
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: conditionMs });
  await dialog.getByLabel('Note for the requester').focus();
  await page.keyboard.type('Fine');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Approve' })).toBeFocused();
  await page.keyboard.press('Enter');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await page.keyboard.type(admin.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('KES 6,000 has arrived')).toBeVisible();
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Fine');
});

test('a rejected payout is not sent, and who asked reads why', async ({ mint, page, pageOf, stack }) => {
  const shop = await withPolicy(await mint({ roles: ['finance'] }));
  await signIn(page, shop.person('finance'));
  await askForPayout(page, shop, 7_000);
  await expect(page.getByText('Waiting for another person to approve')).toBeVisible();

  const approver = await pageOf(shop.owner);
  await approver.goto(shop.at('approvals'));
  await approver.getByRole('table', { name: 'Waiting for a decision' }).getByRole('link').click();
  await approver.getByRole('button', { name: 'Reject' }).click();
  const dialog = approver.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Reject' })).toBeDisabled();
  await dialog.getByLabel('Reason').fill('Not without an invoice');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(approver.getByText('Rejected', { exact: true })).toBeVisible();

  await expect(page.getByText(/^Rejected by /)).toBeVisible();
  await expect(page.getByText('Not without an invoice')).toBeVisible();
  expect(await stack.ctx.db.prisma.disbursement.count({ where: { applicationId: shop.applicationId } })).toBe(0);
  await approver.goto(shop.at('approvals'));
  await expect(approver.getByText('No requests are waiting for a decision')).toBeVisible();
});

test('the requester can withdraw the request', async ({ mint, page }) => {
  const shop = await withPolicy(await mint({ roles: ['finance'] }));
  await signIn(page, shop.person('finance'));
  await askForPayout(page, shop, 8_000);
  await page.getByRole('link', { name: 'Open the request' }).click();
  await page.getByRole('button', { name: 'Withdraw request' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw request' }).click();
  await expect(page.getByText('The request was withdrawn. Nothing was sent.')).toBeVisible();
});

test('support asks for a refund, which goes to Approvals at any amount', async ({ mint, page, pageOf }) => {
  const shop = await withPolicy(await mint({ roles: ['support', 'finance'] }));
  const { body } = await shop.api('POST', '/collect', { amount: 20, phone: '254712345678' });
  const { paymentId } = body as { paymentId: string };
  await expect
    .poll(async () => (await shop.api('GET', `/status/${paymentId}`)).body)
    .toMatchObject({ status: 'success' });
  await signIn(page, shop.person('support'));
  await page.goto(shop.at(`payments/${paymentId}`));
  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Refund KES 20?' });
  await expect(dialog).toContainText('once another person approves it');
  await dialog.getByLabel('Reason').fill('Paid twice');
  await dialog.getByLabel('Type 20 to confirm').fill('20');
  await dialog.getByRole('button', { name: 'Request approval' }).click();
  await expect(page.getByRole('dialog')).toContainText('Waiting for');

  const finance = await pageOf(shop.person('finance'));
  await finance.goto(shop.at('approvals'));
  await finance
    .getByRole('link', { name: /KES 20/ })
    .first()
    .click();
  await finance.getByRole('button', { name: 'Approve', exact: true }).click();
  await finance.getByRole('alertdialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(finance.getByText('KES 20 was refunded')).toBeVisible();
});

test('a payment is refunded from its page, and cannot be refunded twice', async ({ mint, page }) => {
  const shop = await withPolicy(await mint({ roles: ['finance'] }));
  const { body } = await shop.api('POST', '/collect', { amount: 150, phone: '254712345678' });
  const { paymentId } = body as { paymentId: string };
  await expect
    .poll(async () => (await shop.api('GET', `/status/${paymentId}`)).body)
    .toMatchObject({ status: 'success' });
  await signIn(page, shop.person('finance'));
  await page.goto(shop.at(`payments/${paymentId}`));
  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Refund KES 150?' });
  await dialog.getByLabel('Reason').fill('Goods returned');
  await dialog.getByLabel('Type 150 to confirm').fill('150');
  await dialog.getByRole('button', { name: 'Refund KES 150' }).click();
  await expect(page.getByText('KES 150 was refunded')).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'Open the payout or refund' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Refund of KES 150' })).toBeVisible();
  await expect(page.getByText('Goods returned').first()).toBeVisible();

  await page.goto(shop.at(`payments/${paymentId}`));
  await expect(page.getByText('Net KES 0 after refunds of KES 150')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0);
  await expect(page.getByRole('main').locator('[data-slot="badge"]').first()).toHaveText('Refunded');
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Refund');
  await page.goto(shop.at(''));
  const recent = page.getByRole('table', { name: 'The latest payments' }).getByRole('row', { name: /KES 150/ });
  await expect(recent).toContainText('Refunded');
  await expect(recent).not.toContainText('Paid');
});

test('the policy says who could approve, and warns when nobody could', async ({ mint, page }) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('settings/policy'));
  await page.getByRole('switch', { name: 'Payouts need approval', exact: true }).check();
  await expect(page.getByText('Nobody else can approve your requests')).toBeVisible();
  await page.getByLabel('From this amount').fill('2,500');
  await expect(page.getByText('Payouts of KES 2,500 or more need approval.')).toBeVisible();
  await page.getByRole('button', { name: 'Save policy' }).click();
  await expect(page.getByText('The policy was saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('From this amount')).toHaveValue('2,500');
  await page.goto(shop.at('payouts/new'));
  await page.getByLabel('Amount').fill('2500');
  await expect(page.getByText('Payouts of KES 2,500 or more need approval from another person')).toBeVisible();
});

test('a transaction and the balances are asked about, and the answers are readable', async ({ mint, page }) => {
  const shop = await mint({ roles: ['support'] });
  await signIn(page, shop.person('support'));
  await page.goto(shop.at('inquiries'));
  await page.getByRole('button', { name: 'Check balances' }).click();
  const sheet = page.getByRole('dialog', { name: 'Account balance' });
  await expect(sheet.getByText('Working Account', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('region', { name: 'Response from M-PESA' })).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /Account balance/ })).toContainText('Answered');
});

test('offline payments are registered, and rules are tried before they are saved', async ({ mint, page, tolerate }) => {
  tolerate(/status of 422/);
  const shop = await mint({ roles: ['developer'] });
  await signIn(page, shop.person('developer'));
  await page.goto(shop.at('offline'));
  const standing = page.getByRole('region', { name: 'How offline payments stand' });
  await expect(standing.getByText('Not registered', { exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings of offline payments' })).toBeVisible();
  await page.getByRole('button', { name: 'Register with M-PESA' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Registered', { exact: true })).toBeVisible();

  const missed = page.getByRole('region', { name: 'Missed confirmations' });
  const dialog = page.getByRole('alertdialog');
  await missed.getByRole('button', { name: 'Recover missed confirmations' }).click();
  await expect(dialog.getByRole('button', { name: 'Register' })).toBeDisabled();
  await dialog.getByLabel('Business phone number').fill('0722 000 000');
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect(missed.getByText('On', { exact: true })).toBeVisible();
  await missed.getByRole('button', { name: 'Stop recovering' }).click();
  await dialog.getByRole('button', { name: 'Stop recovering' }).click();
  await expect(missed.getByText('Off', { exact: true })).toBeVisible();

  await page.getByLabel('Reference pattern').fill('INV-[0-9]{4}');
  await page.getByLabel('Reference', { exact: true }).fill('INV-12');
  await page.getByRole('button', { name: 'Test payment' }).click();
  await expect(page.getByText('This payment would be refused because of its reference.')).toBeVisible();
  await page.getByLabel('Reference', { exact: true }).fill('inv-1234');
  await page.getByRole('button', { name: 'Test payment' }).click();
  await expect(page.getByText('This payment would be accepted.')).toBeVisible();
  await page.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByText('The rules were saved')).toBeVisible();
  await page.getByLabel('Minimum amount').fill('100');
  await page.getByLabel('Maximum amount').fill('10');
  await page.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByText(/must not be below the minimum amount/)).toBeVisible();

  const { body } = await shop.api('POST', '/c2b-register', {});
  const confirmation = {
    TransID: `T${shop.shortcode}`.padEnd(10, '0'),
    TransAmount: '250.00',
    BillRefNumber: 'INV-1234',
    MSISDN: '',
  };
  const posted = await fetch(String(body.confirmationUrl), {
    method: 'POST',
    body: JSON.stringify({ ...confirmation, BusinessShortCode: shop.shortcode, OrgAccountBalance: '250.00' }),
  });
  expect(posted.status).toBe(200);
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Offline payments' }).click();
  await expect(standing.getByText('Registered', { exact: true })).toBeVisible();
  await expect(standing).toContainText('KES 250 · INV-1234');
  await expectNoSeriousAxe(page);
  await page
    .getByRole('table', { name: 'Latest offline payments' })
    .getByRole('row', { name: /KES 250/ })
    .getByRole('link')
    .click();
  await page.getByRole('link', { name: /^Callbacks/ }).click();
  await expect(page.getByRole('region', { name: 'Raw callback' })).toContainText(confirmation.TransID);
});
