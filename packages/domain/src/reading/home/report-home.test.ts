import { randomBytes } from 'node:crypto';
import type { Role } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setRailAccount } from '../../applications/index.ts';
import { sweepReviews } from '../../desk/index.ts';
import { refuse } from '../../inbox/index.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { authorityOf } from '../../organizations/index.ts';
import { openReviewOf } from '../../reviews/index.ts';
import { refreshRollups } from '../../rollups/index.ts';
import { movableClock, seed, type TestContext, testContext } from '../../testing/index.ts';
import { reportHome } from './report-home.ts';
import { reportSetup } from './report-setup.ts';
import { makeDisbursements, makePayments } from './reports.fixture.ts';
import type { HomeReportInput } from './schemas.ts';

/** A Wednesday, 13:20 in Nairobi. */
const now = new Date('2026-03-04T10:20:00.000Z');

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database, { clock: movableClock(now) });
});
afterAll(() => test.close());

type Shop = TenantContext & TestContext;
const merchant = () => seed(ctx).owner().application().credentials('sandbox').mint();
const shop = async (): Promise<Shop> => (await merchant()).as('sandbox');

/** The report as a member with this role reads it. */
const homeOf = (shop: TenantContext, input: HomeReportInput = {}, role: Role = 'owner', userId: string = uuidv7()) =>
  reportHome({ ...shop, actor: `user:${userId}`, authority: authorityOf(role) }, input);

async function refreshed(): Promise<void> {
  while (!(await refreshRollups(ctx)).current);
}

const at = (text: string) => new Date(text);
const success = (createdAt: Date, amount: number) => ({ createdAt, status: 'success' as const, amount });

describe('reportHome', () => {
  it('answers an application without anything', async () => {
    const report = await homeOf(await shop());
    expect(report).toMatchObject({
      timeZone: 'Africa/Nairobi',
      today: { amount: 0, gross: 0, refunded: 0, succeeded: 0, failed: 0 },
      lastWeek: { amount: 0, succeeded: 0, failed: 0 },
      pending: { value: 0, more: false },
      payouts: { amount: 0, count: 0, pending: 0, failed: 0 },
      float: null,
      reasons: [],
      endpoints: [],
      attention: [],
    });
    expect(report.days).toHaveLength(30);
    expect(report.days.every(({ amount }) => amount === 0)).toBe(true);
    expect(report.hours).toHaveLength(24);
  });

  it('compares today with the same weekday last week, up to the same time of day', async () => {
    const mine = await shop();
    await makePayments(ctx, mine.tenant, [
      success(at('2026-03-03T21:00:00Z'), 1_000),
      success(at('2026-03-04T10:19:00Z'), 200),
      { createdAt: at('2026-03-04T09:00:00Z'), status: 'failed' },
      { createdAt: at('2026-03-04T10:00:00Z') },
      success(at('2026-03-03T20:59:59.999Z'), 7),
      // Last Wednesday: at midnight, in the same hour before and after this time of day, and later.
      success(at('2026-02-24T21:00:00Z'), 10),
      success(at('2026-02-25T10:19:59.999Z'), 20),
      success(at('2026-02-25T10:20:00Z'), 40),
      success(at('2026-02-25T15:00:00Z'), 80),
      success(at('2026-02-24T20:59:00Z'), 160),
    ]);
    await makeDisbursements(ctx, mine.tenant, [
      { createdAt: at('2026-03-04T09:00:00Z'), kind: 'reversal', status: 'success', amount: 200 },
      { createdAt: at('2026-03-04T09:30:00Z'), kind: 'reversal', status: 'failed', amount: 400 },
      { createdAt: at('2026-03-04T09:40:00Z'), kind: 'reversal', status: 'pending', amount: 800 },
      // Last Wednesday: in the same hour before and after this time of day.
      { createdAt: at('2026-02-25T10:01:00Z'), kind: 'reversal', status: 'success', amount: 3 },
      { createdAt: at('2026-02-25T10:30:00Z'), kind: 'reversal', status: 'success', amount: 5 },
      { createdAt: at('2026-02-25T08:00:00Z'), kind: 'reversal', status: 'success', amount: 7 },
    ]);
    await refreshed();
    const report = await homeOf(mine, { timeZone: 'Africa/Nairobi' });
    expect(report.today).toEqual({ amount: 1_000, gross: 1_200, refunded: 200, succeeded: 2, failed: 1 });
    expect(report.lastWeek).toEqual({ amount: 20, gross: 30, refunded: 10, succeeded: 2, failed: 0 });
    expect(report.pending).toEqual({ value: 1, more: false });
    expect(report.days.at(-1)).toEqual({ day: '2026-03-04', succeeded: 2, failed: 1, pending: 1, amount: 1_200 });
    expect(report.days.find(({ day }) => day === '2026-02-25')).toMatchObject({ succeeded: 4, amount: 150 });
    expect(report.hours[0]).toMatchObject({ succeeded: 1, amount: 1_000 });
    expect(report.hours[12]).toMatchObject({ failed: 1 });
    expect(report.hours[13]).toMatchObject({ succeeded: 1, amount: 200, pending: 1 });
    expect(report.countedUntil).toEqual(now);
  });

  it('cuts the same payments into other days in UTC', async () => {
    const mine = await shop();
    await makePayments(ctx, mine.tenant, [
      success(at('2026-03-03T22:00:00Z'), 5),
      success(at('2026-03-04T02:00:00Z'), 9),
    ]);
    await refreshed();
    const nairobi = await homeOf(mine, { timeZone: 'Africa/Nairobi' });
    const utc = await homeOf(mine, { timeZone: 'UTC' });
    expect([nairobi.today.amount, utc.today.amount]).toEqual([14, 9]);
    expect(utc.days.slice(-2).map(({ amount }) => amount)).toEqual([5, 9]);
    expect(utc.hours[2]).toMatchObject({ amount: 9 });
  });

  it('shows nothing of another application or environment', async () => {
    const merchantOne = await merchant();
    const rows = [success(now, 500), { createdAt: now }];
    const [, foreign = ''] = await makePayments(ctx, merchantOne.as('production').tenant, rows);
    const review = { reason: 'outcome_unknown' as const, detail: {} };
    await openReviewOf(ctx.db.pool, { kind: 'payment', id: foreign }, review, now);
    await makePayments(ctx, (await shop()).tenant, rows);
    await refreshed();
    const report = await homeOf(merchantOne.as('sandbox'));
    expect(report.today.succeeded).toBe(0);
    expect(report.pending.value).toBe(0);
    expect(report.attention).toEqual([]);
  });

  it('names reasons of failure in words, the most frequent first', async () => {
    const mine = await shop();
    const failed = (resultCode: string) => ({ createdAt: now, status: 'failed' as const, resultCode });
    await makePayments(ctx, mine.tenant, [failed('1'), failed('1032'), failed('1032'), failed('500.001.1001')]);
    await refreshed();
    const { reasons } = await homeOf(mine);
    expect(reasons.map(({ resultCode, count }) => [resultCode, count])).toEqual([
      ['1032', 2],
      ['1', 1],
      ['500.001.1001', 1],
    ]);
    expect(reasons.every(({ title }) => title.length > 3)).toBe(true);
  });

  it('tells payouts of today, the latest float, and that it is less than a usual day of payouts', async () => {
    const mine = await shop();
    await makeDisbursements(ctx, mine.tenant, [
      { createdAt: now, status: 'success', amount: 300 },
      { createdAt: now },
      { createdAt: now, status: 'failed' },
      { createdAt: now, kind: 'reversal', status: 'success', amount: 999 },
      { createdAt: at('2026-03-02T10:00:00Z'), status: 'success', amount: 70_000 },
    ]);
    const account = (name: string, available: string) => ({ name, currency: 'KES', available, current: null });
    const inquiry = (endedAt: Date, available: string) => ({
      id: uuidv7(),
      ...mine.tenant,
      kind: 'account_balance' as const,
      status: 'answered' as const,
      identifierType: '4',
      remarks: 'r',
      shortcode: '600000',
      callbackToken: randomBytes(32).toString('hex'),
      result: [account('Working Account', '50.00'), account('Utility Account', available)],
      createdAt: endedAt,
      endedAt,
    });
    await ctx.db.prisma.inquiry.createMany({
      data: [inquiry(at('2026-03-04T09:00:00Z'), '9999.00'), inquiry(at('2026-03-04T08:00:00Z'), '99999.00')],
    });
    await refreshed();
    const report = await homeOf(mine);
    expect(report.payouts).toEqual({ amount: 300, count: 1, pending: 1, failed: 1 });
    const balanceAt = at('2026-03-04T09:00:00Z');
    expect(report.float).toEqual({ shortcode: '600000', account: 'Utility Account', balanceCents: 999_900, balanceAt });
    expect(report.attention).toEqual([{ kind: 'float_low', count: { value: 1, more: false }, subjectId: null }]);
    // Who set a threshold has said what is low.
    const threshold = { shortcode: '600000', account: 'Utility Account', amount: 9_000 };
    await ctx.db.prisma.floatThreshold.create({
      data: { id: uuidv7(), ...mine.tenant, ...threshold, setBy: 'operator', setAt: now },
    });
    expect((await homeOf(mine)).attention).toEqual([]);
  });

  it('lists what needs the attention of this member, each with its count', async () => {
    const seeded = await seed(ctx).owner().application().mint();
    const mine = seeded.as('sandbox');
    const { applicationId, environment } = mine.tenant;
    const [reviewed, stuck] = await makePayments(ctx, mine.tenant, [{ createdAt: now }, { createdAt: now }]);
    const [paidOut] = await makeDisbursements(ctx, mine.tenant, [{ createdAt: now }]);
    const review = { reason: 'outcome_unknown' as const, detail: {} };
    await openReviewOf(ctx.db.pool, { kind: 'payment', id: reviewed ?? '' }, review, now);
    await openReviewOf(ctx.db.pool, { kind: 'disbursement', id: paidOut ?? '' }, review, now);
    const claim = (resourceId: string, key: string) => ({
      id: uuidv7(),
      ...mine.tenant,
      endpoint: 'collect',
      key,
      fingerprint: '1:x',
      state: 'indeterminate' as const,
      leaseUntil: now,
      resourceId,
      createdAt: now,
    });
    await ctx.db.prisma.idempotencyRecord.createMany({ data: [claim(stuck ?? '', 'a'), claim(uuidv7(), 'b')] });
    const callback = (subjectId: string, state: 'unmatched' | 'failed' | 'applied', receivedAt: Date) => ({
      id: uuidv7(),
      kind: 'stk_callback' as const,
      subjectId,
      subjectKind: 'payment' as const,
      applicationId: mine.tenant.applicationId,
      state,
      bodyHash: randomBytes(32).toString('hex'),
      body: Buffer.from('{}'),
      remoteIp: '::1',
      receivedAt,
    });
    await ctx.db.prisma.providerCallback.createMany({
      data: [
        callback(stuck ?? '', 'unmatched', now),
        callback(reviewed ?? '', 'failed', at('2026-03-03T00:00:00Z')),
        callback(reviewed ?? '', 'applied', now),
        callback(reviewed ?? '', 'failed', at('2026-02-01T00:00:00Z')),
        callback(uuidv7(), 'failed', now),
      ],
    });
    const requestedBy = uuidv7();
    const order = (requestKey: string, expiresAt: Date) => ({
      id: uuidv7(),
      ...mine.tenant,
      kind: 'payout' as const,
      status: 'awaiting_approval' as const,
      input: {},
      amount: 5,
      requestedBy,
      requestKey,
      createdAt: now,
      expiresAt,
    });
    await ctx.db.prisma.order.createMany({
      data: [order('one', at('2026-03-05T00:00:00Z')), order('two', at('2026-03-04T00:00:00Z'))],
    });
    const key = (expiresAt: Date | null, revokedAt: Date | null = null) => ({
      id: uuidv7(),
      applicationId,
      environment,
      name: 'k',
      hash: randomBytes(32).toString('hex'),
      lastFour: 'abcd',
      scopes: ['read' as const],
      createdAt: now,
      expiresAt,
      revokedAt,
    });
    await ctx.db.prisma.apiKey.createMany({
      data: [
        key(at('2026-03-10T00:00:00Z')),
        key(at('2026-03-10T00:00:00Z'), now),
        key(at('2026-04-10T00:00:00Z')),
        key(null),
      ],
    });
    const endpoint = (change: object) => ({
      id: uuidv7(),
      applicationId,
      environment,
      url: 'https://shop.example/hook',
      sealedSecret: 'v1.x.y',
      createdAt: now,
      ...change,
    });
    const disabled = endpoint({ status: 'disabled' });
    await ctx.db.prisma.webhookEndpoint.createMany({
      data: [disabled, endpoint({ failingSince: now }), endpoint({ circuitOpenUntil: now }), endpoint({})],
    });
    const { attention } = await homeOf(mine);
    expect(attention.map(({ kind, count }) => [kind, count.value])).toEqual([
      ['credentials_missing', 1],
      ['indeterminate_payments', 1],
      ['reviews_open', 2],
      ['endpoints_disabled', 1],
      ['endpoints_failing', 2],
      ['orders_waiting', 1],
      ['callbacks_astray', 2],
      ['keys_expiring', 1],
    ]);
    expect(attention.find(({ kind }) => kind === 'indeterminate_payments')).toMatchObject({
      subjectId: stuck,
    });
    expect(attention.find(({ kind }) => kind === 'endpoints_disabled')?.subjectId).toBe(disabled.id);
    expect(attention.find(({ kind }) => kind === 'callbacks_astray')).toMatchObject({
      subject: 'payment',
      subjectId: stuck,
    });
    const kindsFor = async (role: Role, userId?: string) =>
      (await homeOf(mine, {}, role, userId)).attention.map(({ kind }) => kind);
    expect(await kindsFor('support')).toEqual(['indeterminate_payments', 'reviews_open', 'callbacks_astray']);
    expect(await kindsFor('finance')).toEqual([
      'indeterminate_payments',
      'reviews_open',
      'orders_waiting',
      'callbacks_astray',
    ]);
    expect(await kindsFor('finance', requestedBy)).not.toContain('orders_waiting');
    const endpointsFor = async (role: Role) => (await homeOf(mine, {}, role)).endpoints.length;
    expect([await endpointsFor('developer'), await endpointsFor('finance'), await endpointsFor('support')]).toEqual([
      (await homeOf(mine)).endpoints.length,
      0,
      0,
    ]);
    expect((await homeOf(mine)).endpoints.length).toBeGreaterThan(0);
    expect(await kindsFor('developer')).toEqual([
      'credentials_missing',
      'indeterminate_payments',
      'endpoints_disabled',
      'endpoints_failing',
      'callbacks_astray',
      'keys_expiring',
    ]);
  });
});

describe('payment links and rules', () => {
  type Try = { status: 'success' | 'failed' | 'pending'; at?: Date };
  async function linkWith(ctxOf: TenantContext, tries: Try[], status: 'open' | 'ended' = 'open') {
    const link = { id: uuidv7(), ...ctxOf.tenant };
    const hash = () => randomBytes(32).toString('hex');
    await ctx.db.prisma.paymentLink.create({
      data: {
        ...link,
        tokenHash: hash(),
        kind: 'many',
        status,
        endedBy: status === 'ended' ? 'person' : null,
        endedAt: status === 'ended' ? now : null,
        title: 'Choir',
        referencePrefix: 'CHO',
        language: 'en',
        offline: true,
        createdBy: 'system',
        createdAt: now,
      },
    });
    for (const { status: outcome, at: promptAt = now } of tries) {
      const [paymentId] = await makePayments(ctx, ctxOf.tenant, [{ createdAt: promptAt, status: outcome }]);
      await ctx.db.prisma.linkAttempt.create({
        data: {
          id: uuidv7(),
          linkId: link.id,
          ...ctxOf.tenant,
          visitHash: hash(),
          tokenHash: hash(),
          phone: '254712345678',
          amount: 10,
          language: 'en',
          state: 'handed',
          paymentId: paymentId ?? '',
          promptAt,
          createdAt: promptAt,
          endedAt: promptAt,
        },
      });
    }
    return link.id;
  }
  const times = (count: number, of: Try) => Array.from({ length: count }, () => of);
  const itemsOf = async (mine: TenantContext, role?: Role) =>
    (await homeOf(mine, {}, role)).attention
      .filter(({ kind }) => kind === 'links_failing' || kind === 'guard_refused')
      .map(({ kind, count, subjectId }) => [kind, count.value, subjectId]);

  it('shows open links whose prompts of the last day mostly fail, and leads to the only one', async () => {
    const mine = (await merchant()).as('sandbox');
    const failing = await linkWith(mine, [...times(3, { status: 'failed' }), ...times(2, { status: 'success' })]);
    await linkWith(mine, times(4, { status: 'failed' }));
    await linkWith(mine, [...times(3, { status: 'failed' }), ...times(3, { status: 'success' })]);
    await linkWith(mine, [...times(4, { status: 'failed' }), ...times(3, { status: 'pending' })]);
    await linkWith(mine, times(6, { status: 'failed', at: at('2026-03-01T00:00:00Z') }));
    await linkWith(mine, times(6, { status: 'failed' }), 'ended');
    await linkWith((await merchant()).as('sandbox'), times(6, { status: 'failed' }));
    expect(await itemsOf(mine)).toEqual([['links_failing', 1, failing]]);
    expect(await itemsOf(mine, 'developer')).toEqual([]);
    await linkWith(mine, times(5, { status: 'failed' }));
    expect(await itemsOf(mine, 'support')).toEqual([['links_failing', 2, null]]);
  });

  it('shows what rules refused since yesterday, and not what they only watch', async () => {
    const mine = (await merchant()).as('sandbox');
    const decision = (mode: 'refuse' | 'watch' | 'hold', when = now) => ({
      id: uuidv7(),
      ...mine.tenant,
      ruleId: uuidv7(),
      kind: 'prompts_per_phone' as const,
      mode,
      amount: 10,
      at: when,
    });
    await ctx.db.prisma.guardDecision.createMany({
      data: [
        decision('refuse'),
        decision('refuse'),
        decision('watch'),
        decision('hold'),
        decision('refuse', at('2026-03-01T00:00:00Z')),
      ],
    });
    expect(await itemsOf(mine)).toEqual([['guard_refused', 2, null]]);
    expect(await itemsOf(mine, 'support')).toEqual([]);
  });
});

describe('reportSetup', () => {
  const done = ({ steps }: Awaited<ReturnType<typeof reportSetup>>) =>
    steps.filter(({ isDone }) => isDone).map(({ step }) => step);

  it('counts the callbacks that were refused, as long as a review of them is open', async () => {
    const mine = (await merchant()).as('production');
    const refused = () =>
      refuse(mine, { subjectId: uuidv7(), applicationId: mine.tenant.applicationId, remoteIp: '203.0.113.9' });
    for (const _ of [1, 2, 3]) await refused();
    await sweepReviews(mine);
    const shown = async () => (await homeOf(mine)).attention.find(({ kind }) => kind === 'callbacks_refused');
    expect(await shown()).toMatchObject({ count: { value: 3 } });
    await mine.db.prisma.review.updateMany({
      where: mine.tenant,
      data: { status: 'closed', closedAt: now, closedBy: 'operator' },
    });
    expect(await shown()).toBeUndefined();
  });

  it('ticks each step when it is done, and not before', async () => {
    const bare = (await seed(ctx).owner().application().mint()).as('sandbox');
    expect(await reportSetup(bare)).toEqual({
      rails: [],
      steps: ['credentials', 'key', 'payment', 'endpoint', 'delivery'].map((step) => ({ step, isDone: false })),
      isNew: true,
      readiness: ['credentials', 'key', 'endpoint', 'initiator', 'policy'].map((step) => ({ step, isDone: false })),
      isHookOpen: false,
    });
    const merchantOne = await seed(ctx).owner().application().credentials('sandbox').key('sandbox').mint();
    const mine = merchantOne.as('sandbox');
    expect(done(await reportSetup(mine))).toEqual(['key']);
    await makePayments(ctx, mine.tenant, [{ createdAt: now }, { createdAt: now, status: 'failed' }]);
    expect(done(await reportSetup(mine))).toEqual(['key']);
    await makePayments(ctx, mine.tenant, [{ createdAt: now, status: 'success' }]);
    expect(done(await reportSetup(mine))).toEqual(['credentials', 'key', 'payment']);
  });

  it('believes credentials only when the provider has accepted them since they were last changed', async () => {
    const mine = await shop();
    const { applicationId, environment } = mine.tenant;
    const check = (capability: string, ok: boolean, executedAt: Date) =>
      ctx.db.prisma.order.create({
        data: {
          id: uuidv7(),
          applicationId,
          environment,
          kind: 'credential_check',
          status: 'executed',
          input: { capability },
          outcome: { ok },
          requestedBy: uuidv7(),
          requestKey: uuidv7(),
          createdAt: executedAt,
          executedAt,
          expiresAt: executedAt,
        },
      });
    const { updatedAt } = await ctx.db.prisma.providerCredential.findFirstOrThrow({ where: { applicationId } });
    await check('prompt', true, new Date(updatedAt.getTime() - 1));
    await check('prompt', false, updatedAt);
    await check('token', true, updatedAt);
    expect(done(await reportSetup(mine))).not.toContain('credentials');
    await check('prompt', true, updatedAt);
    expect(done(await reportSetup(mine))).toContain('credentials');
    await ctx.db.prisma.providerCredential.updateMany({
      where: { applicationId },
      data: { updatedAt: new Date(updatedAt.getTime() + 1) },
    });
    expect(done(await reportSetup(mine))).not.toContain('credentials');
  });

  it('believes the account at another network alone, by a check or a payment there since it was last changed', async () => {
    const { applicationId, ...merchant } = await seed(ctx).owner().application().mint();
    const mine = merchant.as('sandbox');
    const kinds = async () => (await homeOf(mine)).attention.map(({ kind }) => kind);
    const account = { applicationId, environment: 'sandbox', rail: 'airtel' } as const;
    const secrets = { clientId: 'client', clientSecret: 'secret' };
    expect(await kinds()).toContain('credentials_missing');
    await setRailAccount(mine, { ...account, number: '450123', secrets });
    expect(await kinds()).not.toContain('credentials_missing');
    expect(done(await reportSetup(mine))).toEqual([]);
    const check = (rail: string | undefined) =>
      ctx.db.prisma.order.create({
        data: {
          ...{ id: uuidv7(), applicationId, environment: 'sandbox', kind: 'credential_check', status: 'executed' },
          ...{ input: { capability: 'token', ...(rail && { rail }) }, outcome: { ok: true }, requestedBy: uuidv7() },
          ...{ requestKey: uuidv7(), createdAt: now, executedAt: now, expiresAt: now },
        },
      });
    await check(undefined);
    expect(done(await reportSetup(mine))).toEqual([]);
    expect((await reportSetup(mine)).rails).toEqual(['airtel']);
    await check('airtel');
    expect(done(await reportSetup(mine))).toEqual(['credentials']);
    await ctx.db.prisma.railAccount.updateMany({ where: account, data: { updatedAt: new Date(now.getTime() + 1) } });
    expect(done(await reportSetup(mine))).toEqual([]);
    const paid = { createdAt: new Date(now.getTime() + 1), status: 'success', rail: 'airtel' } as const;
    await makePayments(ctx, mine.tenant, [paid]);
    expect(done(await reportSetup(mine))).toEqual(['credentials', 'payment']);
  });

  it('says that payouts of production are ready when the account at any network can send money', async () => {
    const { applicationId, ...merchant } = await seed(ctx).owner().application().mint();
    const mine = merchant.as('sandbox');
    const isReady = async () => (await reportSetup(mine)).readiness.find(({ step }) => step === 'initiator')?.isDone;
    const account = { applicationId, environment: 'production', rail: 'airtel', number: '770123' } as const;
    const secrets = { clientId: 'client', clientSecret: 'secret' };
    await setRailAccount(mine, { ...account, secrets });
    expect(await isReady()).toBe(false);
    await setRailAccount(mine, { ...account, secrets: { pin: '4711', pinKey: 'TUlHZk1B' } });
    expect(await isReady()).toBe(true);
  });

  it('believes a delivery only when the endpoint has acknowledged it', async () => {
    const mine = await shop();
    const { applicationId, environment } = mine.tenant;
    const tenant = { applicationId, environment };
    const endpoint = { id: uuidv7(), ...tenant, url: 'https://x.example/', sealedSecret: 's', createdAt: now };
    const event = {
      id: uuidv7(),
      ...tenant,
      type: 'payment.success',
      subjectId: uuidv7(),
      body: '{}',
      createdAt: now,
    };
    await ctx.db.prisma.webhookEndpoint.create({ data: endpoint });
    await ctx.db.prisma.webhookEvent.create({ data: event });
    const delivery = { id: uuidv7(), endpointId: endpoint.id, eventId: event.id, createdAt: now };
    await ctx.db.prisma.webhookDelivery.create({ data: { ...delivery, status: 'due', nextAttemptAt: now } });
    expect(done(await reportSetup(mine))).toEqual(['endpoint']);
    await ctx.db.prisma.webhookDelivery.update({
      where: { id: delivery.id },
      data: { status: 'delivered', nextAttemptAt: null, endedAt: now },
    });
    expect(done(await reportSetup(mine))).toEqual(['endpoint', 'delivery']);
  });

  it('is past the first steps with many payments, and never counts a revoked key', async () => {
    const seeded = await seed(ctx).owner().application().key('sandbox').mint();
    const mine = seeded.as('sandbox');
    await ctx.db.prisma.apiKey.updateMany({ where: mine.tenant, data: { revokedAt: now } });
    await makePayments(
      ctx,
      mine.tenant,
      Array.from({ length: 25 }, () => ({ createdAt: now })),
    );
    const report = await reportSetup(mine);
    expect(report.isNew).toBe(false);
    expect(done(report)).toEqual([]);
  });
});
