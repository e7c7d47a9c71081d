import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SeededMerchant, seed, type TestContext, testContext } from '../testing/index.ts';
import { setReturnHosts } from './set-return-hosts.ts';

let test: TestDatabase;
let ctx: TestContext;
let shop: SeededMerchant;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.databaseAs('web'));
  shop = await seed(await testContext(test.database))
    .owner()
    .application()
    .mint();
});
afterAll(() => test.close());

const own = () => ({ ...ctx, ...shop.as('sandbox'), db: ctx.db });
const stored = async () =>
  (await ctx.db.prisma.application.findUniqueOrThrow({ where: { id: shop.applicationId } })).returnHosts;

describe('hosts to lead back to', () => {
  it('are kept, audited and told to every owner, once for a change', async () => {
    const hosts = ['shop.example', 'shop.example:8443'];
    expect(await setReturnHosts(own(), { hosts })).toEqual({ hosts });
    await setReturnHosts(own(), { hosts });
    expect(await stored()).toEqual(hosts);
    const audits = await test.database.prisma.auditEntry.findMany({
      where: { action: 'application.return_hosts_changed' },
    });
    expect(audits).toMatchObject([{ subjectId: shop.applicationId, detail: { hosts, hostsBefore: [] } }]);
    const mails = await test.database.prisma.mail.findMany({ where: { subject: { startsWith: 'Return hosts' } } });
    expect(mails).toMatchObject([{ to: shop.owner.email, text: expect.stringContaining('Before: none') }]);
    expect(mails[0]?.text).toContain('Now: shop.example, shop.example:8443');
    expect(await setReturnHosts(own(), { hosts: [] })).toEqual({ hosts: [] });
    expect(await stored()).toEqual([]);
  });

  it.each([
    'Shop.example',
    'https://shop.example',
    'shop.example/back',
    'shop.example:443',
    'shop.example:0',
    'shop.example:99999',
    'shop..example',
    '-shop.example',
    'shop.example.',
    'ann@shop.example',
    'shop example',
    '*.shop.example',
    '1.1',
    '',
    'x'.repeat(300),
  ])('are not %j', async (host) => {
    await expect(setReturnHosts(own(), { hosts: [host] })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await stored()).toEqual([]);
  });

  it.each(['localhost', 'xn--mnchen-3ya.example', 'a.b-c.example', '10.0.0.7'])('can be %j', async (host) => {
    expect(await setReturnHosts(own(), { hosts: [host] })).toEqual({ hosts: [host] });
    await setReturnHosts(own(), { hosts: [] });
  });

  it('are at most ten, each once', async () => {
    const many = Array.from({ length: 11 }, (_, n) => `shop${n}.example`);
    for (const hosts of [many, ['shop.example', 'shop.example']]) {
      await expect(setReturnHosts(own(), { hosts })).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });
});
