import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const grave = ['serious', 'critical'];
/** Axe calls these moderate, but people with a screen reader navigate by landmarks. */
const named = ['landmark-unique'];

/** A table of all colours tests contrast, too (`packages/ui/src/contrast.test.ts`): with it, axe takes half as long again. */
const isContrastSeenEverywhere = process.env.TILLGATE_LONG_TESTS === '1';

/**
 * The page has no serious and no critical finding of axe once its lists are loaded. `soft`: the test goes on and fails
 * at its end. `contrast`: axe measures the contrast of each text, which it otherwise does with TILLGATE_LONG_TESTS=1.
 */
export async function expectNoSeriousAxe(
  page: Page,
  { within, soft, contrast = isContrastSeenEverywhere }: { within?: string; soft?: boolean; contrast?: boolean } = {},
): Promise<void> {
  // A list is dimmed until its new rows are there.
  await expect(page.locator('div[aria-busy="true"]')).toHaveCount(0);
  // A change of the address replaces the title, and for a moment there is none.
  await expect(page).toHaveTitle(/\S/);
  // Pages have no frames. The other way opens a blank page for each analysis.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    rules: {
      'target-size': { enabled: true },
      'document-title': { enabled: false },
      'color-contrast': { enabled: contrast },
    },
  });
  if (within) builder.include(within);
  const { violations } = await builder.analyze();
  const found = violations
    .filter(({ id, impact }) => (impact && grave.includes(impact)) || named.includes(id))
    .map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      nodes: nodes.slice(0, 5).map(({ target, html, failureSummary }) => ({
        target: target.join(' '),
        html: html.slice(0, 200),
        why: failureSummary,
      })),
    }));
  const check = soft ? expect.soft : expect;
  check(found, `axe on ${page.url()}`).toEqual([]);
}
