import type { Page } from '@playwright/test';
import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

/** Chooses something in the menu of preferences. */
async function prefer(page: Page, menu: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitemradio', { name: choice, exact: true }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  // The menu leaves first and hands the focus back after that: a key pressed in between would lose it again.
  await expect(page.locator('[aria-haspopup="menu"]:focus')).toBeVisible();
}

test('theme, language and clock are kept over a reload', async ({ mint, page }) => {
  const shop = await mint();
  await shop.api('POST', '/collect', { amount: 75, phone: '254712345678' });
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  const time = page.getByRole('table').getByRole('time').first();
  await expect(time).toHaveAttribute('title', / EAT$/);
  const nairobi = await time.textContent();

  await prefer(page, 'Preferences', 'UTC');
  await expect(time).toHaveAttribute('title', / UTC$/);
  await expect(time).not.toHaveText(nairobi ?? '');
  await prefer(page, 'Preferences', 'Dark');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expectNoSeriousAxe(page);
  await prefer(page, 'Preferences', 'Kiswahili');
  await expect(page.getByRole('heading', { level: 1, name: 'Malipo' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Malipo' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(time).toHaveAttribute('title', / UTC$/);
});

test('the list is walked and a payment opened with the keyboard alone', async ({ mint, page }) => {
  const shop = await mint();
  for (const amount of [11, 12, 13]) await shop.api('POST', '/collect', { amount, phone: '254712345678' });
  await signIn(page, shop.owner);
  // The page listens to keys once it has asked for what changed since it was made.
  const awake = page.waitForResponse(/payments\.watch/);
  await page.goto(shop.at('payments'));
  await awake;
  const row = (amount: number) => page.getByRole('row', { name: new RegExp(`KES ${amount}\\b`) }).getByRole('link');
  await expect(row(13)).toBeVisible();
  await page.keyboard.press('j');
  await expect(row(13)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await expect(row(11)).toBeFocused();
  await page.keyboard.press('k');
  await expect(row(12)).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('jk');
  await expect(page.getByRole('searchbox')).toHaveValue('jk');
  await row(12).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment KES 12' })).toBeVisible();
});

test('the list reads well on a phone', async ({ mint, page }) => {
  const shop = await mint();
  await shop.api('POST', '/collect', { amount: 75, phone: '254712345678', accountReference: 'INV-9' });
  await signIn(page, shop.owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(shop.at('payments'));
  const row = page.getByRole('row', { name: /KES 75/ });
  await expect(row).toBeVisible();
  await expect(row.getByRole('cell', { name: '0712…678', exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectNoSeriousAxe(page);
});

for (const arrival of ['of the page', 'of the palette'] as const) {
  test(`the palette loses no letter that is typed before the code ${arrival} is there`, async ({ mint, page }) => {
    const shop = await mint();
    await shop.api('POST', '/collect', { amount: 75, phone: '254712345678' });
    await signIn(page, shop.owner);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hold = () =>
      page.route(/\/_next\/static\/.*\.js/, async (route) => {
        await held;
        await route.continue();
      });
    if (arrival === 'of the page') await hold();
    // The page asks for what changed since it was made once its own code runs.
    const awake = page.waitForResponse(/payments\.watch/);
    await page.goto(shop.at('payments'), { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
    if (arrival === 'of the palette') {
      await awake;
      await hold();
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('collekt');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    release();
    const input = page.getByRole('combobox', { name: 'Search and commands' });
    await expect(input).toHaveValue('colle');
    await page.keyboard.type('ct');
    await expect(input).toHaveValue('collect');
    await awake;
  });
}

test('account, sign-out and preferences are in sight however low the window is', async ({ mint, page }) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto(shop.at('payments'));
  const account = page.getByRole('complementary').getByRole('button', { name: /^Account of / });
  await expect(account).toBeInViewport({ ratio: 1 });
  await account.click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeInViewport();
  await page.keyboard.press('Escape');
  // No arrow key leads from play money to real money.
  const sandbox = page.getByRole('complementary').getByRole('link', { name: 'Sandbox' });
  await sandbox.focus();
  for (const key of ['ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await expect(sandbox).toBeFocused();
  await expect(page).toHaveURL(/\/sandbox\//);
  await page.getByRole('complementary').getByRole('button', { name: 'Settings' }).click();
  const last = page.getByRole('complementary').getByRole('link', { name: 'Audit log' });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
});

test('the rail shows what the role works in, and keeps what the person opened', async ({ mint, page }) => {
  const shop = await mint({ roles: ['support'] });
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  const rail = page.getByRole('complementary').getByRole('navigation', { name: 'Pages' });
  await expect(rail.getByRole('link')).toHaveCount(16);
  await expect(rail.getByRole('link', { name: 'Close of day' })).toBeVisible();
  const keys = rail.getByRole('link', { name: 'API keys' });
  await expect(keys).toBeHidden();
  // The section of the page that is shown is open.
  await page.goto(shop.at('developers/keys'));
  await expect(keys).toBeVisible();
  await page.goto(shop.at('payments'));
  await rail.getByRole('button', { name: 'Developers' }).click();
  await page.reload();
  await expect(keys).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signIn(page, shop.person('support'));
  await page.goto(shop.at('payments'));
  await expect(rail.getByRole('link')).toHaveCount(10);
});

test('what waits too long to be processed is told on every page, and that nothing is lost', async ({
  mint,
  page,
  stack,
}) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  const band = page.getByText(/^Processing is delayed since/);
  await expect(band).toHaveCount(0);
  const now = Date.now();
  // As a worker leaves it that took it up and died.
  await stack.ctx.db.prisma.order.create({
    data: {
      id: crypto.randomUUID(),
      applicationId: shop.applicationId,
      environment: 'sandbox',
      kind: 'collect',
      ...{
        status: 'approved',
        input: { amount: 10, phone: '254712345678' },
        amount: 10,
        requestKey: crypto.randomUUID(),
      },
      requestedBy: shop.owner.userId,
      createdAt: new Date(now - 600_000),
      expiresAt: new Date(now + 600_000),
      claimedUntil: new Date(now + 3_600_000),
    },
  });
  for (const name of ['payments', 'collect']) {
    await page.goto(shop.at(name));
    await expect(band).toBeVisible();
    await expect(page.getByText('Nothing is lost.', { exact: false })).toBeVisible();
  }
  await expectNoSeriousAxe(page);
});

test('what a keyboard and a screen reader meet has a name of its own, and single keys can be switched off', async ({
  busyShop: shop,
  page,
}) => {
  await signIn(page, shop.owner);
  await page.setViewportSize({ width: 1920, height: 1000 });
  const awake = page.waitForResponse(/payments\.watch/);
  await page.goto(shop.at('payments'));
  await awake;
  const namesOf = (role: 'button' | 'link', name: RegExp) =>
    page
      .getByRole('table', { name: 'Payments' })
      .getByRole(role, { name })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent));
  const copies = await namesOf('button', /^Copy payment ID/);
  expect(copies.length).toBeGreaterThan(1);
  expect(new Set(copies).size).toBe(copies.length);
  for (const name of await namesOf('link', /./)) expect(name).toMatch(/KES [\d,]+/);

  await prefer(page, 'Preferences', 'Off');
  await page.keyboard.press('j');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).not.toBeFocused();
  await expect(page.locator('[data-row-link]:focus')).toHaveCount(0);
  await prefer(page, 'Preferences', 'On');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('a cashier reads Swahili: what is wrong, why a payment failed, and what each reason means', async ({
  baseURL,
  context,
  mint,
  page,
}) => {
  const shop = await mint({ roles: ['support'] });
  const { body } = await shop.api('POST', '/collect', { amount: 500, phone: '254700071032' });
  const { paymentId } = body as { paymentId: string };
  await expect
    .poll(async () => (await shop.api('GET', `/status/${paymentId}`)).body)
    .toMatchObject({ status: 'failed' });
  await context.addCookies([{ name: 'tillgate-locale', value: 'sw', url: String(baseURL) }]);
  await signIn(page, shop.person('support'));

  await page.goto(`${shop.at('collect')}?phone=12345`);
  const main = page.getByRole('main');
  await main.getByRole('textbox').nth(1).fill('12.50');
  await expect(main.getByRole('textbox').nth(1)).toHaveAccessibleDescription(/Ombi la M-PESA halina senti\./);
  await expect(main.getByRole('cell', { name: 'Salio la mteja halitoshi (1)' })).toBeVisible();
  await page.goto(shop.at(`payments/${paymentId}`));
  await expect(page.getByRole('region', { name: 'Ujumbe kwa mteja' })).toBeVisible();
  await expect(main.getByText('Msimbo 1032', { exact: true })).toBeVisible();
  await expect(main).not.toContainText(/idempotency|customer/i);
  await page.goto(shop.at('developers/errors'));
  await page.getByRole('code').getByText('1032', { exact: true }).click();
  await expect(main.getByText('Umeghairi malipo na hujatozwa.', { exact: false })).toBeVisible();
  await expect(main).not.toContainText(/customer|cancelled/i);
});

test('a page that cannot load its figures says so in words, keeps its navigation, and loads again', async ({
  mint,
  page,
  tolerate,
}) => {
  tolerate(/Failed to load resource/);
  // A request may carry several queries, in any order.
  const floatRequests = /\/api\/trpc\/.*\bfloat\./;
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  await page.route(floatRequests, (route) => route.abort());
  await page.getByRole('complementary').getByRole('link', { name: 'Float' }).click();
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toBeVisible();
  await expect(failure).not.toContainText(/fetch|TRPC|undefined/i);
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Payments', exact: true })).toBeVisible();
  await page.unroute(floatRequests);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No balances yet')).toBeVisible();
});
