import { insertDecisions, listRules } from '@tillgate/domain/guards';
import { expect, expectNoSeriousAxe, signIn, test } from './support/test.ts';

test('a rule is tried, added, changed, and its decisions are listed', async ({ mint, page, stack }) => {
  const shop = await mint();
  await signIn(page, shop.owner);
  await page.goto(shop.at('settings/guard'));
  await expect(page.getByText('No rules yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('What it looks at').selectOption({ label: 'Largest first prompt' });
  await expect(dialog.getByRole('button', { name: 'Save rule' })).toBeDisabled();
  await dialog.getByLabel('Largest amount').fill('200,000');
  await expect(dialog.getByText('Enter a whole number from 1 to 150,000.')).toBeVisible();
  await dialog.getByLabel('Largest amount').fill('5,000');
  await dialog.getByRole('button', { name: 'Try it' }).click();
  await expect(dialog.getByText('None of 0 prompts would have been stopped')).toBeVisible();
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByText('The rule was saved')).toBeVisible();
  const row = page.getByRole('row', { name: /Largest first prompt/ });
  await expect(row).toContainText('At most KES 5,000 from a phone that has never paid this application');
  await expect(row).toContainText('Only records');

  await row.getByRole('button', { name: 'Change' }).click();
  await dialog.getByText('Refuses', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(row).toContainText('Refuses');

  const tenant = { applicationId: shop.applicationId, environment: 'sandbox' as const };
  const [rule] = await listRules(stack.ctx.db.pool, tenant);
  if (!rule) throw new Error('The rule is not stored.');
  const nothingSent = { paymentId: null, disbursementId: null, phoneHash: null };
  await insertDecisions(stack.ctx.db.pool, [{ ...tenant, rule, ...nothingSent, amount: 6_000, at: new Date() }]);
  await page.reload();
  await expect(row).toContainText('1 time');
  await page.getByRole('link', { name: 'Decisions' }).click();
  await expect(page.getByRole('row', { name: /Largest first prompt/ })).toContainText('KES 6,000');
  await expect(page.getByText('Not sent')).toBeVisible();
  await expectNoSeriousAxe(page);
});

test('what stops less waits for another owner or admin', async ({ mint, pageOf, stack }) => {
  const shop = await mint({ roles: ['admin'] });
  const page = await pageOf(shop.owner);
  await page.goto(shop.at('settings/guard'));
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('What it looks at').selectOption({ label: 'The same payout again' });
  await dialog.getByText('Asks a second person', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The change is waiting for approval from another owner or admin')).toBeVisible();
  await expect(page.getByText('These changes have not taken effect yet.')).toBeVisible();

  const admin = await pageOf(shop.person('admin'));
  await admin.goto(shop.at('settings/guard'));
  await admin.getByRole('link', { name: 'Open the request' }).click();
  await expect(admin.getByText('The rule is removed')).toBeVisible();
  await admin.getByRole('button', { name: 'Approve' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  const tenant = { applicationId: shop.applicationId, environment: 'sandbox' as const };
  await expect.poll(() => listRules(stack.ctx.db.pool, tenant)).toEqual([]);
});

test('phones are blocked by hand and by file, found, and unblocked by a second person', async ({
  mint,
  pageOf,
  stack,
  tolerate,
}) => {
  tolerate(/status of 422/);
  const shop = await mint({ roles: ['admin'] });
  const page = await pageOf(shop.owner);
  await page.goto(shop.at('settings/guard'));
  await page.getByRole('link', { name: 'Lists' }).click();
  await expect(page.getByText('No phones on lists')).toBeVisible();
  await page.getByRole('button', { name: 'Add a phone' }).click();
  const dialog = page.getByRole('alertdialog');
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await dialog.getByLabel('Phone number').fill('07123');
  await dialog.getByLabel('Reason').fill('Chargeback in May');
  await save.click();
  // What is typed stays, and the field says what is wrong.
  await expect(dialog.getByText(/phone number/i).last()).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toHaveValue('Chargeback in May');
  await dialog.getByLabel('Phone number').fill('0712 345 678');
  await expectNoSeriousAxe(page);
  await save.click();
  await expect(page.getByText('The list was saved')).toBeVisible();
  const row = page.getByRole('row', { name: /Chargeback in May/ });
  await expect(row).toContainText('Blocked');
  await page.setViewportSize({ width: 390, height: 844 });
  const [badge, remove] = [row.getByText('Blocked'), row.getByRole('button', { name: 'Remove' })];
  const below = async () => ((await remove.boundingBox())?.y ?? 0) - ((await badge.boundingBox())?.y ?? 0);
  await expect.poll(below, 'on a phone the button stands under both lines of its row').toBeGreaterThan(40);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Import a CSV file' }).click();
  const file = (text: string) => ({ name: 'phones.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const picker = dialog.locator('input[type=file]');
  await picker.setInputFiles(file('phone,list,reason\n0712345679,block,Fraud\n0712,block,Fraud\n'));
  await expect(dialog.getByText('1 row has a problem')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Block these phones' })).toBeDisabled();
  await picker.setInputFiles(file('phone,list,reason\n0712345679,block,Fraud\n0712345678,block,Chargeback in May\n'));
  await expect(dialog.getByText('1 phone is new')).toBeVisible();
  await dialog.getByRole('button', { name: 'Block these phones' }).click();
  await expect(page.getByRole('row', { name: /Fraud/ })).toContainText('Blocked');

  await page.getByLabel('Find a phone').fill('+254 712 345 679');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(
    page.getByRole('table', { name: 'Entries of this phone' }).getByRole('row', { name: /Fraud/ }),
  ).toBeVisible();
  expect(page.url()).not.toContain('345');
  await expectNoSeriousAxe(page);

  await row.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The change is waiting for approval from another owner or admin')).toBeVisible();
  await expect(row).toBeVisible();
  const admin = await pageOf(shop.person('admin'));
  await admin.goto(shop.at('settings/guard'));
  await admin.getByRole('link', { name: 'Open the request' }).click();
  await admin.getByRole('button', { name: 'Approve' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  const { applicationId } = shop;
  await expect
    .poll(() => stack.ctx.db.prisma.guardListEntry.count({ where: { applicationId, reason: 'Chargeback in May' } }))
    .toBe(0);
});

test('a phone that counts for nothing can be removed at every width', async ({
  mint,
  page,
  stack,
  context,
  baseURL,
}) => {
  const { applicationId, owner, at } = await mint();
  const entry = { applicationId, environment: 'sandbox', list: 'block', keyId: 'other', reason: 'Chargeback' } as const;
  const made = { id: crypto.randomUUID(), phoneHash: 'of another key', createdBy: 'operator', createdAt: new Date() };
  await stack.ctx.db.prisma.guardListEntry.create({ data: { ...entry, ...made } });
  await context.addCookies([{ name: 'tillgate-locale', value: 'sw', url: String(baseURL) }]);
  await signIn(page, owner);
  await page.goto(at('settings/guard?show=lists'));
  const remove = page.getByRole('button', { name: 'Ondoa' });
  for (const width of [390, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(remove).toBeVisible();
    const rest = () =>
      remove.evaluate((button) => {
        const place = button.closest('[role="table"]')?.parentElement;
        return place ? place.scrollWidth - place.clientWidth : -1;
      });
    await expect.poll(rest, `at ${width}`).toBeLessThanOrEqual(1);
  }
});
