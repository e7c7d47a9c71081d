import { expect, type Page } from '@playwright/test';
import type { Page as ListedPage } from '../../../scripts/lib/pages.mjs';

export { personPages, publicPages, tenantPages } from '../../../scripts/lib/pages.mjs';

/** Opens a page of the list and waits until nothing on it is still to come. */
export async function openPage(
  page: Page,
  url: string,
  { follow = [] }: Pick<ListedPage, 'follow'> = {},
): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[data-slot="skeleton"]')).toHaveCount(0);
  const [wanted, ...more] = follow;
  if (!wanted) return;
  const hrefs = () =>
    page.locator('a[href]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const found = async () => (await hrefs()).find((href) => wanted.test(href)) ?? '';
  await expect.poll(found, `a link like ${wanted} on ${url}`).not.toBe('');
  await openPage(page, await found(), { follow: more });
}
