import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { v7 as uuidv7 } from 'uuid';
import type { Stack } from './support/stack.ts';
import { expect, expectNoSeriousAxe, type Shop, signIn, test, themes, useTheme } from './support/test.ts';

const dayMs = 86_400_000;

/** Payments of the two days before today by the clock of Nairobi, as the money paths leave them. */
async function seedPayments({ ctx }: Stack, shop: Shop): Promise<void> {
  const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  const noon = Date.parse(`${today}T12:00:00+03:00`);
  const wanted = [
    ...Array.from({ length: 7 }, () => ({ ago: 1, amount: 1_000, status: 'success' as const })),
    ...Array.from({ length: 3 }, () => ({ ago: 1, amount: 400, status: 'failed' as const })),
    ...Array.from({ length: 4 }, () => ({ ago: 2, amount: 500, status: 'success' as const })),
  ];
  await ctx.db.prisma.payment.createMany({
    data: wanted.map(({ ago, amount, status }, n) => {
      const at = new Date(noon - ago * dayMs);
      return {
        id: uuidv7(),
        applicationId: shop.applicationId,
        environment: 'sandbox' as const,
        ...{
          source: 'stk' as const,
          callbackToken: randomBytes(32).toString('hex'),
          status,
          amount,
          requestedAmount: amount,
          phone: '254712345678',
        },
        accountRef: `INV-${n}`,
        description: 'Payment',
        shortcode: shop.shortcode,
        ...{
          providerReceipt: status === 'success' ? `T${uuidv7().replaceAll('-', '').slice(-9).toUpperCase()}` : null,
        },
        ...{
          resultCode: status === 'success' ? '0' : '1032',
          settledBy: 'callback' as const,
          createdAt: at,
          settledAt: at,
        },
      };
    }),
  });
}

const figures = (page: Page) => page.getByRole('region', { name: /^Collections, / }).getByRole('table');
const totals = (page: Page) => figures(page).getByRole('row', { name: /^Total/ });

/** Chooses a range by its name in the panel of the picker. */
async function chooseRange(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Days/ }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

test('finance totals a day, compares it, finds the rows behind a number and takes the file', async ({
  mint,
  page,
  stack,
}) => {
  const shop = await mint({ roles: ['finance'] });
  await seedPayments(stack, shop);
  await signIn(page, shop.person('finance'));
  await page.goto(shop.at(''));
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(page.getByText('East Africa Time (Africa/Nairobi)')).toBeVisible();

  await chooseRange(page, 'Yesterday');
  await expect(page).toHaveURL(/period=yesterday/);
  await expect(totals(page).getByRole('cell')).toHaveText([
    ...['KES 7,000', 'KES 0', 'KES 7,000', '7', '3', '0', /^70/, 'KES 1,000'],
  ]);

  await page.getByRole('switch', { name: 'Compare with the previous period' }).check();
  const headline = page.getByRole('region', { name: 'Totals' });
  await expect(headline).toContainText('KES 5,000 more (250 %)');
  await expect(totals(page)).toContainText('KES 5,000 more');

  // The number has the rows that the list behind it has.
  await headline.getByRole('link', { name: /^Succeeded 7,/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(page.getByText('7 payments shown', { exact: true })).toBeVisible();
  await page.goBack();
  await totals(page)
    .getByRole('link', { name: /^Net before KES 2,000|^Gross KES 7,000/ })
    .first()
    .click();
  await expect(page.getByText('7 payments shown', { exact: true })).toBeVisible();

  // Back and forth through what was shown.
  await page.goBack();
  await expect(page.getByRole('switch', { name: 'Compare with the previous period' })).toBeChecked();
  await page.getByLabel('Breakdown').selectOption('By failure reason');
  await expect(page).toHaveURL(/group=reason/);
  await expect(figures(page).getByRole('row', { name: /cancel.*\(1032\)/i })).toContainText('3');
  await figures(page)
    .getByRole('link', { name: /^Failed 3, .*1032/ })
    .click();
  await expect(page.getByText('3 payments shown', { exact: true })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(totals(page)).toContainText('KES 7,000');

  await page.getByRole('button', { name: 'Download or print' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^tillgate-collections-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  const [head = '', ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toBe(
    '\ufeffperiod,gross,refunded,net,succeeded,failed,pending,success_rate,average,previous_period,previous_net',
  );
  expect(lines).toHaveLength(24);
  const gross = lines.map((line) => Number(line.split(',')[1]));
  expect(gross.reduce((sum, each) => sum + each, 0)).toBe(7_000);
});

test('on a phone the buttons of the page take one row', async ({ mint, page }) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(shop.at('reports'));
  const buttons = page
    .locator('header')
    .filter({ has: page.getByRole('heading', { level: 1 }) })
    .getByRole('button');
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  const tops = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

test('finance saves a report as a view and schedules it as a file', async ({ mint, page, stack }) => {
  const shop = await mint({ roles: ['finance'] });
  await seedPayments(stack, shop);
  await signIn(page, shop.person('finance'));
  await page.goto(shop.at('reports'));
  await chooseRange(page, 'Last month');
  await page.getByLabel('Breakdown').selectOption('By shortcode');
  await page.getByRole('button', { name: 'Save view' }).click();
  const save = page.getByRole('dialog');
  await save.getByLabel('View name').fill('Shops last month');
  await save.getByRole('button', { name: 'Save view' }).click();
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(views.getByRole('link', { name: 'Shops last month' })).toHaveAttribute('aria-current', 'page');

  // The view keeps the name of its range, so next month it shows another month.
  await views.getByRole('link', { name: 'Usual' }).click();
  await expect(page.getByLabel('Breakdown')).toHaveValue('none');
  await views.getByRole('link', { name: 'Shops last month' }).click();
  await expect(page).toHaveURL(/group=shortcode.*period=lastMonth/);
  await expect(page.getByLabel('Breakdown')).toHaveValue('shortcode');
  await expectNoSeriousAxe(page);

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Collections report' });
  const filters = dialog.getByRole('list', { name: 'Filters' });
  await expect(filters).toContainText('Breakdown: By shortcode');
  await expect(filters).toContainText('Time');
  await dialog.getByText('On a schedule').click();
  await expect(filters).not.toContainText('Time');
  await dialog.getByLabel('Name').fill('Shops of the month');
  await dialog.getByLabel('How often').selectOption('monthly');
  await dialog.getByLabel('Format').selectOption('xlsx');
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: 'Create schedule' }).click();
  await expect(dialog.getByText('The schedule was created. First file:')).toBeVisible();
  await dialog.getByRole('link', { name: 'All schedules' }).click();
  const row = page.getByRole('table', { name: 'Export schedules' }).getByRole('row', { name: /Shops of the month/ });
  await expect(row).toContainText('On the 1st of each month at 06:00');
  await expect(row).toContainText('Collections report · Excel');
  await expect(row).toContainText('Breakdown: By shortcode');
});

test('every report shows its own figures, and a range that makes no sense is refused in words', async ({
  mint,
  page,
  stack,
  tolerate,
}) => {
  const shop = await mint();
  await seedPayments(stack, shop);
  await signIn(page, shop.owner);
  await page.goto(shop.at('reports?period=last90'));
  const tabs = page.getByRole('navigation', { name: 'Reports' });
  for (const [name, text] of [
    ['Payouts', 'M-PESA does not report its fees'],
    ['Settlement', 'Money counts at the time it moved'],
    ['Balances', 'No balances in this period'],
  ] as const) {
    await tabs.getByRole('link', { name, exact: true }).click();
    await expect(tabs.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByText(text)).toBeVisible();
    await expectNoSeriousAxe(page);
  }
  await tabs.getByRole('link', { name: 'Settlement', exact: true }).click();
  await page
    .getByRole('region', { name: 'Totals' })
    .getByRole('link', { name: /^Collected KES 9,000/ })
    .click();
  await expect(page.getByText('11 payments shown', { exact: true })).toBeVisible();
  await expect(page.getByText('Settlement dates')).toBeVisible();

  tolerate(/status of 422/);
  await page.goto(shop.at('reports?from=2026-03-02&to=2026-03-01'));
  await expect(page.getByRole('alert').filter({ hasText: 'must not be before' })).toBeVisible();
});

for (const theme of themes) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({ colorScheme: theme });
    test.beforeEach(({ context }) => context.addInitScript(useTheme, theme));

    test('reports have no serious finding of axe', async ({ mint, page, stack }) => {
      const shop = await mint();
      await seedPayments(stack, shop);
      await signIn(page, shop.owner);
      for (const query of ['period=last90&compare=1', 'period=last90&group=reason', 'period=yesterday&show=count']) {
        await page.goto(shop.at(`reports?${query}`));
        await expect(page.locator('html')).toHaveClass(new RegExp(theme));
        await expect(figures(page)).toBeVisible();
        await expect(page.getByRole('img', { name: /, / })).toBeVisible();
        await expectNoSeriousAxe(page);
      }
    });
  });
}
