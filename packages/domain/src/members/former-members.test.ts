import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApplication } from '../applications/index.ts';
import { findFormerOrganization } from '../reading/members/index.ts';
import { type SeededMerchant, seed, testContext } from '../testing/index.ts';
import { type IdentityContext, identityContext, newPerson, type SignedIn } from '../users/users.fixture.ts';
import { addMember } from './add-member.ts';
import { leaveOrganization, removeMember } from './change-member.ts';

let test: TestDatabase;
let ctx: IdentityContext;
let shop: SeededMerchant;
let owner: SignedIn;
let bob: SignedIn;
let name: string;
beforeAll(async () => {
  test = await testDatabase();
});
beforeEach(async () => {
  ctx = identityContext(await testContext(test.database));
  shop = await seed(ctx).owner().application().mint();
  owner = await newPerson(ctx);
  bob = await newPerson(ctx);
  await join(owner, 'owner');
  const where = { id: shop.organizationId };
  name = (await test.database.prisma.organization.findUniqueOrThrow({ where })).name;
});
afterAll(() => test.close());

const join = ({ person: { userId } }: SignedIn, role: 'owner' | 'support' = 'support') =>
  addMember(ctx, { organizationId: shop.organizationId, userId, role });
const remove = ({ person: { userId } }: SignedIn) =>
  removeMember(owner, { organizationId: shop.organizationId, userId });
const askedBy = ({ person: { userId } }: SignedIn, applicationId = shop.applicationId) =>
  findFormerOrganization(ctx, { userId, applicationId });

describe('the organization that a person is no longer in', () => {
  it('is named to who was removed', async () => {
    await join(bob);
    await remove(bob);
    expect(await askedBy(bob)).toEqual({ name });
  });

  it('is named to who left', async () => {
    await join(bob);
    await leaveOrganization(bob, { organizationId: shop.organizationId });
    expect(await askedBy(bob)).toEqual({ name });
  });

  it('is named once to who was removed twice', async () => {
    await join(bob);
    await remove(bob);
    await join(bob);
    await remove(bob);
    expect(await askedBy(bob)).toEqual({ name });
  });

  it('is not named to a member, nor to one who came back', async () => {
    await join(bob);
    expect(await askedBy(bob)).toBeUndefined();
    await remove(bob);
    await join(bob);
    expect(await askedBy(bob)).toBeUndefined();
  });

  it('is not named to a stranger, who learns nothing about which applications exist', async () => {
    await join(bob);
    await remove(bob);
    const eve = await newPerson(ctx);
    for (const applicationId of [shop.applicationId, uuidv7(), 'nothing', '']) {
      expect(await askedBy(eve, applicationId)).toBeUndefined();
    }
  });

  it('is not named by an application of another organization, nor by one that came later', async () => {
    await join(bob);
    await remove(bob);
    const other = await seed(ctx).owner().application().mint();
    expect(await askedBy(bob, other.applicationId)).toBeUndefined();
    ctx.clock.advance(1_000);
    const later = await createApplication(owner, { organizationId: shop.organizationId, name: 'Later' });
    expect(await askedBy(bob, later.applicationId)).toBeUndefined();
  });
});
