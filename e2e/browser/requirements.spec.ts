import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

const stepMs = 30_000;

/** Sets up the app in the dialog that is open. */
async function scan(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  const key = (await dialog.getByTestId('totp-key').textContent()) ?? '';
  await dialog.getByLabel('Code from the app').fill(new TOTP({ secret: key.replaceAll(' ', '') }).generate());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByLabel('I have stored the codes').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

test('an owner requires an authenticator app, and a member sees nothing until they have one', async ({
  mint,
  pageOf,
  tolerate,
}) => {
  tolerate(/status of (403|422)/);
  const shop = await mint({ roles: ['developer'] });
  const owner = await pageOf(shop.owner);
  await owner.goto(shop.at('settings/members'));
  await expect(owner.getByRole('radio', { name: /Require an authenticator app/ })).toBeDisabled();
  await owner.goto('/account');
  await owner.getByRole('button', { name: 'Set up' }).click();
  await scan(owner);
  await owner.goto(shop.at('settings/members'));
  await owner.getByText('Require an authenticator app or passkey', { exact: true }).click();
  await owner.getByRole('button', { name: 'Save requirement' }).click();
  await expect(owner.getByText('The requirement was saved.')).toBeVisible();
  await expectNoSeriousAxe(owner);

  const member = await pageOf(shop.person('developer'));
  await member.goto(shop.at('payments'));
  await expect(
    member.getByRole('heading', { level: 1, name: 'Your organization has a sign-in requirement' }),
  ).toBeVisible();
  await expectNoSeriousAxe(member);
  await member.goto('/');
  await expect(member).toHaveURL(/\/sign-in-required/);
  await member.goto(shop.at('payments'));
  await member.getByRole('button', { name: 'Set up' }).click();
  await scan(member);
  await expect(member).toHaveURL(shop.at('payments'));
  await expect(member.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
});

test('a session that does not know of the app gives a code, and goes on', async ({ mint, pageOf, stack, tolerate }) => {
  tolerate(/status of 403/);
  const shop = await mint();
  const page = await pageOf(shop.owner);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Set up' }).click();
  const key = (await page.getByRole('dialog').getByTestId('totp-key').textContent()) ?? '';
  await scan(page);
  const { prisma } = stack.ctx.db;
  await prisma.organization.update({ where: { id: shop.organizationId }, data: { requiredSignIn: 'second_factor' } });
  // As a version wrote it that did not record the second factor.
  await prisma.session.updateMany({ where: { userId: shop.owner.userId }, data: { secondFactorAt: null } });
  await page.goto(shop.at('payments'));
  await page.getByRole('button', { name: 'Enter a code' }).click();
  const code = new TOTP({ secret: key.replaceAll(' ', '') }).generate({ timestamp: Date.now() + stepMs });
  await page.getByRole('dialog').getByLabel('Code from your authenticator app').fill(code);
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(shop.at('payments'));
});

test('no address leads away from the dashboard', async ({ mint, page, pageOf, baseURL }) => {
  const shop = await mint();
  const own = await pageOf(shop.owner);
  const ways = ['/.//evil.example/x', '/%2e//evil.example/x', '/./\\evil.example', '//evil.example', '/\\evil.example'];
  for (const next of ways) {
    const answer = await own.request.get(`/sign-in?${new URLSearchParams({ next })}`, { maxRedirects: 0 });
    expect(answer.headers().location, next).toBe('/');
  }
  for (const callbackUrl of [...ways, 'javascript:alert(1)', 'https://evil.example', 'http://[', 'x']) {
    const { csrfToken } = (await (await page.request.get('/api/auth/csrf')).json()) as { csrfToken: string };
    const asked = await page.request.get(`/api/auth/signin?${new URLSearchParams({ callbackUrl })}`, {
      maxRedirects: 0,
    });
    const form = { csrfToken, callbackUrl, email: 'x', password: 'x', json: 'true' };
    const posted = await page.request.post('/api/auth/signout', { form, maxRedirects: 0 });
    for (const answer of [asked, posted]) {
      expect(answer.status(), callbackUrl).toBeLessThan(500);
      const { location } = answer.headers();
      const { url } = location === undefined ? ((await answer.json()) as { url: string }) : { url: location };
      expect(new URL(url, baseURL).origin, callbackUrl).toBe(new URL(baseURL ?? '').origin);
    }
  }
});

test('ten wrong passwords by somebody else do not keep a person out', async ({ mint, page, pageOf, tolerate }) => {
  tolerate(/status of 401/);
  const { owner } = await mint();
  const known = await pageOf(owner);
  const wrong = { email: owner.email, password: `wrong ${randomUUID()}` };
  for (let time = 0; time < 11; time += 1) await signIn(page, wrong).catch(() => {});
  await expect(signIn(page, owner)).rejects.toThrow(/throttled/);
  await signIn(known, owner);
});

test('a password that is easy to guess is refused in words', async ({ mint, pageOf, tolerate }) => {
  tolerate(/status of 422/);
  const { owner } = await mint();
  const page = await pageOf(owner);
  await page.goto('/account');
  await page.getByLabel('Current password').fill(owner.password);
  await page.getByLabel('New password').fill('password123');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This password is too common')).toBeVisible();
});
