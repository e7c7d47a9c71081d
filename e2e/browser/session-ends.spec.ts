import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

test('a session that ends while a payout is filled in loses nothing: sign in beside it, and press again', async ({
  mint,
  page,
  context,
  stack,
  tolerate,
}) => {
  tolerate(/status of 401/);
  const shop = await mint({ roles: ['finance'] });
  const finance = shop.person('finance');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, finance);
  await page.clock.install();
  await page.goto(shop.at('payouts/new'));
  await page.getByLabel('Recipient phone').fill('0712345678');
  await page.getByLabel('Amount').fill('77');
  await stack.ctx.db.prisma.session.updateMany({ where: { userId: finance.userId }, data: { revokedAt: new Date() } });

  // The frame asks again every half minute. It finds out, and the form stays.
  await page.clock.fastForward('00:31');
  await expect(page.getByRole('status').getByText('Your session has ended.')).toBeVisible();
  await expect(page.getByLabel('Amount')).toHaveValue('77');
  await expectNoSeriousAxe(page);

  await page.getByRole('button', { name: 'Review payout' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Type 77 to confirm').fill('77');
  await dialog.getByRole('button', { name: 'Send KES 77' }).click();
  await expect(dialog.getByRole('alert').getByText('Your session has ended.')).toBeVisible();
  await expectNoSeriousAxe(page);

  const opened = context.waitForEvent('page');
  await dialog.getByRole('link', { name: 'Sign in' }).click();
  const beside = await opened;
  await beside.getByLabel('Email address').fill(finance.email);
  await beside.getByLabel('Password').fill(finance.password);
  await beside.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(beside).toHaveURL(shop.at('payouts/new'));
  await beside.close();

  await dialog.getByRole('button', { name: 'Send KES 77' }).click();
  await expect(page.getByText('KES 77 has arrived')).toBeVisible();
  const { applicationId } = shop;
  expect(await stack.ctx.db.prisma.order.findMany({ where: { applicationId } })).toMatchObject([
    { requestedBy: finance.userId },
  ]);
});

test('a page with nothing typed in it leads to the sign-in when its session has ended, and back', async ({
  mint,
  page,
  stack,
  tolerate,
}) => {
  tolerate(/status of 401/);
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.clock.install();
  await page.goto(shop.at('payments?status=success'));
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  const { userId } = shop.owner;
  await stack.ctx.db.prisma.session.updateMany({ where: { userId }, data: { revokedAt: new Date() } });
  await page.clock.fastForward('00:31');
  await expect(page).toHaveURL(`/sign-in?next=${encodeURIComponent(shop.at('payments?status=success'))}`);
});
