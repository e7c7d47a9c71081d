import type { Role } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../kernel/authority.ts';
import { createKey, createKeyAuthenticator } from '../keys/index.ts';
import { listInvitations } from '../reading/members/index.ts';
import { type SeededMerchant, seed, testContext } from '../testing/index.ts';
import { disableUser, readSession } from '../users/index.ts';
import { type IdentityContext, identityContext, newPerson, type SignedIn, tokenTo } from '../users/users.fixture.ts';
import { acceptInvitation, signUpByInvitation } from './accept-invitation.ts';
import { addMember } from './add-member.ts';
import {
  changeMemberRole,
  endMemberSessions,
  leaveOrganization,
  listKeysOfMember,
  removeMember,
} from './change-member.ts';
import { inviteMember } from './invite-member.ts';
import { couldMakeKey } from './keys-of-member.ts';
import { resendInvitation } from './resend-invitation.ts';

let test: TestDatabase;
let ctx: IdentityContext;
let shop: SeededMerchant;
let owner: SignedIn;
beforeAll(async () => {
  test = await testDatabase();
});
beforeEach(async () => {
  ctx = identityContext(await testContext(test.database));
  shop = await seed(ctx).owner().application().mint();
  owner = await newMember('owner');
});
afterAll(() => test.close());

async function newMember(role: Role): Promise<SignedIn> {
  const person = await newPerson(ctx);
  await addMember(ctx, { organizationId: shop.organizationId, userId: person.person.userId, role });
  return person;
}

const newAddress = () => `${uuidv7()}@shop.example`;
const about = ({ person }: SignedIn) => ({ organizationId: shop.organizationId, userId: person.userId });
const keyOf = (who: SignedIn, environment: 'sandbox' | 'production', scopes?: Scope[]) =>
  createKey(who, { applicationId: shop.applicationId, environment, name: 'Till', scopes });
const isLive = async ({ key }: { key: string }) => (await createKeyAuthenticator(ctx)(key)) !== undefined;
const entriesOf = (action: string) =>
  test.database.prisma.auditEntry.findMany({ where: { organizationId: shop.organizationId, action } });

async function invited(by: SignedIn, role: Role, email = newAddress()) {
  const { invitationId } = await inviteMember(by, { organizationId: shop.organizationId, email, role });
  return { email, invitationId, token: await tokenTo(ctx, email) };
}

const signUp = (token: string) => signUpByInvitation(ctx, { token, name: 'Bob', password: 'a password of ten' });
const gone = { code: 'not_found' };

describe('whether a role could make a key', () => {
  it.each([
    [undefined, 'sandbox', ['read'], false],
    ['finance', 'sandbox', ['read'], false],
    ['support', 'production', ['read'], false],
    ['developer', 'sandbox', ['payout'], true],
    ['developer', 'production', ['read', 'collect'], true],
    ['developer', 'production', ['read', 'payout'], false],
    ['developer', 'production', ['refund'], false],
    ['admin', 'production', ['payout', 'refund'], true],
    ['owner', 'production', ['payout'], true],
  ] as const)('%s in %s with %j: %s', (role, environment, scopes, could) =>
    expect(couldMakeKey(role, { environment, scopes })).toBe(could),
  );
});

describe('who is removed', () => {
  it('leaves no open invitation behind, and the remover sees which', async () => {
    const admin = await newMember('admin');
    const planted = await invited(admin, 'admin');
    const others = await invited(owner, 'support');
    const { withdrawnInvitations } = await removeMember(owner, about(admin));
    expect(withdrawnInvitations).toEqual([{ invitationId: planted.invitationId, email: planted.email, role: 'admin' }]);
    await expect(signUp(planted.token)).rejects.toMatchObject(gone);
    const { organizationId } = shop;
    expect(await listInvitations(ctx, { organizationId })).toMatchObject([{ email: others.email }]);
    expect(await entriesOf('invitation.revoked')).toMatchObject([
      { actor: owner.actor, subjectId: planted.invitationId, detail: { because: 'member.removed' } },
    ]);
    await signUp(others.token);
  });

  it('is not removed before it is said what becomes of keys that they made', async () => {
    const developer = await newMember('developer');
    const { keyId } = await keyOf(developer, 'production', ['read']);
    await expect(removeMember(owner, about(developer))).rejects.toMatchObject({
      code: 'invalid_input',
      extras: { issues: [{ path: 'keys' }] },
    });
    expect(await listKeysOfMember(owner, about(developer))).toMatchObject([
      { keyId, name: 'Till', environment: 'production', scopes: ['read'], lastUsedAt: null },
    ]);
  });

  it.each(['revoke', 'keep'] as const)('has their keys dealt with as the remover says: %s', async (keys) => {
    const developer = await newMember('developer');
    const made = [await keyOf(developer, 'production', ['read']), await keyOf(developer, 'sandbox')];
    const ofOwner = await keyOf(owner, 'production', ['payout']);
    const { revokedKeys, liveKeys } = await removeMember(owner, { ...about(developer), keys });
    const ids = made.map(({ keyId }) => keyId);
    expect((keys === 'revoke' ? revokedKeys : liveKeys).map(({ keyId }) => keyId)).toEqual(ids);
    expect(keys === 'revoke' ? liveKeys : revokedKeys).toEqual([]);
    for (const key of made) expect(await isLive(key)).toBe(keys === 'keep');
    expect(await isLive(ofOwner)).toBe(true);
    const revocations = await entriesOf('key.revoked');
    expect(revocations.map(({ subjectId }) => subjectId).sort()).toEqual(keys === 'revoke' ? ids.sort() : []);
    const count = { keysRevoked: keys === 'revoke' ? 2 : 0, keysKept: keys === 'keep' ? 2 : 0 };
    expect(await entriesOf('member.removed')).toMatchObject([{ detail: { role: 'developer', ...count } }]);
  });

  it('keeps the keys of other organizations, which their own owners decide about', async () => {
    const other = await seed(ctx).owner().application().mint();
    const developer = await newMember('developer');
    await addMember(ctx, { organizationId: other.organizationId, userId: developer.person.userId, role: 'developer' });
    const elsewhere = await createKey(developer, {
      applicationId: other.applicationId,
      environment: 'sandbox',
      name: 'Till',
    });
    expect(await removeMember(owner, { ...about(developer), keys: 'revoke' })).toMatchObject({ revokedKeys: [] });
    expect(await isLive(elsewhere)).toBe(true);
  });

  it('makes no key at the moment of their removal that nobody decides about', async () => {
    const developer = await newMember('developer');
    const making = Array.from({ length: 6 }, () => keyOf(developer, 'sandbox'));
    const [removed, ...made] = await Promise.allSettled([
      removeMember(owner, { ...about(developer), keys: 'revoke' }),
      ...making,
    ]);
    expect(removed?.status).toBe('fulfilled');
    const keys = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const key of keys) expect(await isLive(key)).toBe(false);
    await expect(keyOf(developer, 'sandbox')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('and who leaves by themselves, has their invitations withdrawn and their keys counted', async () => {
    const admin = await newMember('admin');
    const planted = await invited(admin, 'admin');
    await keyOf(admin, 'sandbox');
    await leaveOrganization(admin, { organizationId: shop.organizationId });
    await expect(signUp(planted.token)).rejects.toMatchObject(gone);
    expect(await entriesOf('member.left')).toMatchObject([{ detail: { invitationsWithdrawn: 1, keysKept: 1 } }]);
  });
});

describe('who gets a lesser role', () => {
  it('loses what the role could not have made, and nothing else', async () => {
    const admin = await newMember('admin');
    const planted = await invited(admin, 'admin');
    const payout = await keyOf(admin, 'production', ['payout']);
    const reading = await keyOf(admin, 'production', ['read']);
    const role = 'developer' as const;
    expect(await listKeysOfMember(owner, { ...about(admin), to: role })).toMatchObject([{ keyId: payout.keyId }]);
    await expect(changeMemberRole(owner, { ...about(admin), role })).rejects.toMatchObject({ code: 'invalid_input' });
    const { revokedKeys, withdrawnInvitations } = await changeMemberRole(owner, {
      ...about(admin),
      role,
      keys: 'revoke',
    });
    expect(revokedKeys).toMatchObject([{ keyId: payout.keyId }]);
    expect(withdrawnInvitations).toMatchObject([{ email: planted.email }]);
    expect([await isLive(payout), await isLive(reading)]).toEqual([false, true]);
    await expect(signUp(planted.token)).rejects.toMatchObject(gone);
  });

  it('keeps what the role could have made: an owner who becomes an admin, and who becomes more', async () => {
    const second = await newMember('owner');
    const [forOwner, forSupport] = [await invited(second, 'owner'), await invited(second, 'support')];
    const key = await keyOf(second, 'production', ['payout']);
    const { withdrawnInvitations, liveKeys } = await changeMemberRole(owner, { ...about(second), role: 'admin' });
    expect(withdrawnInvitations).toMatchObject([{ email: forOwner.email }]);
    expect(liveKeys).toEqual([]);
    expect(await isLive(key)).toBe(true);
    await changeMemberRole(owner, { ...about(second), role: 'owner' });
    await signUp(forSupport.token);
  });
});

describe('an invitation', () => {
  const forgetMembership = ({ person }: SignedIn) =>
    test.database.prisma.membership.deleteMany({ where: { userId: person.userId } });
  const demote = ({ person }: SignedIn) =>
    test.database.prisma.membership.updateMany({ where: { userId: person.userId }, data: { role: 'developer' } });

  it.each([
    ['is no longer a member', forgetMembership],
    ['has a role that may not invite', demote],
    ['is disabled', ({ email }: SignedIn) => disableUser(ctx, { email })],
  ] as const)('whose sender %s is not accepted, whatever its row says', async (_, lose) => {
    const admin = await newMember('admin');
    const { token } = await invited(admin, 'support');
    await lose(admin);
    await expect(signUp(token)).rejects.toMatchObject(gone);
    const bob = await newPerson(ctx);
    const forBob = await invited(owner, 'support', bob.email);
    await acceptInvitation(bob, { token: forBob.token });
  });

  it('that another member has sent again is theirs', async () => {
    const admin = await newMember('admin');
    const { email, invitationId } = await invited(admin, 'support');
    await resendInvitation(owner, { organizationId: shop.organizationId, invitationId });
    await removeMember(owner, about(admin));
    await signUp(await tokenTo(ctx, email));
  });
});

describe('a member’s sessions', () => {
  it('are ended by who may change their role, everywhere and at once', async () => {
    const support = await newMember('support');
    expect(await readSession(ctx, support.person.sessionId)).toBeDefined();
    expect(await endMemberSessions(await newMember('admin'), about(support))).toEqual({ ended: 1 });
    expect(await readSession(ctx, support.person.sessionId)).toBeUndefined();
    expect(await entriesOf('member.sessions_ended')).toMatchObject([{ detail: { ended: 1 } }]);
  });

  it.each([
    ['admin', 'owner'],
    ['developer', 'support'],
    ['finance', 'support'],
    ['support', 'support'],
  ] as const)('are not ended by an %s of an %s', async (actor, target) => {
    const [member, other] = [await newMember(actor), await newMember(target)];
    await expect(endMemberSessions(member, about(other))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(listKeysOfMember(member, about(other))).rejects.toMatchObject({ code: 'forbidden' });
    expect(await readSession(ctx, other.person.sessionId)).toBeDefined();
  });

  it('of another organization are nobody’s to end', async () => {
    const stranger = await newPerson(ctx);
    for (const organizationId of [shop.organizationId, uuidv7()]) {
      const { userId } = owner.person;
      await expect(endMemberSessions(stranger, { organizationId, userId })).rejects.toMatchObject(gone);
      await expect(listKeysOfMember(stranger, { organizationId, userId })).rejects.toMatchObject(gone);
    }
    await expect(endMemberSessions(owner, about(stranger))).rejects.toMatchObject(gone);
  });
});
