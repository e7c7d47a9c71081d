import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

type Credentials = { email: string; password: string };

async function fillIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a page asks who one is, and is shown after signing in', async ({ mint, page, tolerate }) => {
  tolerate(/status of 401/);
  const shop = await mint();
  await page.goto(shop.at('payments'));
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await fillIn(page, { email: shop.owner.email, password: 'wrong password' });
  await expect(page.getByText('The email address or password is incorrect.')).toBeVisible();
  await fillIn(page, shop.owner);
  await expect(page).toHaveURL(shop.at('payments'));
  await page.goto('/sign-in');
  await expect(page).toHaveURL(/\/a\//);
});

test('an address that is nobody’s is refused in the same words', async ({ page, tolerate }) => {
  tolerate(/status of 401/);
  await page.goto('/sign-in');
  await fillIn(page, { email: `${crypto.randomUUID()}@shop.example`, password: 'any password' });
  await expect(page.getByText('The email address or password is incorrect.')).toBeVisible();
});

test('wrong passwords without end are refused, and the page says for how long', async ({ mint, page, tolerate }) => {
  tolerate(/status of 401/);
  const { owner } = await mint();
  await page.goto('/sign-in');
  const { email } = owner;
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const answered = page.waitForResponse(/callback\/credentials/);
    await fillIn(page, { email, password: `wrong password ${attempt}` });
    await answered;
    await expect(button).toBeEnabled();
  }
  await fillIn(page, owner);
  await expect(
    page
      .getByRole('alert')
      .getByText(/Too many attempts\. Try again in \d+ minutes\./)
      .first(),
  ).toBeVisible();
});

test('a forgotten password is replaced through a mail, which signs all browsers out', async ({
  mint,
  page,
  pageOf,
  mailTo,
  tolerate,
}) => {
  tolerate(/status of (401|422)/);
  const { owner, at } = await mint();
  const elsewhere = await pageOf(owner);
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email address').fill(owner.email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
  const mail = await mailTo(owner.email, { subject: /new password/ });
  const link = mail.links[0] ?? '';

  await page.goto(link);
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Enter a password of at least 10 characters.')).toBeVisible();
  await page.getByLabel('New password').fill('a much better password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your password was set' })).toBeVisible();

  await elsewhere.goto(at('payments'));
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible();
  await page.goto('/sign-in');
  await fillIn(page, owner);
  await expect(page.getByText('The email address or password is incorrect.')).toBeVisible();
  await fillIn(page, { email: owner.email, password: 'a much better password' });
  await expect(page).toHaveURL(/\/a\//);
});

test('a browser that is signed out from the account page is out with its next click', async ({
  mint,
  page,
  pageOf,
  tolerate,
}) => {
  // Pages that look for news hear of it first.
  tolerate(/status of 401/);
  const { owner, at } = await mint();
  const other = await pageOf(owner);
  await other.goto(at(''));
  await expect(other).toHaveURL(at(''));
  const mine = await pageOf(owner);
  await mine.goto('/account');
  const sessions = mine.getByRole('list', { name: 'Signed-in browsers' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await sessions.getByRole('button', { name: /^Sign out / }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  // The page looks for news, so at this moment it may leave for the sign-in by itself.
  await Promise.allSettled([other.goto(at('payments'))]);
  await expect(other).toHaveURL(/\/sign-in\?next=/);
  await page.goto(at('payments'));
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});

test('a password is changed by who knows it, and the name by its person', async ({ mint, pageOf, tolerate }) => {
  tolerate(/status of 422/);
  const { owner } = await mint();
  const page = await pageOf(owner);
  await page.goto('/account');
  await page.getByLabel('Name', { exact: true }).fill('Wanjiru Kamau');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account of Wanjiru Kamau' })).toBeVisible();
  await page.getByLabel('Current password').fill('wrong password');
  await page.getByLabel('New password').fill('another good password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('is incorrect')).toBeVisible();
  await page.getByLabel('Current password').fill(owner.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await pageOf({ email: owner.email, password: 'another good password' });
});

test('a person switches emails off, and on again, on the account page', async ({ mint, pageOf, stack }) => {
  const { owner } = await mint();
  const page = await pageOf(owner);
  const muted = async () => {
    const { mutedMails } = await stack.ctx.db.prisma.user.findUniqueOrThrow({ where: { id: owner.userId } });
    return mutedMails;
  };
  await page.goto('/account');
  const reviews = page.getByRole('checkbox', { name: 'Open reviews' });
  await expect(reviews).toBeChecked();
  await reviews.click();
  await expect(reviews).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Exports' }).click();
  await expect.poll(muted).toEqual(['reviews', 'exports']);
  await page.reload();
  await expect(reviews).not.toBeChecked();
  await reviews.click();
  await expect.poll(muted).toEqual(['exports']);
});

test('the application is renamed by its owner from the account page', async ({ mint, pageOf }) => {
  const { owner, name } = await mint();
  const page = await pageOf(owner);
  await page.goto('/account');
  await page.getByRole('button', { name: `Rename ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Duka la Pwani');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('button', { name: 'Rename Duka la Pwani' })).toBeVisible();
});
