import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sweepDayMails } from '@tillgate/domain/closing';
import { sweepFloat } from '@tillgate/domain/float';
import type { Stack } from './support/stack.ts';
import { expect, expectNoSeriousAxe, type Shop, signIn, test } from './support/test.ts';

/** A business day that has ended, whatever the time is. */
const moment = new Date(Date.now() - 3 * 86_400_000);
const day = new Date(moment.getTime() + 3 * 3_600_000).toISOString().slice(0, 10);

/** A payment of the day, as an earlier day has left it. */
async function payOnTheDay(stack: Stack, shop: Shop, amount: number, isPaid = true): Promise<void> {
  const result = isPaid ? { settledAt: moment, settledBy: 'callback' as const, resultCode: '0' } : {};
  await stack.ctx.db.prisma.payment.create({
    data: {
      id: crypto.randomUUID(),
      applicationId: shop.applicationId,
      environment: 'sandbox',
      source: 'stk',
      status: isPaid ? 'success' : 'pending',
      amount,
      requestedAmount: amount,
      phone: '254712345678',
      accountRef: 'INV-1',
      description: 'Payment',
      shortcode: shop.shortcode,
      createdAt: moment,
      callbackToken: randomBytes(32).toString('hex'),
      ...result,
    },
  });
}

test('finance signs off a day, sees that it changed later, and signs it off again', async ({ mint, page, stack }) => {
  const shop = await mint({ roles: ['finance'] });
  await payOnTheDay(stack, shop, 1_200);
  await signIn(page, shop.person('finance'));
  await page.goto(shop.at('days'));
  await expect(page.getByRole('heading', { level: 1, name: 'Close of day' })).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.locator(`a[href$="/days/${day}"]`).click();
  await page.waitForURL(`**/days/${day}`);
  await expect(page.getByText('Not signed off')).toBeVisible();
  await expect(page.getByText('1 payment · KES 1,200')).toBeVisible();

  await page.getByRole('button', { name: 'Sign off' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('KES 1,200');
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: 'Sign off' }).click();
  await expect(page.getByText('Signed off', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sign-offs' })).toContainText('Sign-off 1');
  await expect(page.getByRole('button', { name: /^Sign off/ })).toHaveCount(0);

  await payOnTheDay(stack, shop, 300);
  await page.reload();
  await expect(page.getByRole('paragraph').filter({ hasText: 'This day changed after sign-off' })).toBeVisible();
  const change = page.getByRole('row', { name: /^Collected/ });
  await expect(change).toHaveText('CollectedKES 1,200KES 1,500');
  await expectNoSeriousAxe(page);
  await page.getByRole('button', { name: 'Sign off again' }).click();
  await dialog.getByRole('button', { name: 'Sign off' }).click();
  await expect(page.getByText('Changed since sign-off')).toHaveCount(0);
  const signOffs = page.getByRole('list', { name: 'Sign-offs' }).getByRole('listitem');
  await expect(signOffs).toHaveCount(2);
  await expect(signOffs.first()).toContainText('Net KES 1,500');
  await expect(signOffs.last()).toContainText('Net KES 1,200');

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PDF' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`tillgate-day-${day}-sandbox.pdf`);
  const file = await readFile(await download.path());
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');

  const paper = await page.pdf({ format: 'A4' });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('what is open leads to it, and needs a note to be signed off', async ({ mint, page, stack }) => {
  const shop = await mint();
  await payOnTheDay(stack, shop, 700, false);
  await signIn(page, shop.owner);
  await page.goto(shop.at(`days/${day}`));
  const link = page.getByRole('link', { name: '1 pending payment' });
  await expect(link).toHaveAttribute('href', shop.at(`payments?status=pending&from=${day}&to=${day}`));
  await page.getByRole('button', { name: 'Sign off' }).click();
  const dialog = page.getByRole('alertdialog');
  const confirm = dialog.getByRole('button', { name: 'Sign off' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Note').fill('The customer has gone.');
  await confirm.click();
  await expect(page.getByRole('list', { name: 'Sign-offs' })).toContainText('The customer has gone.');
});

test('a day that has not ended cannot be signed off, and support sees no figures', async ({ mint, page, tolerate }) => {
  tolerate(/status of 403/);
  const shop = await mint({ roles: ['support'] });
  const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  await signIn(page, shop.person('support'));
  await page.goto(shop.at('days'));
  await expect(page.getByText('You do not have access')).toBeVisible();
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signIn(page, shop.owner);
  await page.goto(shop.at(`days/${today}`));
  await expect(page.getByText('This day is still in progress')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign off' })).toHaveCount(0);
});

test('finance has itself told when an account gets low', async ({ mint, mailTo, page, stack }) => {
  const shop = await mint({ roles: ['finance', 'support'] });
  await signIn(page, shop.person('finance'));
  await page.goto(shop.at('float'));
  await expect(page.getByText('No balances yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Request balance' })).toBeVisible();
  await expectNoSeriousAxe(page);

  const { body } = await shop.api('POST', '/account-balance', {});
  await expect
    .poll(async () => (await shop.api('GET', `/inquiries/${body.queryId}`)).body.status, 'the balance')
    .toBe('answered');
  await page.reload();
  const utility = page.getByRole('region', { name: 'Utility Account' });
  await expect(utility).toContainText('None. Nobody is alerted when the balance is low.');
  await utility.getByRole('button', { name: 'Set threshold' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Save threshold' })).toBeDisabled();
  await dialog.getByLabel('Threshold').fill('900,000,000');
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: 'Save threshold' }).click();
  await expect(utility).toContainText('KES 900,000,000');
  await sweepFloat({ ...stack.ctx, dashboardUrl: stack.webUrl });
  const { text } = await mailTo(shop.person('finance').email, { subject: /^Low balance/ });
  expect(text).toContain('Threshold: KES 900,000,000.00');
  await page.goto(shop.at('float'));
  await expect(utility.getByText('Below threshold')).toBeVisible();
  await expectNoSeriousAxe(page);
  await utility.getByRole('button', { name: 'Remove threshold' }).click();
  await dialog.getByRole('button', { name: 'Remove threshold' }).click();
  await expect(utility).toContainText('None. Nobody is alerted when the balance is low.');
});

test('the float page says why a balance fell, and leads to the payouts behind it', async ({ mint, page }) => {
  const shop = await mint({ roles: ['finance'] });
  const askBalance = async () => {
    const { body } = await shop.api('POST', '/account-balance', {});
    await expect
      .poll(async () => (await shop.api('GET', `/inquiries/${body.queryId}`)).body.status, 'the balance')
      .toBe('answered');
  };
  await askBalance();
  const { body } = await shop.api('POST', '/payout', { amount: 50, phone: '254712345678' });
  await expect
    .poll(async () => (await shop.api('GET', `/disbursements/${body.disbursementId}`)).body.status, 'the payout')
    .toBe('success');
  await askBalance();

  await signIn(page, shop.person('finance'));
  await page.goto(shop.at('float'));
  const utility = page.getByRole('region', { name: 'Utility Account' });
  await expect(page.getByRole('region', { name: /Account$/ }).first()).toHaveAccessibleName('Utility Account');
  const change = utility.getByRole('group', { name: 'Why the balance changed' });
  await expect(change.getByText('KES 50 less than before.')).toBeVisible();
  await expect(change.getByText('KES 0', { exact: true }).last()).toBeVisible();
  await expectNoSeriousAxe(page);
  await change.getByRole('link', { name: '1 payout, KES 50: show the list' }).click();
  await expect(page).toHaveURL(/\/payouts\?kind=payout&status=success&clock=moved/);
  await expect(page.getByRole('row', { name: /KES 50/ })).toHaveCount(1);
});

test('finance gets each day by mail with its PDF, and stops it', async ({ mint, mailTo, page, stack }) => {
  const shop = await mint({ roles: ['finance', 'support'] });
  const { email } = shop.person('finance');
  await signIn(page, shop.person('finance'));
  await page.goto(shop.at('days'));
  await page.getByRole('button', { name: 'Daily email', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a daily email' });
  await expect(dialog.getByText(email)).toBeVisible();
  await expect(dialog.getByText(shop.person('support').email)).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByLabel('Time in Nairobi').selectOption('09:00');
  await dialog.getByRole('group', { name: 'Members' }).getByRole('checkbox', { name: email }).check();
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const button = page.getByRole('button', { name: 'Daily email · 09:00' });
  await expect(button).toBeVisible();

  // The email of the day before is due, whatever the time is.
  const { applicationId } = shop;
  const { dayMail } = stack.ctx.db.prisma;
  const { nextAt } = await dayMail.findFirstOrThrow({ where: { applicationId } });
  await dayMail.updateMany({ where: { applicationId }, data: { nextAt: new Date(nextAt.getTime() - 86_400_000) } });
  await sweepDayMails({ ...stack.ctx, dashboardUrl: stack.webUrl });
  const { text } = await mailTo(email, { subject: /^Close of day/ });
  expect(text).toContain('Collected: KES 0.00 in 0 payments');
  const link = /\S+\/days\/\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByText('Not signed off')).toBeVisible();

  await page.goto(shop.at('days'));
  await button.click();
  await dialog.getByRole('button', { name: 'Stop daily email' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop daily email' }).click();
  await expect(page.getByRole('button', { name: 'Daily email', exact: true })).toBeVisible();
});
