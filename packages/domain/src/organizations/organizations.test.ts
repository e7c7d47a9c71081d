import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../members/add-member.ts';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { createOrganization } from './create-organization.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.databaseAs('web'));
});
afterAll(() => test.close());

describe('createOrganization', () => {
  it('makes the user its owner, and writes it down', async () => {
    const { owner } = await seed(ctx).owner().application().mint();
    const { organizationId } = await createOrganization(ctx, { name: 'Second', ownerUserId: owner.userId });
    const members = await test.database.prisma.membership.findMany({ where: { organizationId } });
    expect(members).toMatchObject([{ userId: owner.userId, role: 'owner' }]);
    const entries = await test.database.prisma.auditEntry.findMany({ where: { subjectId: organizationId } });
    expect(entries).toMatchObject([{ action: 'organization.created', organizationId }]);
  });

  it('refuses an owner who is nobody', async () => {
    await expect(createOrganization(ctx, { name: 'X', ownerUserId: uuidv7() })).rejects.toMatchObject({
      extras: { issues: [{ path: 'ownerUserId' }] },
    });
  });
});

describe('addMember', () => {
  it.each(['owner', 'admin', 'developer', 'finance', 'support'] as const)('adds a person as %s', async (role) => {
    const { organizationId, members } = await seed(ctx).owner().application().member(role).mint();
    const [member] = members;
    const rows = await test.database.prisma.membership.findMany({ where: { organizationId, userId: member?.userId } });
    expect(rows).toMatchObject([{ role }]);
  });

  it('refuses a second membership, unknown people, organizations and roles, and changes nothing', async () => {
    const { organizationId, owner } = await seed(ctx).owner().application().mint();
    const before = await test.database.prisma.auditEntry.count();
    const add = (change: object) =>
      addMember(ctx, { organizationId, userId: owner.userId, role: 'support', ...change });
    await expect(add({})).rejects.toMatchObject({ extras: { issues: [{ path: 'userId' }] } });
    await expect(add({ userId: uuidv7() })).rejects.toMatchObject({ extras: { issues: [{ path: 'userId' }] } });
    await expect(add({ organizationId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(add({ role: 'king' })).rejects.toMatchObject({ extras: { issues: [{ path: 'role' }] } });
    const rows = await test.database.prisma.membership.findMany({ where: { organizationId } });
    expect(rows).toMatchObject([{ role: 'owner' }]);
    expect(await test.database.prisma.auditEntry.count()).toBe(before);
  });
});
