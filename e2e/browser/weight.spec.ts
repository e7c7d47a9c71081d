import { expect, signIn, test } from './support/test.ts';
import { readScriptBytes, scriptBudgets } from './support/weight.ts';

test('pages bring no more JavaScript than they may, and ask for no other page', async ({
  stack,
  mint,
  browser,
  page,
}) => {
  test.skip(stack.isDev, 'What is not built is larger.');
  const shop = await mint();
  await signIn(page, shop.owner);
  const storageState = await page.context().storageState();
  for (const { name, path, kBMax } of scriptBudgets) {
    await test.step(name, async () => {
      // An empty cache: scripts of the page before would not count.
      const context = await browser.newContext({ baseURL: stack.webUrl, storageState });
      const fresh = await context.newPage();
      const asked: string[] = [];
      fresh.on('request', (request) => new URL(request.url()).searchParams.has('_rsc') && asked.push(request.url()));
      await fresh.goto(shop.at(path), { waitUntil: 'networkidle' });
      const bytes = await fresh.evaluate(readScriptBytes);
      expect(bytes).toBeGreaterThan(0);
      expect(bytes / 1000, `${name}: kB of JavaScript`).toBeLessThanOrEqual(kBMax);
      expect(asked, `pages that ${name} asked for`).toEqual([]);
      await context.close();
    });
  }
});
