import type { Page } from '@playwright/test';
import type { Role } from '@tillgate/db';
import { expect, signIn, test, useTheme } from './support/test.ts';

/** What each role must not see, said here once more and by hand: the product has its own list. */
const forbiddenPages: Record<Exclude<Role, 'owner' | 'admin'>, string[]> = {
  finance: [
    'developers/keys',
    'developers/endpoints',
    'developers/requests',
    'developers/events',
    'settings/credentials',
    'settings/members',
    'settings/return-hosts',
  ],
  developer: [
    'links/new',
    'collect',
    'days',
    'payouts/new',
    'settings/members',
    'settings/policy',
    'settings/guard',
    'settings/return-hosts',
    'settings/audit',
    'display',
  ],
  support: [
    'days',
    'payouts/new',
    'developers/keys',
    'developers/endpoints',
    'developers/requests',
    'settings/credentials',
    'settings/members',
    'settings/policy',
    'settings/guard',
    'settings/return-hosts',
    'settings/audit',
  ],
};
const openToAll = [
  '',
  'payments',
  'links',
  'payouts',
  'approvals',
  'reviews',
  'inquiries',
  'offline',
  'offline/settings',
  'developers/errors',
  'handset',
];

/** What each role must not do. */
const forbiddenCalls: Record<keyof typeof forbiddenPages, string[]> = {
  finance: [
    'keys.create',
    'endpoints.create',
    'credentials.set',
    'policy.set',
    'members.invite',
    'offline.setRules',
    'links.setReturnHosts',
  ],
  developer: [
    'links.create',
    'payouts.request',
    'payouts.reverse',
    'orders.approve',
    'collect.prompt',
    'policy.set',
    'members.invite',
  ],
  // A refund that support asks for waits for a person who approves.
  support: ['payouts.request', 'orders.approve', 'orders.approveMany', 'keys.create', 'endpoints.create', 'policy.set'],
};
const roles = ['finance', 'developer', 'support'] as const;

/** Calls a procedure as the dashboard's own page does; answers the HTTP status and what it refused with. */
function call(page: Page, path: string, input: object): Promise<{ status: number; code: string | undefined }> {
  return page.evaluate(
    async ([procedure, body]) => {
      const response = await fetch(`/api/trpc/${procedure}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      return { status: response.status, code: answer.error?.data?.code };
    },
    [path, input] as const,
  );
}

for (const role of roles) {
  test(`${role} gets the pages and calls of the role, has no link to others, and is refused by the server`, async ({
    context,
    mint,
    page,
    tolerate,
  }) => {
    tolerate(/status of 403/);
    await context.addInitScript(useTheme, 'dark');
    const shop = await mint({ roles: [role] });
    await signIn(page, shop.person(role));
    const statusOf = async (path: string) => (await page.request.get(shop.at(path))).status();
    const statuses: Record<string, number> = {};
    for (const path of [...openToAll, ...forbiddenPages[role]]) statuses[path] = await statusOf(path);
    expect(statuses).toEqual({
      ...Object.fromEntries(openToAll.map((path) => [path, 200])),
      ...Object.fromEntries(forbiddenPages[role].map((path) => [path, 403])),
    });

    await page.goto(shop.at('payments'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const path of forbiddenPages[role]) await expect(page.locator(`a[href$="${shop.at(path)}"]`)).toHaveCount(0);
    const { applicationId, organizationId } = shop;
    const refusals: Record<string, unknown> = {};
    for (const path of forbiddenCalls[role]) {
      refusals[path] = await call(page, path, { applicationId, organizationId, environment: 'sandbox' });
    }
    const refused = { status: 403, code: 'FORBIDDEN' };
    expect(refusals).toEqual(Object.fromEntries(forbiddenCalls[role].map((path) => [path, refused])));

    for (const path of [forbiddenPages[role].at(0), forbiddenPages[role].at(-1)]) {
      await page.goto(shop.at(path ?? ''));
      await expect(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible();
      await expect(page.locator('html')).toHaveClass(/\bdark\b/);
    }
  });
}

test('nobody sees anything of an application of others, and cannot tell it from one that is not there', async ({
  mint,
  page,
}) => {
  const [shop, other] = [await mint(), await mint()];
  await signIn(page, shop.owner);
  const missing = `/a/01980000-0000-7000-8000-000000000000/sandbox`;
  for (const path of ['', '/payments', '/settings/members']) {
    expect((await page.request.get(`${other.at('')}${path}`)).status()).toBe(404);
    expect((await page.request.get(`${missing}${path}`)).status()).toBe(404);
  }
  expect((await page.request.get(shop.at('payments'))).status()).toBe(200);
});

test('who is not signed in is led to sign in, and to the page after that', async ({ mint, page }) => {
  const shop = await mint();
  await page.goto(shop.at('payments'));
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel('Email address').fill(shop.owner.email);
  await page.getByLabel('Password', { exact: true }).fill(shop.owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${shop.at('payments')}$`));
});

/** The cards of Home, from top to bottom. */
async function cardsOf(page: Page): Promise<string[]> {
  await expect(page.getByRole('main').getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  return page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
}

test('Home shows each role what is theirs, and leads nowhere that refuses', async ({ busyShop: shop, pageOf }) => {
  const homeOf = async (role: Role) => {
    const page = await pageOf(shop.person(role));
    await page.goto(shop.at(''));
    const main = page.getByRole('main');
    const cards = await cardsOf(page);
    const hasFloat = (await main.getByText('Float', { exact: false }).count()) > 0;
    const waits = (await main.getByRole('link', { name: '1 request needs your approval' }).count()) > 0;
    const links = await main.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const link of new Set(links)) expect([link, (await page.request.get(link)).status()]).toEqual([link, 200]);
    return { page, cards, hasFloat, waits };
  };
  const money = ['Needs attention', 'Last 30 days', 'Recent payments', 'Why payments failed', 'Today by hour'];
  const owner = await homeOf('owner');
  expect(owner).toMatchObject({ cards: [...money, 'Webhooks'], hasFloat: true, waits: true });
  // Who asks does not decide.
  expect(await homeOf('finance')).toMatchObject({ cards: money, hasFloat: true, waits: false });
  expect(await homeOf('developer')).toMatchObject({
    cards: ['Needs attention', 'Last 30 days', 'Today by hour', 'Webhooks', 'Recent payments', 'Why payments failed'],
    hasFloat: false,
    waits: false,
  });
  const cashier = await homeOf('support');
  expect(cashier).toMatchObject({ cards: ['Needs attention', 'Recent payments'], hasFloat: false, waits: false });
  await cashier.page.getByRole('main').getByRole('link', { name: 'Collect', exact: true }).click();
  await expect(cashier.page.getByRole('button', { name: 'Send prompt' })).toBeVisible();
});

test('Home starts with what needs attention on a phone', async ({ busyShop: shop, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, shop.owner);
  await page.goto(shop.at(''));
  const topOf = async (name: string) => (await page.getByText(name, { exact: true }).first().boundingBox())?.y ?? 0;
  await cardsOf(page);
  expect(await topOf('Needs attention')).toBeLessThan(await topOf('Collected today'));
});

test('the chart of Home shows as many days as are chosen, with their totals', async ({ busyShop: shop, page }) => {
  await signIn(page, shop.owner);
  await page.goto(shop.at(''));
  await expect(page.getByRole('heading', { name: 'Last 30 days' })).toBeVisible();
  await expect(page.getByText(/^KES [\d,.]+ collected · \d+ successful · \d+ failed$/)).toBeVisible();
  await page.getByRole('group', { name: 'Days of the chart' }).getByText('7 days').click();
  await expect(page.getByRole('heading', { name: 'Last 7 days' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Amount collected per day, last 7 days' })).toBeVisible();
  await page.getByRole('group', { name: 'What the chart shows' }).getByText('Payments').click();
  await expect(page.getByRole('img', { name: /payments per day, last 7 days/ })).toBeVisible();
});
