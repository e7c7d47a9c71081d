import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

/** Calls the API as the holder of a key would. */
async function statusWith(apiUrl: string, key: string): Promise<number> {
  const response = await fetch(`${apiUrl}/payments?limit=1`, { headers: { authorization: `Bearer ${key}` } });
  await response.text();
  return response.status;
}

test('a key is created, works, is seen in the request log, and is refused within 5 s of being revoked', async ({
  mint,
  page,
  stack,
}) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('developers/keys'));
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible();

  await page.getByRole('button', { name: 'Create key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Web shop');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = (await dialog.getByRole('group', { name: 'API key' }).innerText()).trim();
  expect(key).toMatch(/^mp_test_[0-9A-Za-z]{43}$/);
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
  await dialog.getByLabel('I have stored the key').check();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const row = page.getByRole('row', { name: /Web shop/ });
  await expect(row).toContainText(`…${key.slice(-4)}`);
  await expect(row).toContainText('Active');
  await expect(page.getByText(key)).toHaveCount(0);
  expect(await statusWith(stack.apiUrl, key)).toBe(200);

  await page.goto(shop.at('developers/requests'));
  const call = page.getByRole('row', { name: /GET \/payments/ });
  await expect(call).toContainText('200');
  await expect(call).toContainText('Web shop');
  await call.getByRole('link').click();
  await expect(page.getByRole('dialog', { name: 'Request' })).toContainText('GET /payments');

  await page.goto(shop.at('developers/keys'));
  await row.getByRole('button', { name: 'Actions for the key Web shop' }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  const confirm = page.getByRole('alertdialog');
  await expect(confirm.getByRole('button', { name: 'Revoke key' })).toBeDisabled();
  await confirm.getByLabel('Type Web shop to confirm').fill('Web shop');
  await confirm.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('The key Web shop was revoked')).toBeVisible();
  await expect.poll(() => statusWith(stack.apiUrl, key)).toBe(401);

  await expect(row).toHaveCount(0);
  await page.getByText('All', { exact: true }).click();
  await expect(row).toContainText('Revoked');
  await expectNoSeriousAxe(page);
});

test('bodies of calls are kept by choice, without the phone number, and shown beside the list', async ({
  mint,
  page,
}) => {
  const shop = await mint({ roles: ['developer'] });
  await signIn(page, shop.person('developer'));
  await page.goto(shop.at('developers/requests'));
  await page.getByRole('button', { name: 'Keep bodies' }).click();
  const confirm = page.getByRole('alertdialog');
  await confirm.getByRole('button', { name: 'Keep bodies' }).click();
  await expect(page.getByRole('button', { name: 'Stop keeping bodies' })).toBeVisible();
  await shop.api('POST', '/collect', { amount: 70, phone: '254700070000' });
  await page
    .getByRole('row', { name: /POST \/collect/ })
    .getByRole('link')
    .click();
  const sheet = page.getByRole('dialog', { name: 'Request' });
  await expect(sheet.getByRole('region', { name: 'Request body' })).toContainText('"amount": 70');
  await expect(sheet.getByRole('region', { name: 'Request body' })).toContainText('"phone": "…"');
  await expect(sheet.getByRole('region', { name: 'Response body' })).toContainText('"status": "pending"');
  await expect(sheet).not.toContainText('700070000');
  await expectNoSeriousAxe(page);
});

test('older requests are where the pager leads', async ({ mint, page, stack }) => {
  const shop = await mint();
  const nowMs = Date.now();
  await stack.ctx.db.prisma.apiRequest.createMany({
    data: Array.from({ length: 60 }, (_, index) => ({
      ...{
        id: `req_${crypto.randomUUID()}`,
        applicationId: shop.applicationId,
        environment: 'sandbox' as const,
        keyId: shop.keyId,
      },
      method: 'GET',
      path: `/status/${index}`,
      statusCode: 200,
      durationMs: 3,
      createdAt: new Date(nowMs - index * 60_000),
    })),
  });
  await signIn(page, shop.owner);
  await page.goto(shop.at('developers/requests'));
  const rows = page.getByRole('main').locator('tbody').getByRole('row');
  await expect(rows.first()).toContainText('/status/0');
  const step = (name: string) => page.getByRole('navigation').getByRole('button', { name });
  for (const first of [50, 0]) {
    await step(first === 0 ? 'Newer' : 'Older').click();
    await expect(rows.first()).toContainText(`/status/${first}`);
    await expect(rows).toHaveCount(first === 0 ? 50 : 10);
  }
});

test('a key is rotated: the old one goes on working for the time that was chosen', async ({ mint, page, stack }) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('developers/keys'));
  await page
    .getByRole('button', { name: /^Actions for the key/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Rotate…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Keep the old key for').selectOption('3600');
  await dialog.getByRole('button', { name: 'Rotate key' }).click();
  await expect(dialog.getByText('The old key works until')).toBeVisible();
  const key = (await dialog.getByRole('group', { name: 'API key' }).innerText()).trim();
  expect(key).not.toBe(shop.key);
  expect(await statusWith(stack.apiUrl, key)).toBe(200);
  expect(await statusWith(stack.apiUrl, shop.key)).toBe(200);
  await dialog.getByLabel('I have stored the key').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /Active/ })).toHaveCount(2);
});

test('support does not see keys, finance neither, and the server says so', async ({ mint, page, tolerate }) => {
  tolerate(/status of 403/);
  const shop = await mint({ roles: ['support'] });
  await signIn(page, shop.person('support'));
  const answer = await page.goto(shop.at('developers/keys'));
  expect(answer?.status()).toBe(403);
  await expect(page.getByRole('button', { name: 'Create key' })).toHaveCount(0);
});
