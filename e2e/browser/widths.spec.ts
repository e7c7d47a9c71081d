import type { Page } from '@playwright/test';
import { mintBusyShop } from './support/busy-shop.ts';
import { openPage, tenantPages } from './support/pages.ts';
import { expect, signIn, test } from './support/test.ts';

const widths = [320, 390, 640, 768, 1024, 1280, 1366, 1440, 1920, 2560];
/** Pages that one test looks at. */
const perTest = 6;

/** Tables that are wider than their place, cells that are cut though their text matters, and pages that scroll sideways. */
function cutAt(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth + 1) found.push(`the page is ${root.scrollWidth} wide`);
    for (const table of document.querySelectorAll<HTMLElement>('[role="table"]')) {
      const place = table.parentElement;
      if (!place || place.clientWidth === 0) continue;
      const name = table.querySelector('caption')?.textContent ?? 'a table';
      if (table.scrollWidth > place.clientWidth + 1)
        found.push(`${name}: ${table.scrollWidth} of ${place.clientWidth}`);
      for (const cell of table.querySelectorAll<HTMLElement>('tbody [role="cell"]:not([data-may-cut])')) {
        const isCut =
          cell.clientWidth > 0 &&
          getComputedStyle(cell).overflowX === 'hidden' &&
          cell.scrollWidth > cell.clientWidth + 1;
        if (isCut) found.push(`${name}: "${cell.textContent}" is cut`);
      }
    }
    return found;
  });
}

const groups = Array.from({ length: Math.ceil(tenantPages.length / perTest) }, (_, index) =>
  tenantPages.slice(index * perTest, (index + 1) * perTest),
);

for (const group of groups) {
  test(`${group.map(({ name }) => name).join(', ')}: nothing essential is cut`, async ({
    stack,
    mint,
    receiver,
    page,
  }) => {
    test.slow();
    const shop = await mintBusyShop({ stack, mint, receiver });
    await signIn(page, shop.owner);
    for (const listed of group) {
      await test.step(listed.name, async () => {
        await openPage(page, shop.at(listed.path), listed);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          await expect
            .soft(async () => expect(await cutAt(page)).toEqual([]), `${listed.name} at ${width}`)
            .toPass({ timeout: 2_000 });
        }
      });
    }
  });
}
