import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashKey, lastFourOf } from '../keys/index.ts';
import { addMember, changeMemberRole, leaveOrganization, removeMember } from '../members/index.ts';
import { suspendOrganization } from '../organizations/index.ts';
import { listReportingTokens } from '../reading/reporting-tokens/index.ts';
import { type SeededMerchant, seed, testContext } from '../testing/index.ts';
import { disableUser } from '../users/index.ts';
import { type IdentityContext, identityContext, newPerson, type SignedIn } from '../users/users.fixture.ts';
import { createTokenAuthenticator, createTokenUses } from './authenticate-token.ts';
import { createReportingToken } from './create-token.ts';
import { revokeReportingToken } from './revoke-token.ts';
import { newToken } from './token.ts';

let test: TestDatabase;
let ctx: IdentityContext;
let shop: SeededMerchant;
let owner: SignedIn;
beforeAll(async () => {
  test = await testDatabase();
});
beforeEach(async () => {
  ctx = identityContext(await testContext(test.databaseAs('web')));
  shop = await seed(ctx).owner().application().mint();
  owner = await newMember('owner');
});
afterAll(() => test.close());

async function newMember(role: 'owner' | 'admin' | 'finance' | 'developer' | 'support'): Promise<SignedIn> {
  const person = await newPerson(ctx);
  await addMember(ctx, { organizationId: shop.organizationId, userId: person.person.userId, role });
  return person;
}

const made = (by: SignedIn, more: object = {}) =>
  createReportingToken(by, { organizationId: shop.organizationId, name: 'Metabase', ...more });
const asks = (token: string) => createTokenAuthenticator(ctx)(token);
const about = ({ person }: SignedIn) => ({ organizationId: shop.organizationId, userId: person.userId });
const entriesOf = (subjectId: string) => test.database.prisma.auditEntry.findMany({ where: { subjectId } });
const inDays = (days: number) => new Date(ctx.clock.now().getTime() + days * 24 * 3_600_000);

describe('createReportingToken', () => {
  it('shows the token once, stores only its hash, and writes who made it', async () => {
    const { tokenId, token, expiresAt } = await made(owner);
    const row = await test.database.prisma.reportingToken.findUniqueOrThrow({ where: { id: tokenId } });
    expect(row).toMatchObject({ hash: hashKey(token), lastFour: lastFourOf(token), applicationId: null });
    expect(expiresAt).toEqual(inDays(90));
    const entries = await entriesOf(tokenId);
    expect(entries).toMatchObject([{ actor: owner.actor, action: 'reporting_token.created' }]);
    expect(JSON.stringify([row, entries])).not.toContain(token);
  });

  it.each(['developer', 'support'] as const)('is refused to a %s', async (role) => {
    await expect(made(await newMember(role))).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is refused to who is no member, also of an application of others', async () => {
    const stranger = await newPerson(ctx);
    await expect(made(stranger)).rejects.toMatchObject({ code: 'forbidden' });
    const other = await seed(ctx).owner().application().mint();
    await expect(made(owner, { reads: other.applicationId })).rejects.toMatchObject({ code: 'not_found' });
    const missing = { organizationId: uuidv7(), name: 'x' };
    await expect(createReportingToken(ctx, missing)).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([0, -1, 367])('is refused an end %s days from now', async (days) => {
    const refusal = { code: 'invalid_input', extras: { issues: [{ path: 'expiresAt' }] } };
    await expect(made(owner, { expiresAt: inDays(days) })).rejects.toMatchObject(refusal);
  });
});

describe('a presented token', () => {
  it('reads what its maker may, for all applications or for one', async () => {
    const { organizationId, applicationId } = shop;
    const ofOrganization = await asks((await made(owner)).token);
    expect(ofOrganization).toMatchObject({ organizationId, applicationId: undefined, isSuspended: false });
    expect(ofOrganization?.permissions.has('events.read')).toBe(true);
    const finance = await newMember('finance');
    const ofOne = await asks((await made(finance, { reads: applicationId })).token);
    expect(ofOne).toMatchObject({ organizationId, applicationId });
    expect([...(ofOne?.permissions ?? [])]).toEqual([
      'reports.read',
      'payments.read',
      'payouts.read',
      'inquiries.read',
      'links.read',
      'statements.read',
      'reviews.read',
    ]);
  });

  it('is refused when nobody made it, when it is revoked, and from the moment it expires', async () => {
    expect(await asks(newToken())).toBeUndefined();
    expect(await asks('mp_report_')).toBeUndefined();
    const revoked = await made(owner);
    await revokeReportingToken(owner, { tokenId: revoked.tokenId });
    expect(await asks(revoked.token)).toBeUndefined();
    const { token } = await made(owner, { expiresAt: inDays(1) });
    const authenticate = createTokenAuthenticator(ctx);
    ctx.clock.advance(24 * 3600 - 1);
    expect(await authenticate(token)).toBeDefined();
    ctx.clock.advance(1);
    expect(await authenticate(token)).toBeUndefined();
  });

  it('is refused at most 5 s after it was revoked by a process that knew it', async () => {
    const { tokenId, token } = await made(owner);
    const authenticate = createTokenAuthenticator(ctx);
    expect(await authenticate(token)).toBeDefined();
    await revokeReportingToken(owner, { tokenId });
    ctx.clock.advance(5);
    expect(await authenticate(token)).toBeUndefined();
  });

  it('is refused while its maker may not sign in', async () => {
    const finance = await newMember('finance');
    const { token } = await made(finance);
    await disableUser(ctx, { email: finance.email });
    expect(await asks(token)).toBeUndefined();
  });

  it('says that its organization is suspended', async () => {
    const { token } = await made(owner);
    await suspendOrganization(ctx, { organizationId: shop.organizationId, reason: 'unpaid' });
    expect(await asks(token)).toMatchObject({ isSuspended: true });
  });

  it('shows when it was last used, to the minute', async () => {
    const { token, tokenId } = await made(owner);
    const uses = createTokenUses(ctx);
    await createTokenAuthenticator(ctx, uses)(token);
    await uses.close();
    const [view] = await listReportingTokens(ctx, { organizationId: shop.organizationId });
    const minute = Math.floor(ctx.clock.now().getTime() / 60_000) * 60_000;
    expect(view).toMatchObject({ tokenId, state: 'live', lastUsedAt: new Date(minute) });
  });
});

describe('revokeReportingToken', () => {
  it('finds none of another organization, and revokes once', async () => {
    const { tokenId } = await made(owner);
    const other = await seed(ctx).owner().application().mint();
    const foreign = { tokenId, organizationId: other.organizationId };
    await expect(revokeReportingToken(ctx, foreign)).rejects.toMatchObject({ code: 'not_found' });
    const first = await revokeReportingToken(owner, { tokenId });
    ctx.clock.advance(60);
    expect(await revokeReportingToken(owner, { tokenId })).toEqual(first);
    expect((await entriesOf(tokenId)).map(({ action }) => action)).toEqual([
      'reporting_token.created',
      'reporting_token.revoked',
    ]);
  });
});

describe('the tokens of somebody', () => {
  it('who is removed are revoked and counted', async () => {
    const finance = await newMember('finance');
    const { tokenId, token } = await made(finance);
    const { revokedTokens } = await removeMember(owner, about(finance));
    expect(revokedTokens).toEqual([{ tokenId, name: 'Metabase', lastFour: lastFourOf(token) }]);
    expect(await asks(token)).toBeUndefined();
    const [, entry] = await entriesOf(tokenId);
    expect(entry).toMatchObject({ actor: owner.actor, detail: { because: 'member.removed' } });
    const removal = await test.database.prisma.auditEntry.findFirstOrThrow({
      where: { action: 'member.removed', subjectId: finance.person.userId },
    });
    expect(removal.detail).toMatchObject({ reportingTokensRevoked: 1 });
  });

  it('who leaves are revoked', async () => {
    const finance = await newMember('finance');
    const { token } = await made(finance);
    await leaveOrganization(finance, { organizationId: shop.organizationId });
    expect(await asks(token)).toBeUndefined();
  });

  it('whose role changes are revoked when the new role makes none', async () => {
    const finance = await newMember('finance');
    const { token } = await made(finance);
    await changeMemberRole(owner, { ...about(finance), role: 'admin' });
    expect(await asks(token)).toBeDefined();
    await changeMemberRole(owner, { ...about(finance), role: 'support' });
    expect(await asks(token)).toBeUndefined();
    const [view] = await listReportingTokens(ctx, { organizationId: shop.organizationId });
    expect(view).toMatchObject({ state: 'revoked' });
  });
});
