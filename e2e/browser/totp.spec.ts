import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expect, expectNoSeriousAxe, test } from './support/test.ts';

const stepMs = 30_000;

/** What an authenticator app shows; `stepsAhead` of now, because a code is good once. */
function codeOf(secret: string, stepsAhead = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * stepMs });
}

type Enrolled = { secret: string; recoveryCodes: string[] };

/** Sets up an authenticator app on the account page, as a person does. */
async function enrol(page: Page): Promise<Enrolled> {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await dialog.getByTestId('totp-key').innerText()).replaceAll(/\s/g, '');
  await dialog.getByLabel('Code from the app').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  const shown = await codes.getByRole('group', { name: 'Recovery codes' }).innerText();
  const recoveryCodes = shown.split(/\s+/).filter((text) => text !== '');
  await codes.getByLabel('I have stored the codes').check();
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();
  return { secret, recoveryCodes };
}

async function givePassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
}

test('with an authenticator app signing in needs its code, and the password alone opens nothing', async ({
  mint,
  page,
  pageOf,
  tolerate,
}) => {
  tolerate(/status of 401/);
  const { owner, at } = await mint();
  const { secret } = await enrol(await pageOf(owner));
  await givePassword(page, owner);
  await expectNoSeriousAxe(page);
  await page.goto(at('payments'));
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  await giveCode(page, '000 000');
  await expect(page.getByText('That code is incorrect or was already used.')).toBeVisible();
  await giveCode(page, codeOf(secret, 1));
  await expect(page).toHaveURL(at('payments'));
});

test('a recovery code signs in once', async ({ mint, page, pageOf, tolerate }) => {
  tolerate(/status of 401/);
  const { owner } = await mint();
  const own = await pageOf(owner);
  const { recoveryCodes } = await enrol(own);
  expect(recoveryCodes).toHaveLength(10);
  const code = recoveryCodes[0]?.toLowerCase() ?? '';
  await givePassword(page, owner);
  await giveCode(page, code);
  await expect(page).toHaveURL(/\/a\//);
  await own.reload();
  await expect(own.getByText('You have 9 recovery codes left.')).toBeVisible();
  await page.goto('about:blank');
  await page.context().clearCookies();
  await givePassword(page, owner);
  await giveCode(page, code);
  await expect(page.getByText('That code is incorrect or was already used.')).toBeVisible();
});

test('the app is removed by its person, who gets a mail about it', async ({ mint, pageOf, mailTo }) => {
  const { owner } = await mint();
  const page = await pageOf(owner);
  await enrol(page);
  await mailTo(owner.email, { subject: /now needs your authenticator app/ });
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove app' }).click();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  await mailTo(owner.email, { subject: /no longer needs a code/ });
  await pageOf(owner);
});
