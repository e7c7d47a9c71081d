import { requestOrder, setPolicy } from '@tillgate/domain/orders';
import { authorityOf } from '@tillgate/domain/organizations';
import { expect, expectNoSeriousAxe, type Shop, signIn, test } from './support/test.ts';

const amounts = [1_200, 2_300, 3_400];

/** Payouts of the finance member that wait for the owner, the newest last. */
async function askThrice(shop: Shop): Promise<void> {
  await setPolicy({ ...shop.as(), actor: 'operator' }, { payoutFrom: 1_000 });
  const actor = `user:${shop.person('finance').userId}` as const;
  const asker = { ...shop.as(), actor, authority: authorityOf('finance') };
  for (const [nth, amount] of amounts.entries()) {
    const input = { amount, phone: `071234500${nth}` };
    const request = { kind: 'payout' as const, input, reason: `Wages ${nth + 1}`, requestKey: crypto.randomUUID() };
    await requestOrder(asker, request);
  }
}

for (const width of [390, 1440]) {
  test(`several payouts are approved behind their sum, which has to be typed, at ${width} px`, async ({
    mint,
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const shop = await mint({ roles: ['finance'] });
    await askThrice(shop);
    await signIn(page, shop.owner);
    await page.goto(shop.at('approvals'));
    const waiting = page.getByRole('region', { name: 'Waiting for a decision' });
    await waiting.getByRole('checkbox', { name: /Select: .*1,200/ }).check();
    await waiting.getByRole('checkbox', { name: /Select: .*3,400/ }).check();
    await expect(page.getByText('2 requests selected: KES 4,600')).toBeVisible();
    await expectNoSeriousAxe(page);
    await page.getByRole('button', { name: 'Approve 2' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    const approve = dialog.getByRole('button', { name: 'Approve 2' });
    await dialog.getByLabel('Type the sum in KES to confirm').fill('4,500');
    await expect(approve).toBeDisabled();
    await dialog.getByLabel('Type the sum in KES to confirm').fill('KES 4,600');
    await expectNoSeriousAxe(page);
    await approve.click();
    await expect(page.getByText('2 of 2 approved')).toBeVisible();
    await expect(waiting.getByRole('row', { name: /2,300/ })).toBeVisible();
    await expect(waiting.getByRole('checkbox')).toHaveCount(0);
    const where = { applicationId: shop.applicationId, status: 'executed' as const };
    await expect.poll(() => shop.as().db.prisma.order.count({ where })).toBe(2);
  });
}

test('an approver goes from request to request without the list', async ({ mint, page }) => {
  const shop = await mint({ roles: ['finance'] });
  await askThrice(shop);
  await signIn(page, shop.owner);
  await page.goto(shop.at('approvals'));
  await page.getByRole('link', { name: /3,400/ }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('3,400');
  await expect(page.getByRole('link', { name: 'Newer request' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('link', { name: 'Older request' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2,300');
  await page.getByRole('link', { name: 'Older request' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1,200');
  await expect(page.getByRole('link', { name: 'Older request' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Newer request' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2,300');
});
