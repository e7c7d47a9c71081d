import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

test('finance makes a reporting token, reads with it, and revokes it', async ({ mint, page, stack }) => {
  const shop = await mint({ roles: ['finance', 'support'] });
  await signIn(page, shop.person('finance'));
  await page.goto(shop.at('reporting-tokens'));
  await expect(page.getByText('No active reporting tokens')).toBeVisible();
  await expectNoSeriousAxe(page);

  await page.getByRole('button', { name: 'Create token' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create a reporting token' });
  await dialog.getByLabel('Name').fill('Metabase');
  await expect(dialog.getByLabel('Reads')).toHaveValue('one');
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy your token' });
  const token = /mp_report_\w+/.exec(await shown.innerText())?.[0] ?? '';
  expect(token).not.toBe('');
  await shown.getByLabel('I stored the token').check();
  await shown.getByRole('button', { name: 'Done' }).click();

  const read = () =>
    fetch(`${stack.webUrl}/api/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ applications { applicationId } }' }),
    });
  const answer = await read();
  expect(await answer.json()).toMatchObject({ data: { applications: [{ applicationId: shop.applicationId }] } });
  const row = page.getByRole('row', { name: /Metabase/ });
  await expect(row).toContainText('Active');

  await row.getByRole('button', { name: 'Actions for the token Metabase' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page
    .getByRole('alertdialog', { name: 'Revoke Metabase?' })
    .getByRole('button', { name: 'Revoke token' })
    .click();
  await expect(page.getByText('No active reporting tokens')).toBeVisible();
  await expect.poll(async () => (await read()).status, 'a revoked token').toBe(401);
});

test('a cashier sees no reporting tokens', async ({ mint, page }) => {
  const shop = await mint({ roles: ['support'] });
  await signIn(page, shop.person('support'));
  await page.goto(shop.at(''));
  await expect(page.getByRole('link', { name: 'Reporting tokens' })).toHaveCount(0);
});
