import { changeMemberRole } from '@tillgate/domain/members';
import { setPolicy } from '@tillgate/domain/orders';
import { authorityOf } from '@tillgate/domain/organizations';
import { expect, test } from './support/test.ts';

test('a new role is confirmed by another owner or admin, not by who gave it', async ({ mint, pageOf, stack }) => {
  const shop = await mint({ roles: ['admin', 'support'] });
  const support = shop.person('support');
  const actor = `user:${shop.owner.userId}`;
  const owner = { ...stack.ctx, actor, person: { userId: shop.owner.userId, sessionId: '' } };
  const change = { organizationId: shop.organizationId, userId: support.userId, role: 'finance' as const };
  await changeMemberRole({ ...owner, authority: authorityOf('owner') }, change);

  const page = await pageOf(shop.owner);
  await page.goto(shop.at('settings/members'));
  await expect(page.getByText('New. Approves money from')).toBeVisible();
  await page.getByRole('button', { name: `Actions for ${support.email}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Change role' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Confirm' })).toHaveCount(0);

  const admin = await pageOf(shop.person('admin'));
  await admin.goto(shop.at('settings/members'));
  await admin.getByRole('button', { name: `Actions for ${support.email}` }).click();
  await admin.getByRole('menuitem', { name: 'Confirm' }).click();
  await admin
    .getByRole('alertdialog')
    .or(admin.getByRole('dialog'))
    .getByRole('button', { name: 'Confirm member' })
    .click();
  await expect(admin.getByText(`${support.email} is confirmed.`)).toBeVisible();
  await expect(admin.getByText('New. Approves money from')).toHaveCount(0);
});

test('a production key that pays out waits, and moves money once another person has approved it', async ({
  mint,
  pageOf,
  stack,
}) => {
  const shop = await mint({ roles: ['admin'] });
  const tenant = { applicationId: shop.applicationId, environment: 'production' as const };
  await setPolicy({ ...stack.ctx, tenant }, { payoutFrom: 1_000 });
  const keys = shop.at('developers/keys').replace('/sandbox/', '/production/');
  const page = await pageOf(shop.owner);
  await page.goto(keys);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Payroll');
  await dialog.getByText('Pay out', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('This key moves no money until another owner or admin approves it')).toBeVisible();
  await dialog.getByText('I have stored the key').click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('link', { name: 'Cannot move money until approved' })).toBeVisible();

  const admin = await pageOf(shop.person('admin'));
  await admin.goto(keys);
  await admin.getByRole('link', { name: 'Cannot move money until approved' }).click();
  await expect(admin.getByRole('heading', { level: 1 })).toContainText('Let the API key Payroll');
  await admin.getByRole('button', { name: 'Approve' }).click();
  await admin.getByRole('alertdialog').or(admin.getByRole('dialog')).getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText('Completed').first()).toBeVisible();
  await admin.goto(keys);
  await expect(admin.getByText('Payroll')).toBeVisible();
  await expect(admin.getByText('Moves no money')).toHaveCount(0);
});

test('a page acts for whom it shows: after another person has signed in, it changes nothing', async ({
  mint,
  pageOf,
  tolerate,
}) => {
  tolerate(/status of 403/);
  const shop = await mint({ roles: ['finance'] });
  const ben = shop.person('finance');
  const page = await pageOf(shop.owner);
  await page.goto('/account');
  await page.getByRole('textbox', { name: 'Name' }).fill('Anne Atieno');
  // In another tab of this browser, somebody else signs in.
  const cookies = await (await pageOf(ben)).context().cookies();
  await page.context().addCookies(cookies);
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText(`You are now signed in as ${ben.email}. Reload this page.`)).toBeVisible();
});
