import type { Role } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../kernel/business-day.ts';
import { authenticateKey } from '../keys/index.ts';
import {
  acceptInvitation,
  addMember,
  changeMemberRole,
  confirmMember,
  inviteMember,
  removeMember,
} from '../members/index.ts';
import { authorityOf } from '../organizations/index.ts';
import { getDay } from '../reading/closing/index.ts';
import { getOrder } from '../reading/orders/index.ts';
import { removeRecipient, saveRecipient } from '../recipients/index.ts';
import { movableClock, scriptedUpstream, seed, testContext } from '../testing/index.ts';
import { confirmSecondFactor, setUpSecondFactor } from '../users/index.ts';
import {
  codeOf,
  type IdentityContext,
  identityContext,
  newPerson,
  type SignedIn,
  tokenTo,
} from '../users/users.fixture.ts';
import { approveOrder } from './approve-order.ts';
import { askForKey, askForKeyAgain, askForRotatedKey } from './ask-for-key.ts';
import { decideHeld } from './decide-held.ts';
import { executeOrder } from './execute-order.ts';
import { refusalOf } from './orders.fixture.ts';
import { rejectOrder } from './reject-order.ts';
import { requestOrder } from './request-order.ts';
import { setPolicy } from './set-policy.ts';

// One pair of eyes is not two: whoever makes the approver, the key or the payee does not let the money go.

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

const daySeconds = 24 * 3_600;

/** A shop in production whose dashboard asks a second person for payouts of KES 1,000, with two owners of old. */
async function shop() {
  const ctx: IdentityContext = identityContext({ ...(await testContext(test.database)), clock: movableClock() });
  const merchant = await seed(ctx)
    .owner()
    .application()
    .credentials('production', { initiatorName: 'api', initiatorPassword: 'S3cret#' })
    .mint();
  const { organizationId, applicationId } = merchant;
  const tenant = { applicationId, environment: 'production' as const };
  const person = (who: SignedIn, role: Role) => ({ ...who, tenant, authority: authorityOf(role) });
  const join = async (role: Role) => {
    const who = await newPerson(ctx);
    await addMember(ctx, { organizationId, userId: who.person.userId, role });
    return person(who, role);
  };
  const [grace, otieno] = [await join('owner'), await join('admin')];
  await setPolicy({ ...ctx, tenant }, { payoutFrom: 1_000, reversalFrom: 1_000 });
  ctx.clock.advance(2 * daySeconds);
  await test.database.prisma.mail.deleteMany({});
  return {
    ctx,
    organizationId,
    applicationId,
    grace,
    otieno,
    person,
    /** Somebody whom a member invites, and who accepts. */
    async invite(by: SignedIn, role: Role) {
      const who = await newPerson(ctx);
      await inviteMember(by, { organizationId, email: who.email, role });
      await acceptInvitation(who, { token: await tokenTo(ctx, who.email) });
      return person(who, role);
    },
    async raise(by: SignedIn, who: SignedIn, role: Role) {
      await changeMemberRole(by, { organizationId, userId: who.person.userId, role, keys: 'keep' });
      return person(who, role);
    },
    ask: (by: ReturnType<typeof person>, phone = '0712345678') =>
      requestOrder(by, { kind: 'payout', input: { amount: 50_000, phone }, requestKey: crypto.randomUUID() }),
    execute: async (orderId: string) => {
      const worker = { ...ctx, ...scriptedUpstream(ctx), db: test.databaseAs('worker') };
      await executeOrder(worker, { orderId });
      return test.database.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
    },
    ownerMails: (subject: string) =>
      test.database.prisma.mail.findMany({ where: { to: grace.email, subject: { startsWith: subject } } }),
  };
}

const forbidden = { code: 'forbidden' };

describe('who makes the second person', () => {
  it('does not send money by inviting them, and every owner hears of it at once', async () => {
    const { otieno, ask, invite, ownerMails, ctx, grace, organizationId, execute } = await shop();
    const { orderId } = await ask(otieno);
    const made = await invite(otieno, 'finance');
    expect(await refusalOf(approveOrder(made, { orderId }))).toMatchObject(forbidden);
    // Nor what is asked for after they came.
    const second = await ask(otieno);
    expect(await refusalOf(approveOrder(made, second))).toMatchObject({
      ...forbidden,
      detail: expect.stringContaining('One of you got the role from the other'),
    });
    expect(await ownerMails('A new member')).toHaveLength(1);
    expect(await getOrder(made, second)).toMatchObject({ mayDecide: true, obstacle: { why: 'same_people' } });
    // Another owner confirms them.
    await confirmMember(grace, { organizationId, userId: made.person.userId });
    expect(await approveOrder(made, second)).toMatchObject({ status: 'approved' });
    expect(await execute(second.orderId)).toMatchObject({ status: 'executed', outcome: { ok: true } });
    // The other one waited for a day.
    ctx.clock.advance(daySeconds);
    expect(await refusalOf(approveOrder(made, { orderId }))).toMatchObject({ code: 'invalid_input' });
  });

  it('does not send money by raising the seat that they also hold', async () => {
    const { otieno, ask, invite, raise, ctx, ownerMails } = await shop();
    const support = await invite(otieno, 'support');
    ctx.clock.advance(30 * daySeconds);
    const { orderId } = await ask(otieno);
    const raised = await raise(otieno, support, 'finance');
    expect(await refusalOf(approveOrder(raised, { orderId }))).toMatchObject(forbidden);
    expect(await ownerMails('A member of')).toHaveLength(1);
    await raise(otieno, support, 'support');
    expect(await refusalOf(approveOrder(raised, { orderId }))).toMatchObject(forbidden);
  });

  it('does not send money by asking as the one whom they made, nor by a chain of new members', async () => {
    const { otieno, ask, invite } = await shop();
    const made = await invite(otieno, 'admin');
    expect(await refusalOf(approveOrder(otieno, await ask(made)))).toMatchObject(forbidden);
    const next = await invite(made, 'finance');
    expect(await refusalOf(approveOrder(next, await ask(otieno)))).toMatchObject(forbidden);
    expect(await refusalOf(approveOrder(next, await ask(made)))).toMatchObject(forbidden);
  });

  it('does not hide the chain by removing who is between', async () => {
    const { otieno, ask, invite, organizationId } = await shop();
    const made = await invite(otieno, 'admin');
    const next = await invite(made, 'finance');
    await removeMember(otieno, { organizationId, userId: made.person.userId, keys: 'keep' });
    expect(await refusalOf(approveOrder(next, await ask(otieno)))).toMatchObject(forbidden);
  });

  it('does not confirm them, and nobody confirms themselves', async () => {
    const { otieno, invite, organizationId } = await shop();
    const made = await invite(otieno, 'admin');
    const next = await invite(made, 'admin');
    for (const [who, whom] of [
      [otieno, made],
      [made, made],
      [made, next],
      [otieno, next],
      [next, made],
    ] as const) {
      expect(await refusalOf(confirmMember(who, { organizationId, userId: whom.person.userId }))).toMatchObject(
        forbidden,
      );
    }
  });

  it('may stop money: a new member rejects', async () => {
    const { otieno, ask, invite } = await shop();
    const { orderId } = await ask(otieno);
    const made = await invite(otieno, 'finance');
    expect(await rejectOrder(made, { orderId })).toMatchObject({ status: 'rejected' });
  });

  it('does not loosen the policy', async () => {
    const { otieno, invite } = await shop();
    const made = await invite(otieno, 'admin');
    const change = await setPolicy(otieno, { payoutFrom: null });
    if (change.status !== 'waiting') throw new Error('it did not wait');
    expect(await refusalOf(approveOrder(made, change))).toMatchObject(forbidden);
  });

  it('does not loosen the policy by taking everybody else away', async () => {
    const { grace, otieno, ctx, organizationId } = await shop();
    const owners = await test.database.prisma.membership.findMany({ where: { organizationId, role: 'owner' } });
    const others = [otieno.person.userId, ...owners.map(({ userId }) => userId)];
    for (const userId of others.filter((each) => each !== grace.person.userId)) {
      await removeMember(grace, { organizationId, userId, keys: 'keep' });
    }
    expect(await setPolicy(grace, { payoutFrom: null })).toMatchObject({ status: 'waiting' });
    ctx.clock.advance(daySeconds);
    expect(await setPolicy(grace, { payoutFrom: null })).toMatchObject({ status: 'applied' });
  });

  it('is judged again before the money goes', async () => {
    const { otieno, grace, ask, invite, execute } = await shop();
    const { orderId } = await ask(otieno);
    const made = await invite(otieno, 'finance');
    await approveOrder(grace, { orderId });
    // A row alone, whoever wrote it.
    const { userId: decidedBy } = made.person;
    await test.database.prisma.order.update({ where: { id: orderId }, data: { decidedBy } });
    expect(await execute(orderId)).toMatchObject({ status: 'executed', outcome: { ok: false, code: 'forbidden' } });
  });
});

describe('a production key that moves money out', () => {
  const scopesOf = async (ctx: IdentityContext, key: string) =>
    [...((await authenticateKey(ctx, key))?.authority.scopes ?? [])].sort();
  const wanted = { name: 'Payroll', scopes: ['read' as const, 'payout' as const] };

  it('waits for a second person where the dashboard asks one, and every owner hears of it', async () => {
    const { ctx, otieno, grace, ownerMails, execute, invite } = await shop();
    const { key, orderId, isHeld } = await askForKey(otieno, wanted);
    expect(isHeld).toBe(true);
    expect(await scopesOf(ctx, key)).toEqual(['read']);
    expect(await ownerMails('A new API key can move money')).toHaveLength(1);
    const order = { orderId: orderId ?? '' };
    expect(await refusalOf(approveOrder(otieno, order))).toMatchObject(forbidden);
    const made = await invite(otieno, 'admin');
    expect(await refusalOf(approveOrder(made, order))).toMatchObject(forbidden);
    await approveOrder(grace, order);
    expect(await execute(order.orderId)).toMatchObject({ outcome: { ok: true } });
    expect(await scopesOf(ctx, key)).toEqual(['payout', 'read']);
  });

  it('waits when it is rotated, and can be asked for again after a no', async () => {
    const { ctx, otieno, grace, execute } = await shop();
    const first = await askForKey(otieno, wanted);
    await approveOrder(grace, { orderId: first.orderId ?? '' });
    await execute(first.orderId ?? '');
    const rotated = await askForRotatedKey(otieno, { keyId: first.keyId, graceSeconds: 0 });
    expect(await scopesOf(ctx, rotated.key)).toEqual(['read']);
    await rejectOrder(grace, { orderId: rotated.orderId ?? '' });
    const again = await askForKeyAgain(otieno, { keyId: rotated.keyId });
    expect(await refusalOf(askForKeyAgain(grace, { keyId: rotated.keyId }))).toMatchObject({ code: 'invalid_input' });
    await approveOrder(grace, again);
    await execute(again.orderId);
    expect(await scopesOf(ctx, rotated.key)).toEqual(['payout', 'read']);
  });

  it('works at once when it moves no money, in the sandbox, and without a policy', async () => {
    const { ctx, otieno, applicationId } = await shop();
    const plain = await askForKey(otieno, { name: 'Read', scopes: ['read'] });
    expect(plain).toMatchObject({ isHeld: false, moneyFrom: null, orderId: null });
    const sandbox = { ...otieno, tenant: { applicationId, environment: 'sandbox' as const } };
    expect(await scopesOf(ctx, (await askForKey(sandbox, wanted)).key)).toEqual(['payout', 'read']);
    await setPolicy({ ...ctx, tenant: otieno.tenant }, { payoutFrom: null, reversalFrom: null });
    expect(await scopesOf(ctx, (await askForKey(otieno, wanted)).key)).toEqual(['payout', 'read']);
  });

  it('of an organization with one person waits for a day', async () => {
    const ctx: IdentityContext = identityContext({ ...(await testContext(test.database)), clock: movableClock() });
    const merchant = await seed(ctx).owner().application().mint();
    const tenant = { applicationId: merchant.applicationId, environment: 'production' as const };
    await setPolicy({ ...ctx, tenant }, { payoutFrom: 1_000 });
    const owner = { ...ctx, tenant, actor: `user:${merchant.owner.userId}`, authority: authorityOf('owner') };
    const { key, orderId, moneyFrom } = await askForKey(owner, wanted);
    expect({ orderId, moneyFrom }).toEqual({
      orderId: null,
      moneyFrom: new Date(ctx.clock.now().getTime() + daySeconds * 1000),
    });
    expect(await scopesOf(ctx, key)).toEqual(['read']);
    ctx.clock.advance(daySeconds);
    expect(await scopesOf(ctx, key)).toEqual(['payout', 'read']);
  });
});

describe('the payee', () => {
  it('whose number somebody changed is not approved by them, whatever they do to it after the request', async () => {
    const { otieno, grace, ask, ctx } = await shop();
    const { recipientId } = await saveRecipient(grace, { name: 'Landlord Grace', phone: '254712345678' });
    ctx.clock.advance(2 * daySeconds);
    await removeRecipient(otieno, { recipientId });
    const changed = await saveRecipient(otieno, { name: 'Landlord Grace', phone: '254712345679' });
    const order = await ask(grace, '254712345679');
    expect(await getOrder(otieno, order)).toMatchObject({
      obstacle: { why: 'own_payee' },
      facts: { savedAs: { name: 'Landlord Grace', changed: { from: '254712345678' } } },
    });
    const mail = await test.database.prisma.mail.findFirst({
      where: { to: otieno.email, subject: { contains: 'Approval' } },
    });
    expect(mail?.text).toContain('The number of this recipient was changed');
    await removeRecipient(otieno, { recipientId: changed.recipientId });
    expect(await refusalOf(approveOrder(otieno, order))).toMatchObject(forbidden);
  });

  it('that a new member saved is not approved by who invited them', async () => {
    const { otieno, grace, ask, invite, organizationId } = await shop();
    const made = await invite(otieno, 'finance');
    await saveRecipient(made, { name: 'Landlord', phone: '254712345679' });
    await removeMember(otieno, { organizationId, userId: made.person.userId, keys: 'keep' });
    expect(await refusalOf(approveOrder(otieno, await ask(grace, '254712345679')))).toMatchObject(forbidden);
  });
});

describe('a way in that is new', () => {
  it('counts for money when an owner has confirmed it, or after a day, where one is required', async () => {
    const { otieno, grace, ask, ctx, organizationId, ownerMails } = await shop();
    await test.database.prisma.organization.update({
      where: { id: organizationId },
      data: { requiredSignIn: 'second_factor' },
    });
    const { secret } = await setUpSecondFactor(otieno);
    await confirmSecondFactor(otieno, { code: codeOf(secret, ctx.clock.now()) });
    expect(await ownerMails('A member signs in in a new way')).toHaveLength(1);
    expect(await refusalOf(ask(otieno))).toMatchObject(forbidden);
    const order = await ask(grace);
    expect(await refusalOf(approveOrder(otieno, order))).toMatchObject(forbidden);
    expect(await refusalOf(askForKey(otieno, { name: 'x', scopes: ['payout'] }))).toMatchObject(forbidden);
    await confirmMember(grace, { organizationId, userId: otieno.person.userId });
    expect(await approveOrder(otieno, order)).toMatchObject({ status: 'approved' });
  });
});

describe('money that arrived', () => {
  it('is recorded as none by two people in production, and the close of day shows it', async () => {
    const { otieno, grace, applicationId, execute, ctx } = await shop();
    const at = ctx.clock.now();
    const callbackId = crypto.randomUUID();
    const registrationId = crypto.randomUUID();
    const { prisma } = test.database;
    await prisma.providerCallback.create({
      data: {
        id: callbackId,
        kind: 'c2b_confirmation',
        subjectId: registrationId,
        subjectKind: 'c2b_registration',
        applicationId,
        bodyHash: callbackId.replaceAll('-', '').repeat(2),
        body: Buffer.from('{}'),
        remoteIp: '196.201.214.200',
        receivedAt: at,
        retryAt: at,
      },
    });
    await prisma.heldConfirmation.create({
      data: {
        ...{
          callbackId,
          registrationId,
          applicationId,
          environment: 'production',
          shortcode: '174379',
          amount: 23_456,
        },
        receipt: 'TJK1A2B3C4',
        phone: '',
        reference: '',
        paidAt: at,
        heldAt: at,
      },
    });
    const decision = { callbackId, to: 'not_money' as const, note: 'A test of ours.' };
    const asked = await decideHeld(otieno, decision);
    expect(asked).toMatchObject({ status: 'awaiting_approval' });
    const orderId = asked?.orderId ?? '';
    expect(await refusalOf(decideHeld(grace, decision))).toMatchObject({ code: 'invalid_input' });
    expect(await refusalOf(approveOrder(otieno, { orderId }))).toMatchObject(forbidden);
    expect(await prisma.heldConfirmation.count({ where: { callbackId } })).toBe(1);
    await approveOrder(grace, { orderId });
    expect(await execute(orderId)).toMatchObject({ outcome: { ok: true } });
    expect(await prisma.heldConfirmation.count({ where: { callbackId } })).toBe(0);
    const [by, approvedBy] = [otieno.actor, grace.actor];
    expect((await getDay(grace, { day: dayOf(at) })).notMoney).toMatchObject([
      { receipt: 'TJK1A2B3C4', amount: 23_456, note: 'A test of ours.', by, approvedBy },
    ]);
  });
});
