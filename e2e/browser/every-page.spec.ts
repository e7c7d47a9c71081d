import type { Page } from '@playwright/test';
import { openPage, personPages, publicPages, tenantPages } from './support/pages.ts';
import { expect, expectNoSeriousAxe, isLong, languages, signIn, test, themes, useTheme } from './support/test.ts';
import { expectTouchable } from './support/touch.ts';

/** TILLGATE_LONG_TESTS=1 looks at each page at all widths. */
const widths = isLong ? [320, 390, 640, 768, 1024, 1280, 1366, 1440, 1920, 2560] : [320, 768, 1280];
/** Pages that one test looks at. */
const perTest = 6;

/** Columns whose values are in sight at every width, in both languages. Matched has a test of its own. */
const money = ['Amount', 'Balance', 'Kiasi', 'Salio'];
const essential = ['Status', 'Reason', 'Hali', 'Sababu', ...money, ...money.map((name) => `${name} (KES)`)];

/**
 * Tables wider than their place, cells and badges that are cut, words that run over their neighbour in a grid, essential
 * values that their row does not show, text with a letter or two on each line, and pages that scroll sideways.
 */
function cutAt(page: Page): Promise<string[]> {
  return page.evaluate((names) => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth + 1) found.push(`the page is ${root.scrollWidth} wide`);
    for (const table of document.querySelectorAll<HTMLElement>('[role="table"]')) {
      const place = table.parentElement;
      if (!place || place.clientWidth === 0) continue;
      const name = table.querySelector('caption')?.textContent ?? 'a table';
      if (table.scrollWidth > place.clientWidth + 1)
        found.push(`${name}: ${table.scrollWidth} of ${place.clientWidth}`);
      for (const cell of table.querySelectorAll<HTMLElement>('tbody [role="cell"]')) {
        const isCut =
          cell.clientWidth > 0 &&
          getComputedStyle(cell).overflowX === 'hidden' &&
          cell.scrollWidth > cell.clientWidth + 1;
        if (isCut) found.push(`${name}: "${cell.textContent}" is cut`);
      }
      const heads = [...table.querySelectorAll('[role="columnheader"]')].map(({ textContent }) => textContent.trim());
      for (const row of table.querySelectorAll<HTMLElement>('tbody [role="row"]')) {
        const shown = row.innerText.replace(/\s+/g, ' ');
        for (const [index, cell] of row.querySelectorAll('[role="cell"]').entries()) {
          const isShown = cell.checkVisibility() || shown.includes(cell.textContent.trim());
          if (!isShown && names.includes(heads[index] ?? '')) found.push(`${name}: ${heads[index]} is hidden`);
        }
      }
    }
    for (const words of document.querySelectorAll('[data-slot="badge"] > .truncate, nav a > .truncate')) {
      if (words.clientWidth > 0 && words.scrollWidth > words.clientWidth + 1)
        found.push(`the name "${words.textContent}" is cut`);
    }
    for (const cell of document.querySelectorAll<HTMLElement>('.grid > span')) {
      if (cell.clientWidth > 0 && cell.scrollWidth > cell.clientWidth + 1)
        found.push(`"${cell.textContent}" runs over its neighbour`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const written = text.textContent?.trim() ?? '';
      if (written.length < 4) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      if (lines > 2 && written.length < 3 * lines) found.push(`"${written}" stands on ${lines} lines`);
    }
    return found;
  }, essential);
}

async function expectNothingCut(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => cutAt(page), `${name} at ${width}`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

async function expectSound(page: Page, name: string, theme: string): Promise<void> {
  await expect(page.locator('html')).toHaveClass(new RegExp(theme));
  await expectNoSeriousAxe(page, { soft: true, contrast: true });
  await expectNothingCut(page, name);
  await expectTouchable(page, name);
}

const groups = Array.from({ length: Math.ceil(tenantPages.length / perTest) }, (_, index) =>
  tenantPages.slice(index * perTest, (index + 1) * perTest),
);

test('every page opens where there is nothing yet', async ({ busyShop, page }) => {
  await signIn(page, busyShop.owner);
  for (const { name, path, follow } of tenantPages) {
    if (follow) continue;
    const answer = await page.request.get(busyShop.at(path).replace('/sandbox', '/production'));
    expect.soft(answer.status(), name).toBe(200);
    // Whoever copies a sample for production must not ask a stranger to pay.
    expect.soft(await answer.text(), name).not.toContain('254712345678');
  }
});

for (const [theme, language] of themes.flatMap((one) => languages.map((other) => [one, other] as const))) {
  test.describe(`in the ${theme} theme and in ${language} nothing is cut, and axe finds nothing serious`, () => {
    test.use({ colorScheme: theme });
    test.beforeEach(async ({ baseURL, context }) => {
      await context.addInitScript(useTheme, theme);
      await context.addCookies([{ name: 'tillgate-locale', value: language, url: String(baseURL) }]);
    });

    const expectAllSound = async (page: Page, list: typeof tenantPages) => {
      for (const listed of list) {
        await test.step(listed.name, async () => {
          await openPage(page, listed.path, listed);
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          await expectSound(page, listed.name, theme);
        });
      }
    };

    test('on pages for everybody', ({ page }) => expectAllSound(page, publicPages));

    for (const group of groups) {
      test(`on ${group.map(({ name }) => name).join(', ')}`, async ({ busyShop, page }) => {
        test.slow();
        await signIn(page, busyShop.owner);
        const own = group === groups[0] ? personPages : [];
        await expectAllSound(page, [...group.map((one) => ({ ...one, path: busyShop.at(one.path) })), ...own]);
      });
    }
  });
}
