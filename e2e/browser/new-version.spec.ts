import type { Page } from '@playwright/test';
import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

/** As after an upgrade: parts that the page has not loaded yet are gone, until it is loaded again. */
async function upgrade(page: Page, { isForGood = false } = {}): Promise<void> {
  await page.waitForLoadState('networkidle');
  const gone = '**/_next/static/chunks/**';
  await page.route(gone, (route) => route.fulfill({ status: 404, body: '' }));
  page.on('request', (request) => {
    if (request.isNavigationRequest() && !isForGood) void page.unroute(gone);
  });
}

const failures = [/status of 404/, /MIME type/, /ChunkLoadError|Failed to load chunk/];

test('a page whose parts are gone after an upgrade loads itself again, and then works', async ({
  mint,
  page,
  tolerate,
}) => {
  tolerate(...failures);
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments?status=failed'));
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await upgrade(page);
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Export' }).click();
  await loaded;
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(page).toHaveURL(shop.at('payments?status=failed'));
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a page with something typed in it says that a new version is running, and keeps it', async ({
  mint,
  page,
  tolerate,
}) => {
  tolerate(...failures);
  const shop = await mint({ roles: ['finance'] });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, shop.person('finance'));
  await page.goto(shop.at('payouts/new'));
  await page.getByLabel('Recipient phone').fill('0712345678');
  await upgrade(page);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('A new version is running')).toBeVisible();
  await expect(page.getByText('This page could not be loaded')).toHaveCount(0);
  await expect(page.getByLabel('Recipient phone')).toHaveValue('0712345678');
  await expectNoSeriousAxe(page);
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await loaded;
  await expect(page.getByText('A new version is running')).toHaveCount(0);
});

test('a part that the network lost is no new version', async ({ mint, page, tolerate }) => {
  tolerate(/ERR_FAILED|ChunkLoadError|Failed to load chunk/);
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('payments'));
  await page.waitForLoadState('networkidle');
  await page.route('**/_next/static/chunks/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await expect(page.getByText('number below')).toHaveCount(0);
});
