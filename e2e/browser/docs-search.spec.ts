import { attacks } from '@tillgate/domain/testing';
import { expect, test } from './support/test.ts';

test('the search of the documents finds pages, and what is typed stays a text', async ({ page, stack }) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(new URL('/docs/', stack.apiUrl).href);
  await page.getByRole('button', { name: /search/i }).click();
  const box = page.getByRole('searchbox').or(page.getByPlaceholder(/search/i));
  await box.fill('idempotency');
  await expect(page.getByRole('link', { name: /idempotency/i }).first()).toBeVisible();
  for (const text of [...attacks.scripts, '__proto__', 'constructor', '('.repeat(5_000)]) {
    await box.fill(text);
    await expect(box).toHaveValue(text);
    await expect(page.locator('img[src="x"], svg[onload], iframe[srcdoc]')).toHaveCount(0);
  }
  await box.fill('webhook');
  await expect(page.getByRole('link', { name: /webhook/i }).first()).toBeVisible();
  expect(dialogs).toEqual([]);
});
