import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

test('finance asks a ready question, changes it, and is told what is wrong and what it costs', async ({
  mint,
  page,
}) => {
  const shop = await mint();
  await shop.api('POST', '/collect', { amount: 75, phone: '254712345678', accountReference: 'INV-9' });
  await signIn(page, shop.owner);
  await page.goto(shop.at('developers/graphql'));
  await expect(page.getByRole('heading', { level: 1, name: 'GraphQL explorer' })).toBeVisible();
  await expect(page.getByText(/^Costs [\d,]+ of 5,000$/)).toBeVisible();

  await page.getByLabel('Sample queries').selectOption('Latest payments with their refunds');
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect(page.getByRole('region', { name: 'Response as JSON' })).toContainText('INV-9');
  await expect(page.getByText(/^Cost [\d,]+ of 5,000$/)).toBeVisible();
  await expectNoSeriousAxe(page);

  const query = page.getByLabel('GraphQL query');
  await query.fill('{ profits }');
  await query.press('Control+Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'GRAPHQL_VALIDATION_FAILED' })).toBeVisible();
  await page.getByLabel('Variables (JSON)').fill('[');
  await page.getByRole('button', { name: 'Run query' }).click();
  await expect(page.getByText('Variables must be a JSON object.')).toBeVisible();
});
