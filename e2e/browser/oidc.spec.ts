import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { inviteMember } from '@tillgate/domain/members';
import { authorityOf } from '@tillgate/domain/organizations';
import { asPerson, confirmSecondFactor, setUpSecondFactor } from '@tillgate/domain/users';
import { TOTP } from 'otpauth';
import type { Claims, Tampering } from './support/identity-provider.ts';
import { type OwnWeb, startOwnWeb } from './support/own-web.ts';
import { expect, expectNoSeriousAxe, type Person, type Shop, testOfOwnWeb as test } from './support/test.ts';

// One after the other: the dashboard and the provider are one for all of them, and the provider knows one person at a time.
test.describe.configure({ mode: 'default' });

const stepMs = 30_000;

const claimsOf = (email: string): Claims => ({ sub: randomUUID(), email, email_verified: true, name: 'Njeri Otieno' });

/** Starts from a page of the dashboard, as somebody who is not signed in. */
async function comeThroughProvider(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Sign in with Duka Identity' }).click();
}

/** Nothing opens. */
async function expectOutside(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: /^(Sign in to Tillgate|Enter your code)$/ })).toBeVisible();
}

const actorOf = ({ userId }: Person) => ({ userId, sessionId: randomUUID() });

test('somebody with a known, verified address comes in, and is known by more than the address afterwards', async ({
  mint,
  page,
  stack,
  web,
  mailTo,
}) => {
  const shop = await mint();
  const claims = claimsOf(shop.owner.email.toUpperCase());
  web.provider.as(claims);
  await comeThroughProvider(page, shop.at('payments'));
  await expect(page).toHaveURL(`${web.url}${shop.at('payments')}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await mailTo(shop.owner.email, { subject: /new way to sign in/ });

  // A page of the dashboard that is open would notice that its session is gone, and leave by itself.
  await page.goto('about:blank');
  await page.context().clearCookies();
  web.provider.as({ ...claims, email: `${randomUUID()}@elsewhere.example`, email_verified: false });
  await comeThroughProvider(page, shop.at('payouts'));
  await expect(page).toHaveURL(`${web.url}${shop.at('payouts')}`);
  const { prisma } = stack.ctx.db;
  const { userId } = shop.owner;
  expect(await prisma.externalIdentity.findMany({ where: { userId } })).toMatchObject([
    { issuer: web.provider.issuer, subject: claims.sub },
  ]);
  expect(await prisma.session.count({ where: { userId, revokedAt: null } })).toBe(2);
});

test('somebody who was invited gets an account, and accepts', async ({ mint, page, stack, web, mailTo }) => {
  const shop = await mint();
  const email = `${randomUUID()}@shop.example`;
  const { organizationId } = shop;
  const inviter = asPerson({ ...stack.ctx, ...web.identity }, actorOf(shop.owner));
  await inviteMember({ ...inviter, authority: authorityOf('owner') }, { organizationId, email, role: 'finance' });
  const { links } = await mailTo(email, { subject: /invited/ });
  const link = links[0] ?? '';

  web.provider.as(claimsOf(email));
  await comeThroughProvider(page, link);
  await expect(page).toHaveURL(link);
  await page.getByRole('button', { name: /^Join / }).click();
  await expect(page).toHaveURL(`${web.url}${shop.at('')}`);
  await expect(page.getByRole('button', { name: 'Account of Njeri Otieno' })).toBeVisible();
  const user = await stack.ctx.db.prisma.user.findUniqueOrThrow({ where: { email }, include: { memberships: true } });
  expect(user).toMatchObject({ passwordHash: null, memberships: [{ organizationId, role: 'finance' }] });
});

test('somebody whom nobody knows is refused in words, and leaves no account', async ({ mint, page, stack, web }) => {
  const shop = await mint();
  const email = `${randomUUID()}@stranger.example`;
  web.provider.as(claimsOf(email));
  await comeThroughProvider(page, shop.at('payments'));
  await expect(page.getByRole('alert').getByText('There is no Tillgate account for you yet.')).toBeVisible();
  await expectNoSeriousAxe(page);
  expect(await stack.ctx.db.prisma.user.count({ where: { email } })).toBe(0);
  await expectOutside(page, shop.at('payments'));
});

for (const [what, verified] of Object.entries({ 'is not verified': false, 'nobody vouches for': undefined })) {
  test(`an address that ${what} opens nobody’s account`, async ({ mint, page, stack, web }) => {
    const shop = await mint();
    web.provider.as({ ...claimsOf(shop.owner.email), email_verified: verified });
    await comeThroughProvider(page, shop.at('payments'));
    await expect(page.getByRole('alert').getByText('has not verified your email address')).toBeVisible();
    await expectOutside(page, shop.at('payments'));
    const { userId } = shop.owner;
    expect(await stack.ctx.db.prisma.externalIdentity.count({ where: { userId } })).toBe(0);
  });
}

/** Sets up an authenticator app; answers what it shows a step from now, because a code is good once. */
async function enrol(shop: Shop, stack: { ctx: Parameters<typeof asPerson>[0] }, web: OwnWeb): Promise<string> {
  const person = asPerson({ ...stack.ctx, ...web.identity }, actorOf(shop.owner));
  const { secret } = await setUpSecondFactor(person);
  const code = (stepsAhead: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * stepMs });
  await confirmSecondFactor(person, { code: code(0) });
  return code(1);
}

test('who has an authenticator app still owes its code', async ({ mint, page, stack, web, tolerate }) => {
  tolerate(/status of 401/);
  const shop = await mint();
  const code = await enrol(shop, stack, web);
  web.provider.as(claimsOf(shop.owner.email));
  await comeThroughProvider(page, shop.at('payments'));
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  const { userId } = shop.owner;
  const identities = () => stack.ctx.db.prisma.externalIdentity.count({ where: { userId } });
  expect(await identities()).toBe(0);
  expect(await stack.ctx.db.prisma.session.count({ where: { userId } })).toBe(0);

  const address = page.url();
  await expectOutside(page, shop.at('payments'));
  await page.goto(address);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('That code is incorrect or was already used.')).toBeVisible();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(`${web.url}${shop.at('payments')}`);
  expect(await identities()).toBe(1);
});

const longAgo = 1_700_000_000;
const tamperings: Record<string, Tampering> = {
  'another state': { state: randomUUID() },
  'no state': { state: '' },
  'a token for another question': { token: { nonce: randomUUID() } },
  'a token without its nonce': { token: { nonce: undefined } },
  'a token signed by somebody else': { isForeignKey: true },
  'a token of another issuer': { token: { iss: 'https://evil.example' } },
  'a token for another client': { token: { aud: 'somebody else' } },
  'a token that has expired': { token: { exp: longAgo } },
  'a refusal': { error: 'access_denied' },
};

test('an answer that is not the provider’s answer to this browser signs nobody in', async ({
  mint,
  page,
  stack,
  web,
}) => {
  const shop = await mint();
  for (const [what, tampering] of Object.entries(tamperings)) {
    await test.step(what, async () => {
      web.provider.as(claimsOf(shop.owner.email), tampering);
      await comeThroughProvider(page, shop.at('payments'));
      await expect(page.getByRole('alert').getByText('Sign-in failed.')).toBeVisible();
      expect(await stack.ctx.db.prisma.session.count({ where: { userId: shop.owner.userId } })).toBe(0);
    });
  }
  await expectOutside(page, shop.at('payments'));
});

test('an answer is good in the browser that asked, once', async ({ mint, page, browser, web, stack }) => {
  const shop = await mint();
  web.provider.as(claimsOf(shop.owner.email));
  const answers: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/callback/oidc')) answers.push(request.url());
  });
  await comeThroughProvider(page, shop.at('payments'));
  await expect(page).toHaveURL(`${web.url}${shop.at('payments')}`);
  const context = await browser.newContext();
  for (const one of [await context.newPage(), page]) {
    await one.goto(answers[0] ?? '');
    await one.context().clearCookies();
    await expectOutside(one, `${web.url}${shop.at('payments')}`);
  }
  await context.close();
  expect(await stack.ctx.db.prisma.session.count({ where: { userId: shop.owner.userId } })).toBe(1);
});

test('a provider whose clock is ahead is told as that, on the page and in the log', async ({
  mint,
  page,
  web,
  stack,
}) => {
  const shop = await mint();
  const now = Math.floor(Date.now() / 1000);
  web.provider.as(claimsOf(shop.owner.email), { token: { iat: now + 900, nbf: now + 900, exp: now + 1_200 } });
  await page.setViewportSize({ width: 390, height: 844 });
  await comeThroughProvider(page, shop.at('payments'));
  const said = page
    .getByRole('alert')
    .getByText(/clocks of this server and of the sign-in provider differ by (89\d|900) s/);
  await expect(said).toBeVisible();
  await expectNoSeriousAxe(page);
  await expect.poll(web.readLog).toContain('The clocks of this server and of the sign-in provider differ.');
  expect(await stack.ctx.db.prisma.session.count({ where: { userId: shop.owner.userId } })).toBe(0);

  // The page that was asked for is not forgotten.
  web.provider.as(claimsOf(shop.owner.email));
  await page.getByRole('button', { name: 'Sign in with Duka Identity' }).click();
  await expect(page).toHaveURL(`${web.url}${shop.at('payments')}`);
});

test('the operator says whose addresses count, in which claim, and what the provider asks', async ({
  mint,
  page,
  stack,
  web: strict,
}) => {
  const shop = await mint();
  const { sub } = claimsOf('');
  strict.provider.as({ sub, preferred_username: shop.owner.email });
  await comeThroughProvider(page, `${strict.url}${shop.at('payments')}`);
  await expect(page.getByRole('alert').getByText('has not verified your email address')).toBeVisible();
  expect(strict.provider.lastPrompt()).toBeUndefined();

  const { close, ...web } = await startOwnWeb(stack, {
    OIDC_TRUSTED_EMAIL: 'true',
    OIDC_EMAIL_CLAIM: 'preferred_username',
    OIDC_PROMPT: 'select_account',
  });
  try {
    const { userId } = shop.owner;
    web.provider.as({ sub, preferred_username: shop.owner.email, email_verified: false });
    await comeThroughProvider(page, `${web.url}${shop.at('payments')}`);
    await expect(page.getByRole('alert').getByText('has not verified your email address')).toBeVisible();
    expect(await stack.ctx.db.prisma.externalIdentity.count({ where: { userId } })).toBe(0);

    web.provider.as({ sub, preferred_username: shop.owner.email });
    await comeThroughProvider(page, `${web.url}${shop.at('payments')}`);
    await expect(page).toHaveURL(`${web.url}${shop.at('payments')}`);
    expect(web.provider.lastPrompt()).toBe('select_account');
    expect(await stack.ctx.db.prisma.externalIdentity.count({ where: { userId } })).toBe(1);
  } finally {
    // An open page would go on asking a dashboard that is gone.
    await page.goto('about:blank');
    await close();
  }
});
