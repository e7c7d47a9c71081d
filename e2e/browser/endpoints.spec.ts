import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

test('an endpoint that answers 500 is seen failing, mended, and sent to again', async ({ mint, page, receiver }) => {
  const shop = await mint();
  receiver.answer(500);
  await signIn(page, shop.owner);
  await page.goto(shop.at('developers/endpoints'));
  await expect(page.getByText('No webhook endpoints yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(dialog.getByRole('group', { name: 'Signing secret' })).toContainText('whsec_');
  await dialog.getByLabel('I have stored the secret').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { level: 1, name: receiver.url })).toBeVisible();

  const { status } = await shop.api('POST', '/collect', { amount: 70000, phone: '254712345678' });
  expect(status).toBe(202);
  await receiver.waitFor('payment.success');

  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  const row = page.getByRole('row', { name: /payment\.success/ });
  await expect(row).toContainText('500');
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'payment.success' })).toBeVisible();
  const attempts = page.getByRole('group').filter({ hasText: 'Attempt 1' });
  await expect(attempts).toContainText('500');
  await expect(page.getByRole('region', { name: 'Event body' })).toContainText('"type": "payment.success"');
  await expectNoSeriousAxe(page);

  receiver.answer(200);
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Attempt \d+$/).first()).toBeVisible();

  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: receiver.url }).click();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('Healthy')).toBeVisible();
});

test('a test event goes out, signed and marked, and its delivery is shown', async ({ mint, page, receiver }) => {
  const shop = await mint({ roles: ['developer'] });
  await signIn(page, shop.person('developer'));
  await page.goto(shop.at('developers/endpoints'));
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await dialog.getByLabel('I have stored the secret').check();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByRole('dialog').getByLabel('Event').selectOption('payout.result');
  await page.getByRole('dialog').getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'payout.result' })).toBeVisible();
  await receiver.waitFor('payout.result');
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible();
});

test('an extra event is chosen by name, and those of the contract stay chosen', async ({ mint, page, receiver }) => {
  const shop = await mint({ roles: ['developer'] });
  await signIn(page, shop.person('developer'));
  await page.goto(shop.at('developers/endpoints'));
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill(receiver.url);
  const all = dialog.getByLabel('All events but the extra ones');
  await expect(all).toBeChecked();
  await expect(dialog.getByLabel('link.paid')).not.toBeChecked();
  await dialog.getByLabel('link.paid').check();
  await expect(all).not.toBeChecked();
  await expect(dialog.getByLabel('payment.success')).toBeChecked();
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await dialog.getByLabel('I have stored the secret').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('admin.account_balance, link.paid')).toBeVisible();
});

test('a secret is rotated in steps: the next one is shown, waits, and is activated', async ({
  mint,
  page,
  receiver,
}) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('developers/endpoints'));
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await dialog.getByLabel('I have stored the secret').check();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rotate secret…' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  await expect(dialog.getByRole('group', { name: 'Signing secret' })).toContainText('whsec_');
  await dialog.getByLabel('I have stored the secret').check();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await expect(page.getByText('A new signing secret is ready to activate')).toBeVisible();
  await page.getByRole('button', { name: 'Activate new secret' }).click();
  await expectNoSeriousAxe(page);
  await page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Activate secret' }).click();
  await expect(page.getByText('The new secret is active')).toBeVisible();
  await expect(page.getByText('A new signing secret is ready to activate')).toBeHidden();
});

test('an address that is not allowed is refused at its field', async ({ mint, page, tolerate }) => {
  tolerate(/status of 422/);
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('developers/endpoints'));
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('http://169.254.169.254/latest');
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(dialog.getByText('The URL must start with https://.')).toBeVisible();
});
