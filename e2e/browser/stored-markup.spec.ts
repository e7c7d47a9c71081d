import { attacks, fillTables } from '@tillgate/domain/testing';
import { openPage, personPages, tenantPages } from './support/pages.ts';
import { expect, signIn, test } from './support/test.ts';

const isLong = process.env.TILLGATE_LONG_TESTS === '1';
/** TILLGATE_LONG_TESTS=1 tries every text on every page. */
const payloads = isLong ? attacks.scripts : [attacks.shortScript];
const shown = new Set([
  'home',
  'payments',
  'payment',
  'links',
  'link',
  'payouts',
  'approvals',
  'reviews',
  'inquiries',
  'offline',
  'keys',
  'endpoint',
  'requests',
  'events',
  'audit',
]);
const pages = isLong ? tenantPages : tenantPages.filter(({ name }) => shown.has(name));

for (const payload of payloads) {
  test(`a text stays a text on every page, whoever wrote it: ${payload}`, async ({ stack, mint, page }) => {
    test.slow();
    const shop = await mint({ name: payload.slice(0, 100) });
    const { applicationId, organizationId, owner } = shop;
    await stack.ctx.db.prisma.user.update({ where: { id: owner.userId }, data: { name: payload } });
    await stack.ctx.db.prisma.organization.update({ where: { id: organizationId }, data: { name: payload } });
    await fillTables(stack.ctx.db, {
      tenant: { applicationId, environment: 'sandbox' },
      organizationId,
      userId: owner.userId,
      text: payload,
      at: new Date(),
    });
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(`${dialog.message()} on ${page.url()}`);
      void dialog.dismiss();
    });
    await signIn(page, owner);
    let seen = 0;
    for (const listed of pages) {
      await openPage(page, shop.at(listed.path), listed);
      seen += await page.getByText(payload.slice(0, 40)).count();
      expect(await page.locator('img[src="x"], svg[onload], iframe[srcdoc]').count(), listed.name).toBe(0);
    }
    for (const { path } of personPages) await openPage(page, path);
    await page.goto(shop.at(`payments?search=${encodeURIComponent(payload)}`));
    // Errors of the browser and violations of the policy fail every test by themselves.
    expect(dialogs).toEqual([]);
    expect(seen).toBeGreaterThan(0);
  });
}
