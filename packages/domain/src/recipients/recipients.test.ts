import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantContext } from '../kernel/context.ts';
import { authorityOf } from '../organizations/index.ts';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { listRecipients, recipientsMax, removeRecipient, saveRecipient } from './index.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.databaseAs('web'));
});
afterAll(() => test.close());

/** The finance person of a shop of its own. */
async function finance(): Promise<TenantContext> {
  const merchant = await seed({ ...base, db: test.database })
    .owner()
    .application()
    .member('finance')
    .mint();
  const actor = `user:${merchant.members[0]?.userId}`;
  return { ...base, tenant: merchant.as('sandbox').tenant, actor, authority: authorityOf('finance') };
}

describe('a saved recipient', () => {
  it('is listed by name, with the number in one form, in its own environment', async () => {
    const ctx = await finance();
    await saveRecipient(ctx, { name: ' Wanjiku  Stores ', phone: '0712 345 678' });
    const { recipientId } = await saveRecipient(ctx, { name: 'Atieno', phone: '+254 110 000 001' });
    expect(await listRecipients(ctx)).toEqual([
      { recipientId, name: 'Atieno', phone: '254110000001', changed: null },
      { recipientId: expect.any(String), name: 'Wanjiku  Stores', phone: '254712345678', changed: null },
    ]);
    const production = { ...ctx, tenant: { ...ctx.tenant, environment: 'production' as const } };
    expect(await listRecipients(production)).toEqual([]);
    await saveRecipient(production, { name: 'Atieno', phone: '254110000001' });
  });

  it('is never one of two that look alike', async () => {
    const ctx = await finance();
    await saveRecipient(ctx, { name: 'Zoë Wanjiku', phone: '254712345678' });
    const issueOf = (input: { name: string; phone: string }) =>
      saveRecipient(ctx, input).catch(({ code, extras }) => ({ code, issues: extras.issues }));
    expect(await issueOf({ name: 'Other', phone: '0712345678' })).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'phone', message: 'is saved already, as "Zoë Wanjiku"' }],
    });
    for (const name of ['zoe wanjiku', 'ZOË\u00a0 WANJIKU']) {
      expect(await issueOf({ name, phone: '254712345679' }), name).toMatchObject({ issues: [{ path: 'name' }] });
    }
    const both = await Promise.allSettled([
      saveRecipient(ctx, { name: 'Otieno', phone: '254712345671' }),
      saveRecipient(ctx, { name: 'otieno', phone: '254712345672' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([
    { name: '', phone: '254712345678' },
    { name: 'A\u202eB', phone: '254712345678' },
    { name: 'Ann', phone: '12345' },
  ])('is refused as %j', async (input) => {
    await expect(saveRecipient(await finance(), input)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is refused when there are too many', async () => {
    const ctx = await finance();
    const { applicationId, environment } = ctx.tenant;
    await test.database.prisma.recipient.createMany({
      data: Array.from({ length: recipientsMax }, (_, index) => ({
        id: crypto.randomUUID(),
        applicationId,
        environment,
        savedBy: ctx.actor,
        savedAt: ctx.clock.now(),
        name: `Supplier ${index}`,
        phone: `254700${String(index).padStart(6, '0')}`,
      })),
    });
    await expect(saveRecipient(ctx, { name: 'One more', phone: '254712345678' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('is removed once, by nobody else, and the audit names neither the person nor the number', async () => {
    const ctx = await finance();
    const { recipientId } = await saveRecipient(ctx, { name: 'Atieno', phone: '254712345678' });
    await expect(removeRecipient(await finance(), { recipientId })).rejects.toMatchObject({ code: 'not_found' });
    base.clock.advance(1);
    expect(await removeRecipient(ctx, { recipientId })).toEqual({ removed: true });
    await expect(removeRecipient(ctx, { recipientId })).rejects.toMatchObject({ code: 'not_found' });
    expect(await listRecipients(ctx)).toEqual([]);
    const entries = await test.database.prisma.auditEntry.findMany({
      where: { subjectId: recipientId },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['recipient.saved', { environment: 'sandbox', isChange: false }],
      ['recipient.removed', { environment: 'sandbox' }],
    ]);
  });

  it('shows that its number was changed, when and by whom, also when it was removed in between', async () => {
    const ctx = await finance();
    const { recipientId } = await saveRecipient(ctx, { name: 'Landlord Grace', phone: '254712345678' });
    await removeRecipient(ctx, { recipientId });
    base.clock.advance(60);
    await saveRecipient(ctx, { name: 'landlord  grace', phone: '254712345679' });
    const { email } = await test.database.prisma.user.findUniqueOrThrow({ where: { id: ctx.actor.slice(5) } });
    const at = base.clock.now().toISOString();
    expect(await listRecipients(ctx)).toMatchObject([
      { phone: '254712345679', changed: { from: '254712345678', at, by: email } },
    ]);
  });

  it('that is saved again with its number has not changed', async () => {
    const ctx = await finance();
    const { recipientId } = await saveRecipient(ctx, { name: 'Atieno', phone: '254712345678' });
    await removeRecipient(ctx, { recipientId });
    await saveRecipient(ctx, { name: 'Atieno', phone: '254712345678' });
    expect(await listRecipients(ctx)).toMatchObject([{ changed: null }]);
  });

  it('is for people who may ask for payouts', async () => {
    const ctx = { ...(await finance()), authority: authorityOf('support') };
    await expect(listRecipients(ctx)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
