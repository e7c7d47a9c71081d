import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const grave = ['serious', 'critical'];
/** Axe calls these moderate, but people with a screen reader navigate by landmarks. */
const named = ['landmark-unique'];

/** The page has no serious and no critical finding of axe once its lists are loaded. `soft`: the test goes on and fails at its end. */
export async function expectNoSeriousAxe(page: Page, options: { within?: string; soft?: boolean } = {}): Promise<void> {
  // A list is dimmed until its new rows are there.
  await expect(page.locator('div[aria-busy="true"]')).toHaveCount(0);
  // A change of the address replaces the title, and for a moment there is none.
  await expect(page).toHaveTitle(/\S/);
  // Pages have no frames. The other way opens a blank page for each analysis.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: true }, 'document-title': { enabled: false } },
  });
  if (options.within) builder.include(options.within);
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
  const check = options.soft ? expect.soft : expect;
  check(found, `axe on ${page.url()}`).toEqual([]);
}
