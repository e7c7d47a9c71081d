import { mintBusyShop } from './support/busy-shop.ts';
import { openPage, personPages, publicPages, tenantPages } from './support/pages.ts';
import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

const themes = ['light', 'dark'] as const;
/** axe works in a blank page as well, which has no storage. */
function useTheme(theme: string): void {
  if (location.protocol !== 'about:') localStorage.setItem('theme', theme);
}

/** Pages that one test looks at. */
const perTest = 6;

const groups = Array.from({ length: Math.ceil(tenantPages.length / perTest) }, (_, index) =>
  tenantPages.slice(index * perTest, (index + 1) * perTest),
);

for (const theme of themes) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({ colorScheme: theme });
    test.beforeEach(({ context }) => context.addInitScript(useTheme, theme));

    test('pages for everybody have no serious finding of axe', async ({ page }) => {
      for (const { name, path } of publicPages) {
        await test.step(name, async () => {
          await openPage(page, path);
          await expect(page.locator('html')).toHaveClass(new RegExp(theme));
          await expectNoSeriousAxe(page, { soft: true });
        });
      }
    });

    test('pages of a person have no serious finding of axe', async ({ mint, page }) => {
      const shop = await mint();
      await signIn(page, shop.owner);
      for (const { name, path } of personPages) {
        await test.step(name, async () => {
          await openPage(page, path);
          await expect(page.locator('html')).toHaveClass(new RegExp(theme));
          await expectNoSeriousAxe(page, { soft: true });
        });
      }
    });

    for (const group of groups) {
      const names = group.map(({ name }) => name).join(', ');
      test(`${names}: no serious finding of axe`, async ({ stack, mint, receiver, page }) => {
        test.slow();
        const shop = await mintBusyShop({ stack, mint, receiver });
        await signIn(page, shop.owner);
        for (const listed of group) {
          await test.step(listed.name, async () => {
            await openPage(page, shop.at(listed.path), listed);
            await expect(page.locator('html')).toHaveClass(new RegExp(theme));
            await expectNoSeriousAxe(page, { soft: true });
          });
        }
      });
    }
  });
}
