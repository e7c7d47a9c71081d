import type { Role } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuditFact, audit } from '../../audit/index.ts';
import { addMember } from '../../members/index.ts';
import { authorityOf } from '../../organizations/index.ts';
import { type SeededMerchant, seed, type TestContext, testContext } from '../../testing/index.ts';
import { browseAudit } from './browse-audit.ts';

let test: TestDatabase;
let ctx: TestContext;
let shop: SeededMerchant;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  ctx = await testContext(test.database);
  shop = await seed(ctx).owner().application().key('sandbox').mint();
  ctx.clock.advance(60);
});

const write = async (more: Partial<AuditFact>) => {
  const { organizationId, applicationId } = shop;
  const subjectId = uuidv7();
  const at = ctx.clock.now();
  const whose = { organizationId, applicationId };
  await audit(test.database.prisma, { actor: 'system', action: 'test.written', subjectId, ...whose, at, ...more });
  return more.subjectId ?? subjectId;
};
const subjects = async (input: Parameters<typeof browseAudit>[1] = {}, as = shop.as()) =>
  (await browseAudit(as, input)).rows.map(({ subjectId }) => subjectId);

describe('browseAudit', () => {
  it('shows what the seeding verbs wrote, with names of who did it', async () => {
    const made = await write({ actor: `user:${shop.owner.userId}`, action: 'key.created', detail: { name: 'Till' } });
    await write({ actor: `key:${shop.key().keyId}`, action: 'disbursement.requested' });
    const { rows } = await browseAudit(shop.as(), {});
    expect(rows.find(({ subjectId }) => subjectId === made)).toMatchObject({
      who: { kind: 'person', id: shop.owner.userId, email: shop.owner.email },
      detail: { name: 'Till' },
    });
    expect(rows.find(({ action }) => action === 'disbursement.requested')?.who).toEqual({
      kind: 'key',
      id: shop.key().keyId,
      name: 'test',
      lastFour: shop.key().key.slice(-4),
    });
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['application.created', 'organization.created', 'key.created']),
    );
  });

  it('shows the organization’s own entries and none of its other applications or of other organizations', async () => {
    const other = await seed(ctx).owner().application().key('sandbox').mint();
    const ofOrganization = await write({ applicationId: undefined });
    const sibling = uuidv7();
    await write({ applicationId: sibling });
    await write({ applicationId: other.applicationId, organizationId: other.organizationId });
    await write({ applicationId: undefined, organizationId: other.organizationId });
    const own = await subjects({ action: 'test.written' });
    expect(own).toEqual([ofOrganization]);
  });

  it('names the person whom an entry is about', async () => {
    const { userId, email } = shop.owner;
    await write({ action: 'member.role_changed', subjectId: userId, detail: { from: 'support', to: 'finance' } });
    await write({ actor: 'visitor', action: 'user.sign_in_refused', subjectId: uuidv7() });
    const { rows } = await browseAudit(shop.as(), { since: ctx.clock.now() });
    expect(rows.map(({ action, who, whom }) => ({ action, who, whom }))).toEqual(
      expect.arrayContaining([
        { action: 'member.role_changed', who: { kind: 'system' }, whom: expect.objectContaining({ email }) },
        { action: 'user.sign_in_refused', who: { kind: 'visitor' }, whom: expect.objectContaining({ email: null }) },
      ]),
    );
  });

  describe('how members sign in', () => {
    const as = (role?: Role) => ({ ...shop.as(), ...(role && { authority: authorityOf(role) }) });
    const signIns = async (role?: Role) =>
      (await browseAudit(as(role), { action: 'user' })).rows.filter(({ action }) => action !== 'user.created');
    const signedIn = async (userId: string, more: Partial<AuditFact> = {}) => {
      const sessionId = crypto.randomUUID();
      const at = ctx.clock.now();
      const browser = { userAgent: 'Firefox', remoteIp: '203.0.113.7' };
      const times = { createdAt: at, lastSeenAt: at, authenticatedAt: at, expiresAt: at };
      await test.database.prisma.session.create({ data: { id: sessionId, userId, ...browser, ...times } });
      const detail = { method: 'password', secondFactor: 'none', sessionId };
      await audit(test.database.prisma, {
        actor: `user:${userId}`,
        action: 'user.signed_in',
        subjectId: userId,
        detail,
        at,
        ...more,
      });
    };

    it('is shown to owners and admins, with the browser and without the session', async () => {
      const { userId, email } = shop.owner;
      await signedIn(userId);
      const refused = { step: 'password', remoteIp: '198.51.100.1' };
      await audit(test.database.prisma, {
        actor: 'visitor',
        action: 'user.sign_in_refused',
        subjectId: userId,
        detail: refused,
        at: ctx.clock.now(),
      });
      for (const role of ['owner', 'admin'] as const) {
        const rows = (await signIns(role)).sort((one, two) => one.action.localeCompare(two.action));
        expect(rows.map(({ action, whom, detail }) => ({ action, whom, detail }))).toEqual([
          { action: 'user.sign_in_refused', whom: expect.objectContaining({ email }), detail: refused },
          {
            action: 'user.signed_in',
            whom: expect.objectContaining({ email }),
            detail: { method: 'password', secondFactor: 'none', userAgent: 'Firefox', remoteIp: '203.0.113.7' },
          },
        ]);
      }
    });

    it('is not shown to finance, and the audit not at all to roles that may not read it', async () => {
      await signedIn(shop.owner.userId);
      expect(await signIns('finance')).toEqual([]);
      for (const role of ['developer', 'support'] as const) {
        await expect(signIns(role)).rejects.toMatchObject({ code: 'forbidden' });
      }
    });

    it('is of the time in which they are members, of members alone, and of no other organization', async () => {
      const other = await seed(ctx).owner().application().mint();
      await signedIn(other.owner.userId);
      expect(await signIns('owner')).toEqual([]);
      ctx.clock.advance(60);
      await addMember(ctx, { organizationId: shop.organizationId, userId: other.owner.userId, role: 'support' });
      expect(await signIns('owner')).toEqual([]);
      ctx.clock.advance(1);
      await signedIn(other.owner.userId);
      // Whatever else happens to the person elsewhere stays there.
      const elsewhere = { organizationId: other.organizationId, action: 'user.signed_in' };
      await signedIn(other.owner.userId, elsewhere);
      await signedIn(other.owner.userId, { action: 'user.renamed' });
      expect(await signIns('owner')).toMatchObject([{ action: 'user.signed_in', subjectId: other.owner.userId }]);
      await test.database.prisma.membership.deleteMany({ where: { userId: other.owner.userId, role: 'support' } });
      expect(await signIns('owner')).toEqual([]);
    });

    it.each([
      'password.reset_requested',
      'password.reset',
      'password.changed',
      'second_factor.set_up',
      'second_factor.removed',
      'user.identity_linked',
      'user.disabled',
    ])('has %s, without what an operator wrote about it', async (action) => {
      const detail = { reason: 'told by another merchant', sessionsEnded: 1 };
      await audit(test.database.prisma, {
        actor: 'operator',
        action,
        subjectId: shop.owner.userId,
        detail,
        at: ctx.clock.now(),
      });
      const { rows } = await browseAudit(as('owner'), { action });
      expect(rows).toMatchObject([{ action, whom: { email: shop.owner.email }, detail: { sessionsEnded: 1 } }]);
      expect(rows[0]?.detail).not.toHaveProperty('reason');
    });
  });

  it('does not name keys of other applications', async () => {
    const other = await seed(ctx).owner().application().key('sandbox').mint();
    await write({ actor: `key:${other.key().keyId}` });
    const { rows } = await browseAudit(shop.as(), { action: 'test.written' });
    expect(rows[0]?.who).toMatchObject({ kind: 'key', name: null, lastFour: null });
  });

  it('filters by actor, kind of actor, action, noun, subject, environment and time', async () => {
    const actor = `user:${shop.owner.userId}`;
    const person = await write({ actor, action: 'endpoint.changed', detail: { environment: 'sandbox' } });
    ctx.clock.advance(1);
    const provider = await write({ actor: 'provider', action: 'payment.contradicted' });
    ctx.clock.advance(1);
    const other = await write({ actor: 'system', action: 'endpoints.none', detail: { environment: 'production' } });
    const since = new Date('2026-01-05T08:01:00.000Z');
    expect(await subjects({ actor, since })).toEqual([person]);
    expect(await subjects({ actorKind: 'person', since })).toEqual([person]);
    expect(await subjects({ actorKind: 'provider', since })).toEqual([provider]);
    expect(await subjects({ actorKind: 'system', since })).toEqual([other]);
    expect(await subjects({ action: 'endpoint', since })).toEqual([person]);
    expect(await subjects({ action: 'endpoint.changed' })).toEqual([person]);
    expect(await subjects({ subjectId: provider })).toEqual([provider]);
    expect(await subjects({ environment: 'sandbox', since })).toEqual([provider, person]);
    expect(await subjects({ environment: 'production', since })).toEqual([other, provider]);
    expect(await subjects({ since, until: new Date(since.getTime() + 2000) })).toEqual([provider, person]);
  });

  it('pages back and forth', async () => {
    const written: string[] = [];
    for (let round = 0; round < 7; round += 1) {
      ctx.clock.advance(1);
      written.unshift(await write({}));
    }
    const first = await browseAudit(shop.as(), { action: 'test.written', limit: 3 });
    const second = await browseAudit(shop.as(), { action: 'test.written', limit: 3, before: first.older ?? '' });
    expect([...first.rows, ...second.rows].map(({ subjectId }) => subjectId)).toEqual(written.slice(0, 6));
    const back = await browseAudit(shop.as(), { action: 'test.written', limit: 3, after: second.newer ?? '' });
    expect(back.rows).toEqual(first.rows);
  });

  it.each([{ actor: 'x' }, { action: 'Key.Created' }, { before: '5.req_0199c0de-0000-7000-8000-123456789012' }])(
    'refuses %o',
    async (input) => {
      await expect(browseAudit(shop.as(), input)).rejects.toMatchObject({ code: 'invalid_input' });
    },
  );
});
