import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyAuthenticator } from '../keys/index.ts';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { findApplicationAccess, findOrganizationAccess } from './find-access.ts';
import {
  isSuspended,
  OrganizationSuspended,
  requireActive,
  resumeOrganization,
  suspendOrganization,
} from './suspend-organization.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
});
beforeEach(async () => {
  ctx = await testContext(test.database);
});
afterAll(() => test.close());

const reason = 'unpaid bills';

describe('a suspended organization', () => {
  it('has keys that are known and refused, within 5 s also where they were cached, until it is resumed', async () => {
    const shop = await seed(ctx).owner().application().key('sandbox').mint();
    const other = await seed(ctx).owner().application().key('sandbox').mint();
    const authenticate = createKeyAuthenticator(ctx);
    const judge = async (merchant: typeof shop) => {
      const key = await authenticate(merchant.key().key);
      if (!key) throw new Error('the key is not known');
      requireActive(key);
    };
    await judge(shop);
    await suspendOrganization(ctx, { organizationId: shop.organizationId, reason });
    ctx.clock.advance(5);
    await expect(judge(shop)).rejects.toBeInstanceOf(OrganizationSuspended);
    await judge(other);
    await resumeOrganization(ctx, { organizationId: shop.organizationId, reason: 'paid' });
    ctx.clock.advance(5);
    await judge(shop);
  });

  it('is told apart by its members and applications', async () => {
    const { organizationId, applicationId, owner } = await seed(ctx).owner().application().mint();
    const asking = { userId: owner.userId, signIn: { method: 'password', secondFactor: false } } as const;
    expect(await isSuspended(ctx.db.prisma, applicationId)).toBe(false);
    expect(await findApplicationAccess(ctx, { ...asking, applicationId })).toMatchObject({ suspension: undefined });
    const { suspendedAt } = await suspendOrganization(ctx, { organizationId, reason });
    expect(await isSuspended(ctx.db.prisma, applicationId)).toBe(true);
    const suspension = { since: suspendedAt, reason };
    expect(await findApplicationAccess(ctx, { ...asking, applicationId })).toMatchObject({ suspension });
    expect(await findOrganizationAccess(ctx, { ...asking, organizationId })).toMatchObject({ suspension });
  });

  it('is one that exists, once, with a reason; who did it and why is written down', async () => {
    const { organizationId } = await seed(ctx).owner().application().mint();
    await expect(suspendOrganization(ctx, { organizationId: uuidv7(), reason })).rejects.toMatchObject({
      code: 'not_found',
    });
    const refused = (path: string) => ({ code: 'invalid_input', extras: { issues: [{ path }] } });
    await expect(suspendOrganization(ctx, { organizationId, reason: ' ' })).rejects.toMatchObject(refused('reason'));
    const wrong = refused('organizationId');
    await expect(resumeOrganization(ctx, { organizationId, reason })).rejects.toMatchObject(wrong);
    const both = [0, 1].map(() => suspendOrganization(ctx, { organizationId, reason }));
    const results = await Promise.allSettled(both);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    ctx.clock.advance(1);
    await resumeOrganization(ctx, { organizationId, reason: 'paid' });
    const entries = await test.database.prisma.auditEntry.findMany({
      where: { organizationId, action: { in: ['organization.suspended', 'organization.resumed'] } },
      orderBy: { createdAt: 'asc' },
    });
    expect(entries.map(({ action, actor, detail }) => ({ action, actor, detail }))).toEqual([
      { action: 'organization.suspended', actor: 'operator', detail: { reason } },
      { action: 'organization.resumed', actor: 'operator', detail: { reason: 'paid' } },
    ]);
  });
});
