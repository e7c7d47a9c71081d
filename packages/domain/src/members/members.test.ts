import type { Role } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApplication, renameApplication } from '../applications/index.ts';
import { createKey, revokeKey, rotateKey } from '../keys/index.ts';
import { readMailText } from '../mails/index.ts';
import { createOrganization } from '../organizations/create-organization.ts';
import { findApplicationAccess } from '../organizations/find-access.ts';
import { listInvitations, listMembers } from '../reading/members/index.ts';
import { seed, testContext } from '../testing/index.ts';
import { signIn, signInExternally } from '../users/index.ts';
import { type IdentityContext, identityContext, newPerson, type SignedIn } from '../users/users.fixture.ts';
import { acceptInvitation, getInvitation, signUpByInvitation } from './accept-invitation.ts';
import { addMember } from './add-member.ts';
import { changeMemberRole, leaveOrganization, removeMember } from './change-member.ts';
import { invitationState } from './invitation.ts';
import { inviteMember } from './invite-member.ts';
import { resendInvitation, revokeInvitation } from './resend-invitation.ts';

let test: TestDatabase;
let ctx: IdentityContext;
beforeAll(async () => {
  test = await testDatabase();
});
beforeEach(async () => {
  ctx = identityContext(await testContext(test.databaseAs('web')));
});
afterAll(() => test.close());

const password = 'a password of ten';
const newAddress = () => `${uuidv7()}@shop.example`;

async function ownOrganization(owner: SignedIn): Promise<string> {
  const { organizationId } = await createOrganization(ctx, { name: 'Duka La Ann', ownerUserId: owner.person.userId });
  return organizationId;
}

/** A member of the organization, signed in. */
async function newMember(organizationId: string, role: Role): Promise<SignedIn> {
  const person = await newPerson(ctx);
  await addMember(ctx, { organizationId, userId: person.person.userId, role });
  return person;
}

/** The emails to somebody as they arrive. */
async function mailsTo(to: string) {
  const mails = await test.database.prisma.mail.findMany({ where: { to }, orderBy: { id: 'asc' } });
  return mails.map((mail) => ({ ...mail, text: readMailText(ctx.open, mail) }));
}

const tokenTo = async (to: string) => /token=([A-Za-z0-9_-]+)/.exec((await mailsTo(to)).at(-1)?.text ?? '')?.[1] ?? '';
const roleOf = async (organizationId: string, { person }: SignedIn) =>
  (await listMembers(ctx, { organizationId })).find(({ userId }) => userId === person.userId)?.role;
const owners = async (organizationId: string) =>
  (await listMembers(ctx, { organizationId })).filter(({ role }) => role === 'owner').length;
const fulfilled = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

describe('where an invitation stands', () => {
  const now = new Date('2026-01-05T08:00:00Z');
  const later = new Date(now.getTime() + 1);
  it.each([
    [{ acceptedAt: null, revokedAt: null, expiresAt: later }, 'open'],
    [{ acceptedAt: null, revokedAt: null, expiresAt: now }, 'expired'],
    [{ acceptedAt: now, revokedAt: null, expiresAt: now }, 'accepted'],
    [{ acceptedAt: null, revokedAt: now, expiresAt: later }, 'revoked'],
  ])('%j is %s', (fields, state) => expect(invitationState(fields, now)).toBe(state));
});

describe('an invitation', () => {
  it('goes out by mail, with a token that is nowhere else', async () => {
    const ann = await newPerson(ctx);
    const organizationId = await ownOrganization(ann);
    const email = newAddress();
    await inviteMember(ann, { organizationId, email: email.toUpperCase(), role: 'finance' });
    const [mail] = await mailsTo(email);
    expect(mail).toMatchObject({ hasSecret: true, subject: 'You are invited to Duka La Ann on Tillgate' });
    expect(mail?.text).toMatch(/^Ann Otieno invites you to Duka La Ann as finance\.\n/);
    expect(mail?.text).toContain('\nhttps://dash.example/invitations/accept?token=');
    const token = await tokenTo(email);
    const rows = [await test.database.prisma.invitation.findMany(), await test.database.prisma.auditEntry.findMany()];
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await getInvitation(ctx, { token })).toEqual({
      state: 'open',
      organizationName: 'Duka La Ann',
      email,
      role: 'finance',
      isUser: false,
    });
    expect(await listInvitations(ctx, { organizationId })).toMatchObject([
      { email, role: 'finance', isExpired: false },
    ]);
  });

  it('lets a stranger make an account, which can sign in, and works once', async () => {
    const ann = await newPerson(ctx);
    const organizationId = await ownOrganization(ann);
    const email = newAddress();
    await inviteMember(ann, { organizationId, email, role: 'support' });
    const token = await tokenTo(email);
    await expect(signUpByInvitation(ctx, { token, name: '', password: 'short' })).rejects.toMatchObject({
      extras: { issues: [{ path: 'name' }, { path: 'password' }] },
    });
    const tries = await Promise.allSettled(
      ['Bob', 'Rob'].map((name) => signUpByInvitation(ctx, { token, name, password })),
    );
    expect(fulfilled(tries)).toBe(1);
    expect(await signIn(ctx, { email, password }, {})).toMatchObject({ kind: 'signed_in' });
    expect(await listMembers(ctx, { organizationId })).toHaveLength(2);
    expect((await getInvitation(ctx, { token })).state).toBe('accepted');
    await expect(signUpByInvitation(ctx, { token, name: 'Eve', password })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is taken by the person whose address it is for, once, and by nobody else', async () => {
    const ann = await newPerson(ctx);
    const organizationId = await ownOrganization(ann);
    const [bob, eve] = [await newPerson(ctx), await newPerson(ctx)];
    await inviteMember(ann, { organizationId, email: bob.email, role: 'developer' });
    const token = await tokenTo(bob.email);
    expect(await getInvitation(ctx, { token })).toMatchObject({ isUser: true });
    await expect(acceptInvitation(eve, { token })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(signUpByInvitation(ctx, { token, name: 'Bob', password })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const tries = await Promise.allSettled([1, 2, 3].map(() => acceptInvitation(bob, { token })));
    expect(fulfilled(tries)).toBe(1);
    expect(await roleOf(organizationId, bob)).toBe('developer');
    const entries = await test.database.prisma.auditEntry.findMany({
      where: { organizationId, action: 'invitation.accepted' },
    });
    expect(entries).toMatchObject([{ actor: bob.actor, detail: { role: 'developer', invitedBy: ann.actor } }]);
  });

  it('ends after seven days, can be sent again under a new link, and taken back', async () => {
    const ann = await newPerson(ctx);
    const organizationId = await ownOrganization(ann);
    const bob = await newPerson(ctx);
    const { invitationId } = await inviteMember(ann, { organizationId, email: bob.email, role: 'support' });
    const first = await tokenTo(bob.email);
    ctx.clock.advance(7 * 24 * 3_600);
    expect(await getInvitation(ctx, { token: first })).toMatchObject({ state: 'expired' });
    await expect(acceptInvitation(bob, { token: first })).rejects.toMatchObject({ code: 'not_found' });
    expect(await listInvitations(ctx, { organizationId })).toMatchObject([{ isExpired: true }]);
    await resendInvitation(ann, { organizationId, invitationId });
    const second = await tokenTo(bob.email);
    await expect(getInvitation(ctx, { token: first })).rejects.toMatchObject({ code: 'not_found' });
    await revokeInvitation(ann, { organizationId, invitationId });
    await expect(acceptInvitation(bob, { token: second })).rejects.toMatchObject({ code: 'not_found' });
    await expect(resendInvitation(ann, { organizationId, invitationId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(revokeInvitation(ann, { organizationId, invitationId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(getInvitation(ctx, { token: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is open once per address, also when two invite at once; an expired one is replaced', async () => {
    const ann = await newPerson(ctx);
    const organizationId = await ownOrganization(ann);
    const email = newAddress();
    const invite = () => inviteMember(ann, { organizationId, email, role: 'support' });
    expect(fulfilled(await Promise.allSettled([invite(), invite(), invite()]))).toBe(1);
    ctx.clock.advance(7 * 24 * 3_600);
    await invite();
    expect(await listInvitations(ctx, { organizationId })).toHaveLength(1);
    await expect(inviteMember(ann, { organizationId, email: ann.email, role: 'support' })).rejects.toMatchObject({
      extras: { issues: [{ path: 'email', message: 'belongs to a member already' }] },
    });
  });

  it('cannot be used to flood a mailbox', async () => {
    const ann = await newPerson(ctx);
    const organizationId = await ownOrganization(ann);
    const { invitationId } = await inviteMember(ann, { organizationId, email: newAddress(), role: 'support' });
    for (let time = 2; time <= 5; time += 1) await resendInvitation(ann, { organizationId, invitationId });
    await expect(resendInvitation(ann, { organizationId, invitationId })).rejects.toMatchObject({
      code: 'rate_limited',
    });
  });

  it('lets its reader in through an identity provider, to accept it then', async () => {
    const ann = await newPerson(ctx);
    const organizationId = await ownOrganization(ann);
    const email = newAddress();
    await inviteMember(ann, { organizationId, email, role: 'support' });
    const token = await tokenTo(email);
    const claims = { issuer: 'https://id.example', subject: uuidv7(), email, emailVerified: true, name: 'Bob' };
    expect(await signInExternally(ctx, claims, {})).toMatchObject({ kind: 'signed_in' });
    expect(await getInvitation(ctx, { token })).toMatchObject({ state: 'open', isUser: true });
  });

  it.each([
    ['owner', 'owner', true],
    ['admin', 'admin', true],
    ['admin', 'owner', false],
    ['developer', 'support', false],
    ['finance', 'support', false],
    ['support', 'support', false],
  ] as const)('of an %s for an %s: %s', async (actor, role, allowed) => {
    const organizationId = await ownOrganization(await newPerson(ctx));
    const member = await newMember(organizationId, actor);
    const invited = inviteMember(member, { organizationId, email: newAddress(), role });
    if (allowed) await invited;
    else await expect(invited).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('of another organization is none: neither inviting, sending again, nor taking back', async () => {
    const [ann, eve] = [await newPerson(ctx), await newPerson(ctx)];
    const organizationId = await ownOrganization(ann);
    const others = await ownOrganization(eve);
    const { invitationId } = await inviteMember(ann, { organizationId, email: newAddress(), role: 'support' });
    for (const at of [organizationId, others, uuidv7()]) {
      await expect(resendInvitation(eve, { organizationId: at, invitationId })).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(revokeInvitation(eve, { organizationId: at, invitationId })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    await expect(inviteMember(eve, { organizationId, email: newAddress(), role: 'support' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('members', () => {
  it('get another role, which counts at once, and are removed, which ends their access', async () => {
    const ann = await newPerson(ctx);
    const merchant = await seed(ctx).owner().application().mint();
    const { organizationId, applicationId } = merchant;
    await addMember(ctx, { organizationId, userId: ann.person.userId, role: 'owner' });
    const bob = await newMember(organizationId, 'support');
    const { userId } = bob.person;
    const access = () =>
      findApplicationAccess(ctx, { userId, signIn: { method: 'password', secondFactor: false }, applicationId });
    await changeMemberRole(ann, { organizationId, userId, role: 'finance' });
    await changeMemberRole(ann, { organizationId, userId, role: 'finance' });
    expect(await access()).toMatchObject({ role: 'finance' });
    await removeMember(ann, { organizationId, userId });
    expect(await access()).toBeUndefined();
    const entries = await test.database.prisma.auditEntry.findMany({ where: { organizationId, subjectId: userId } });
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'member.added',
      'member.removed',
      'member.role_changed',
    ]);
    await expect(removeMember(ann, { organizationId, userId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(leaveOrganization(bob, { organizationId })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('leave the live keys that they made to those who remain, and nothing that is not theirs', async () => {
    const [shop, other] = [await seed(ctx).owner().application().mint(), await seed(ctx).owner().application().mint()];
    const { organizationId } = shop;
    const [ann, developer] = [await newMember(organizationId, 'admin'), await newMember(organizationId, 'developer')];
    const { userId } = developer.person;
    const asked = { applicationId: shop.applicationId, environment: 'sandbox' as const, name: 'Till' };
    const [live, revoked] = [await createKey(developer, asked), await createKey(developer, asked)];
    await revokeKey(developer, { keyId: revoked.keyId });
    const ended = await createKey(developer, { ...asked, expiresAt: new Date(ctx.clock.now().getTime() + 1000) });
    await addMember(ctx, { organizationId: other.organizationId, userId, role: 'developer' });
    await createKey(developer, { ...asked, applicationId: other.applicationId });
    await createKey(ann, asked);
    ctx.clock.advance(1);
    const rotated = await rotateKey(developer, { keyId: live.keyId, graceSeconds: 60 });
    const { liveKeys } = await removeMember(ann, { organizationId, userId, keys: 'keep' });
    expect(liveKeys.map(({ keyId }) => keyId).sort()).toEqual([live.keyId, rotated.keyId].sort());
    expect(liveKeys.map(({ keyId }) => keyId)).not.toContain(ended.keyId);
    expect(liveKeys[0]).toMatchObject({ name: 'Till', environment: 'sandbox', applicationId: shop.applicationId });
  });

  it.each([
    ['admin', 'owner'],
    ['developer', 'support'],
    ['finance', 'support'],
    ['support', 'support'],
  ] as const)('of the role %s change and remove no %s', async (actor, target) => {
    const organizationId = await ownOrganization(await newPerson(ctx));
    const [member, other] = [await newMember(organizationId, actor), await newMember(organizationId, target)];
    const { userId } = other.person;
    await expect(changeMemberRole(member, { organizationId, userId, role: 'support' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(removeMember(member, { organizationId, userId })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await roleOf(organizationId, other)).toBe(target);
  });

  it('cannot make themselves more than they are', async () => {
    const organizationId = await ownOrganization(await newPerson(ctx));
    const admin = await newMember(organizationId, 'admin');
    const { userId } = admin.person;
    await expect(changeMemberRole(admin, { organizationId, userId, role: 'owner' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('of other organizations are nobody’s to change', async () => {
    const [ann, eve] = [await newPerson(ctx), await newPerson(ctx)];
    const organizationId = await ownOrganization(ann);
    const others = await ownOrganization(eve);
    const { userId } = ann.person;
    for (const at of [organizationId, others, uuidv7()]) {
      await expect(changeMemberRole(eve, { organizationId: at, userId, role: 'support' })).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(removeMember(eve, { organizationId: at, userId })).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('always keep an owner: the last one neither leaves, nor is removed, nor becomes less', async () => {
    const ann = await newPerson(ctx);
    const organizationId = await ownOrganization(ann);
    const { userId } = ann.person;
    await expect(leaveOrganization(ann, { organizationId })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(removeMember(ann, { organizationId, userId })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(changeMemberRole(ann, { organizationId, userId, role: 'admin' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await owners(organizationId)).toBe(1);
  });

  it.each(['leave', 'demote each other', 'remove each other', 'leave and demote'] as const)(
    'keep an owner when two owners %s at once',
    async (how) => {
      const ann = await newPerson(ctx);
      const organizationId = await ownOrganization(ann);
      const bob = await newMember(organizationId, 'owner');
      const leave = (who: SignedIn) => leaveOrganization(who, { organizationId });
      const demote = (who: SignedIn, whom: SignedIn) =>
        changeMemberRole(who, { organizationId, userId: whom.person.userId, role: 'support' });
      const remove = (who: SignedIn, whom: SignedIn) =>
        removeMember(who, { organizationId, userId: whom.person.userId });
      const races = {
        leave: () => [leave(ann), leave(bob)],
        'demote each other': () => [demote(ann, bob), demote(bob, ann)],
        'remove each other': () => [remove(ann, bob), remove(bob, ann)],
        'leave and demote': () => [leave(ann), demote(ann, bob)],
      };
      expect(fulfilled(await Promise.allSettled(races[how]()))).toBe(1);
      expect(await owners(organizationId)).toBe(1);
    },
  );

  it('may leave, whatever their role', async () => {
    const organizationId = await ownOrganization(await newPerson(ctx));
    for (const role of ['admin', 'developer', 'finance', 'support', 'owner'] as const) {
      const member = await newMember(organizationId, role);
      await leaveOrganization(member, { organizationId });
      expect(await roleOf(organizationId, member)).toBeUndefined();
    }
  });

  it('are listed by address, with when they were seen and whether they have a second factor', async () => {
    const ann = await newPerson(ctx);
    const organizationId = await ownOrganization(ann);
    const listed = await listMembers(ctx, { organizationId });
    expect(listed).toEqual([
      {
        userId: ann.person.userId,
        email: ann.email,
        name: 'Ann Otieno',
        role: 'owner',
        joinedAt: ctx.clock.now(),
        hasSecondFactor: false,
        isConfirmable: false,
        newUntil: null,
        lastSeenAt: ctx.clock.now(),
      },
    ]);
    const passkey = { credentialId: uuidv7(), publicKey: Buffer.of(1), counter: 0n, name: 'Phone' };
    await ctx.db.prisma.passkey.create({
      data: { id: uuidv7(), userId: ann.person.userId, ...passkey, createdAt: ctx.clock.now() },
    });
    expect(await listMembers(ctx, { organizationId })).toMatchObject([{ hasSecondFactor: true }]);
  });
});

it('an application is renamed within its organization alone', async () => {
  const [one, other] = [await seed(ctx).owner().application().mint(), await seed(ctx).owner().application().mint()];
  const { organizationId, applicationId } = one;
  await renameApplication(ctx, { organizationId, applicationId, name: ' New name ' });
  const row = await test.database.prisma.application.findUniqueOrThrow({ where: { id: applicationId } });
  expect(row.name).toBe('New name');
  for (const at of [other.organizationId, uuidv7()]) {
    await expect(renameApplication(ctx, { organizationId: at, applicationId, name: 'X' })).rejects.toMatchObject({
      code: 'not_found',
    });
  }
  await createApplication(ctx, { organizationId, name: 'Second' });
});
