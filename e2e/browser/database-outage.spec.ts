import { expect, signIn, testOfOwnWeb as test } from './support/test.ts';

test('a database that is away is told in words on the page that was opened, and every other page is a click away', async ({
  mint,
  page,
  tolerate,
  web,
}) => {
  // React's name of what the server could not render.
  tolerate(/Failed to load resource/, /react\.dev\/errors\/441/);
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  const rail = page.getByRole('complementary');
  await expect(rail.getByRole('link', { name: 'Float' })).toBeVisible();
  web.cable.cut();
  await rail.getByRole('link', { name: 'Float' }).click();
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toBeVisible();
  await expect(failure).not.toContainText(/prisma|ECONN|server component|digest|undefined/i);
  await expect(rail.getByRole('link', { name: 'Payments', exact: true })).toBeVisible();
  web.cable.mend();
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No balances yet')).toBeVisible();
});

test('a page that was opened by its address while the database is away says so, and comes back by itself', async ({
  mint,
  page,
  tolerate,
  web,
}) => {
  tolerate(/Failed to load resource/, /react\.dev\/errors\/441/);
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  web.cable.cut();
  await page.goto(shop.at('float'));
  await expect(page.getByText('Tillgate cannot reach its database').first()).toBeVisible();
  web.cable.mend();
  await expect(page.getByText('No balances yet')).toBeVisible();
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Payments', exact: true })).toBeVisible();
});
