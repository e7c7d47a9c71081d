import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

test('an owner sets an account at a second network, tries it, changes it, and makes it the default', async ({
  mint,
  page,
  tolerate,
}) => {
  // What is wrong is refused.
  tolerate(/status of 422/);
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('settings/credentials'));
  await expect(page.getByRole('heading', { level: 1, name: 'M-PESA credentials' })).toBeVisible();
  await page.getByRole('button', { name: 'Set up Airtel Money' }).press('Enter');

  // The keyboard goes on in the form.
  const form = page.getByRole('form').or(page.locator('form')).filter({ hasText: 'Save account' });
  const number = form.getByLabel('Merchant number');
  await expect(number).toBeFocused();
  await expect(page.getByText('The callback address appears here')).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.keyboard.type('45');
  await form.getByLabel('Client ID').fill('my-client');
  await form.getByLabel('Client secret').fill('my-secret');
  await form.getByLabel('Wallet PIN').fill('4711');
  await form.getByLabel('Client secret').press('Enter');

  // What is wrong stands at its field, and what was typed stays.
  await expect(number).toHaveAccessibleDescription(/3 to 20 letters and digits/);
  await expect(form.getByText('Fill in this field too: PIN encryption key. Wallet PIN does not work')).toBeVisible();
  await expect(form.getByLabel('Client ID')).toHaveValue('my-client');
  await expect(form.getByLabel('Client secret')).toHaveValue('my-secret');
  await expectNoSeriousAxe(page);
  await number.fill('450123');
  await form.getByLabel('Wallet PIN').fill('');
  await form.getByLabel('Callback key').fill('my-callback-key');
  await form.getByRole('button', { name: 'Save account' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Credentials', exact: true })).toBeVisible();
  const airtel = page.getByRole('region', { name: 'Airtel Money', exact: true });
  await expect(airtel.getByRole('heading', { name: 'Change the Airtel Money account' })).toBeVisible();
  await expect(airtel).toContainText('450123');
  await expect(airtel).toContainText('Olive Owner');
  await expect(airtel.getByText(/\/functions\/v1\/rail-hook\/[0-9a-f]{64}$/)).toBeVisible();
  await expect(form.getByLabel('Client secret')).toHaveValue('');
  await expectNoSeriousAxe(page);

  await airtel.getByRole('button', { name: 'Verify access' }).click();
  await expect(airtel.getByText('Works')).toBeVisible();

  await form.getByLabel('Remove: Callback key').check();
  await expect(form.getByLabel(/^Callback key/)).toBeDisabled();
  await form.getByRole('button', { name: 'Save account' }).click();
  await expect(form.getByLabel('Remove: Callback key')).toHaveCount(0);

  const networks = page.getByRole('listitem').filter({ hasText: '450123' });
  await networks.getByRole('button', { name: 'Make Airtel Money the default' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make default' }).click();
  await expect(networks).toContainText('Default');
  await expect(page.getByRole('button', { name: 'Make M-PESA the default' })).toBeVisible();
});

test('who may only read credentials sees what is set, and no form', async ({ mint, page }) => {
  const shop = await mint({ roles: ['developer', 'support'] });
  await signIn(page, shop.person('developer'));
  await page.goto(shop.at('settings/credentials'));
  await expect(page.getByText('Not set up')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up Airtel Money' })).toHaveCount(0);
});
