import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../members/add-member.ts';
import { listPlaces } from '../reading/members/index.ts';
import { type SeededMerchant, seed, testContext } from '../testing/index.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  type PersonContext,
  readSession,
  setUpSecondFactor,
  signInExternally,
} from '../users/index.ts';
import { codeOf, type IdentityContext, identityContext, newPerson, type SignedIn } from '../users/users.fixture.ts';
import { findApplicationAccess, findOrganizationAccess } from './find-access.ts';
import { liftSignInRequirement, requireSignIn } from './require-sign-in.ts';
import { missingSignIn } from './sign-in-requirement.ts';

let test: TestDatabase;
let ctx: IdentityContext;
let shop: SeededMerchant;
let ann: SignedIn;

beforeAll(async () => {
  test = await testDatabase();
  ctx = identityContext(await testContext(test.database));
  shop = await seed(ctx).owner().application().mint();
  ann = await newPerson(ctx);
  await addMember(ctx, { organizationId: shop.organizationId, userId: ann.person.userId, role: 'owner' });
});
afterAll(() => test.close());

const password = { method: 'password', secondFactor: false } as const;
const withCode = { method: 'password', secondFactor: true } as const;
const oidc = { method: 'oidc', secondFactor: false } as const;
const old = { method: null, secondFactor: false } as const;

describe('what a session lacks', () => {
  it.each([
    [null, old, null],
    [null, password, null],
    ['second_factor', old, 'second_factor'],
    ['second_factor', password, 'second_factor'],
    ['second_factor', oidc, 'second_factor'],
    ['second_factor', withCode, null],
    ['sso', old, 'sso'],
    ['sso', withCode, 'sso'],
    ['sso', oidc, null],
  ] as const)('where %s is required and it has %j: %s', (required, proof, missing) => {
    expect(missingSignIn(required, proof)).toBe(missing);
  });
});

const require = (who: PersonContext, requirement: 'second_factor' | 'sso' | null, hasProvider = true) =>
  requireSignIn({ ...who, hasProvider }, { organizationId: shop.organizationId, requirement });
const refused = { code: 'invalid_input', extras: { issues: [{ path: 'requirement' }] } };

/** Signs in through an identity provider. */
async function throughProvider(person: SignedIn): Promise<PersonContext> {
  const claims = { issuer: 'https://id.example', subject: person.person.userId, email: person.email };
  const answer = await signInExternally(ctx, { ...claims, emailVerified: true }, {});
  if (answer.kind !== 'signed_in') throw new Error(answer.kind);
  return { ...person, person: { ...person.person, sessionId: answer.sessionId } };
}

async function accessIn({ person: { sessionId } }: PersonContext) {
  const session = await readSession(ctx, sessionId);
  if (!session) throw new Error('the session has ended');
  const { organizationId, applicationId } = shop;
  const [organization, application, places] = await Promise.all([
    findOrganizationAccess(ctx, { ...session, organizationId }),
    findApplicationAccess(ctx, { ...session, applicationId }),
    listPlaces(ctx, session),
  ]);
  expect(organization?.isOpen).toBe(application?.isOpen);
  const place = places.find((candidate) => candidate.organizationId === organizationId);
  expect(place?.applications).toHaveLength(application?.isOpen ? 1 : 0);
  return application;
}

describe('an organization', () => {
  it('requires nothing that its owner’s own session lacks, and single sign-on only where there is some', async () => {
    await expect(require(ann, 'second_factor')).rejects.toMatchObject(refused);
    await expect(require(ann, 'sso')).rejects.toMatchObject(refused);
    const viaProvider = await throughProvider(ann);
    await expect(require(viaProvider, 'sso', false)).rejects.toMatchObject(refused);
    expect(await accessIn(ann)).toMatchObject({ isOpen: true });
  });

  it('lets nobody but its owners say so', async () => {
    const admin = await newPerson(ctx);
    const stranger = await newPerson(ctx);
    await addMember(ctx, { organizationId: shop.organizationId, userId: admin.person.userId, role: 'admin' });
    await expect(require(admin, null)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(require(stranger, null)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that requires single sign-on shows itself to no other session, and says what is missing', async () => {
    const viaProvider = await throughProvider(ann);
    await require(viaProvider, 'sso');
    await require(viaProvider, 'sso');
    expect(await accessIn(viaProvider)).toMatchObject({ isOpen: true, role: 'owner' });
    expect(await accessIn(ann)).toEqual({
      isOpen: false,
      needs: 'sso',
      organizationId: shop.organizationId,
      organizationName: expect.any(String),
    });
    ctx.clock.advance(1);
    await require(viaProvider, null);
    expect(await accessIn(ann)).toMatchObject({ isOpen: true });
    const entries = await test.database.prisma.auditEntry.findMany({
      where: { organizationId: shop.organizationId, action: 'organization.sign_in_required' },
      orderBy: { createdAt: 'asc' },
    });
    expect(entries).toMatchObject([
      { actor: ann.actor, detail: { was: 'none', as: 'sso' } },
      { actor: ann.actor, detail: { was: 'sso', as: 'none' } },
    ]);
  });

  it('that requires a second factor opens to the session in which one is set up, until it is removed', async () => {
    const bob = await newPerson(ctx);
    await addMember(ctx, { organizationId: shop.organizationId, userId: bob.person.userId, role: 'owner' });
    const { secret } = await setUpSecondFactor(bob);
    await confirmSecondFactor(bob, { code: codeOf(secret, ctx.clock.now()) });
    await require(bob, 'second_factor');
    expect(await accessIn(bob)).toMatchObject({ isOpen: true });
    expect(await accessIn(ann)).toMatchObject({ isOpen: false, needs: 'second_factor' });
    await disableSecondFactor(bob);
    expect(await accessIn(bob)).toMatchObject({ isOpen: false });
    await liftSignInRequirement({ ...ctx, actor: 'operator' }, shop);
    expect(await accessIn(ann)).toMatchObject({ isOpen: true });
    await expect(liftSignInRequirement({ ...ctx, actor: 'operator' }, shop)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
