import type { Page } from '@playwright/test';
import { expect, expectNoSeriousAxe, test } from './support/test.ts';

/** A device that keeps passkeys, and whose person unlocks it at once, or never. */
async function plugIn(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    lock: (isLocked: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isLocked }),
  };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await expect(dialog.getByLabel('Name')).toHaveValue(/^Chrome on /);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByText(name)).toBeVisible();
}

const signInWithPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).click();

test('a passkey signs in and proves who one is without a password, until it is removed', async ({
  mint,
  pageOf,
  mailTo,
  stack,
  tolerate,
}) => {
  tolerate(/status of (401|403)/);
  const { owner, at } = await mint();
  const page = await pageOf(owner);
  const device = await plugIn(page);
  await addPasskey(page, 'Till phone');
  await expectNoSeriousAxe(page);
  await mailTo(owner.email, { subject: /passkey was added/ });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const again = page.getByRole('dialog', { name: 'Add a passkey' });
  await again.getByRole('button', { name: 'Continue' }).click();
  // Who has a passkey proves with it before another one is added.
  await page
    .getByRole('dialog', { name: 'Confirm your identity' })
    .getByRole('button', { name: 'Use a passkey' })
    .click();
  await expect(again.getByText('This device already has a passkey for your account.')).toBeVisible();

  await page.context().clearCookies();
  await page.goto(at('payments'));
  await device.lock(true);
  await signInWithPasskey(page);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeEnabled();
  await device.lock(false);
  await signInWithPasskey(page);
  await expect(page).toHaveURL(at('payments'));

  await page.goto('/account');
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Last used');
  await stack.ctx.db.prisma.session.updateMany({
    where: { user: { email: owner.email } },
    data: {
      authenticatedAt: new Date(Date.now() - 60 * 60_000),
      secondFactorAt: new Date(Date.now() - 60 * 60_000),
    },
  });
  await page.getByRole('button', { name: 'Remove Till phone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('The passkey was removed.')).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await signInWithPasskey(page);
  await expect(page.getByText('That passkey did not work here.')).toBeVisible();
});

test('a passkey fulfils what an organization requires', async ({ mint, pageOf, stack, tolerate }) => {
  tolerate(/status of 403/);
  const shop = await mint();
  const page = await pageOf(shop.owner);
  await plugIn(page);
  await addPasskey(page, 'Till phone');
  await stack.ctx.db.prisma.organization.update({
    where: { id: shop.organizationId },
    data: { requiredSignIn: 'second_factor' },
  });
  await page.goto(shop.at('payments'));
  await expect(page.getByText('Use your passkey to continue.')).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(shop.at('payments'));
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
});
