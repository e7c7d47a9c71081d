import { insertDecisions, listRules } from '@tillgate/domain/guards';
import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

test('a rule is tried, added, changed, and its decisions are listed', async ({ mint, page, stack }) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('settings/guard'));
  await expect(page.getByText('No rules yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('What it looks at').selectOption({ label: 'Largest first prompt' });
  await expect(dialog.getByRole('button', { name: 'Save rule' })).toBeDisabled();
  await dialog.getByLabel('Largest amount').fill('200,000');
  await expect(dialog.getByText('Enter a whole number from 1 to 150,000.')).toBeVisible();
  await dialog.getByLabel('Largest amount').fill('5,000');
  await dialog.getByRole('button', { name: 'Try it' }).click();
  await expect(dialog.getByText('None of 0 prompts would have been stopped')).toBeVisible();
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByText('The rule was saved')).toBeVisible();
  const row = page.getByRole('row', { name: /Largest first prompt/ });
  await expect(row).toContainText('At most KES 5,000 from a phone that has never paid this application');
  await expect(row).toContainText('Only records');

  await row.getByRole('button', { name: 'Change' }).click();
  await dialog.getByText('Refuses', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(row).toContainText('Refuses');

  const tenant = { applicationId: shop.applicationId, environment: 'sandbox' as const };
  const [rule] = await listRules(stack.ctx.db.pool, tenant);
  if (!rule) throw new Error('The rule is not stored.');
  const nothingSent = { paymentId: null, disbursementId: null, phoneHash: null };
  await insertDecisions(stack.ctx.db.pool, [{ ...tenant, rule, ...nothingSent, amount: 6_000, at: new Date() }]);
  await page.reload();
  await expect(row).toContainText('1 time');
  await page.getByRole('link', { name: 'Decisions' }).click();
  await expect(page.getByRole('row', { name: /Largest first prompt/ })).toContainText('KES 6,000');
  await expect(page.getByText('Not sent')).toBeVisible();
  await expectNoSeriousAxe(page);
});

test('what stops less waits for another owner or admin', async ({ mint, pageOf, stack }) => {
  const shop = await mint({ roles: ['admin'] });
  const page = await pageOf(shop.owner);
  await page.goto(shop.at('settings/guard'));
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('What it looks at').selectOption({ label: 'The same payout again' });
  await dialog.getByText('Asks a second person', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The change is waiting for approval from another owner or admin')).toBeVisible();
  await expect(page.getByText('These changes have not taken effect yet.')).toBeVisible();

  const admin = await pageOf(shop.person('admin'));
  await admin.goto(shop.at('settings/guard'));
  await admin.getByRole('link', { name: 'Open the request' }).click();
  await expect(admin.getByText('The rule is removed')).toBeVisible();
  await admin.getByRole('button', { name: 'Approve' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  const tenant = { applicationId: shop.applicationId, environment: 'sandbox' as const };
  await expect.poll(() => listRules(stack.ctx.db.pool, tenant)).toEqual([]);
});
