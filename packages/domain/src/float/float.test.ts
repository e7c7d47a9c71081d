import { randomBytes } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TenantContext } from '../kernel/context.ts';
import { BrokenRow } from '../kernel/stored.ts';
import { resumeOrganization, suspendOrganization } from '../organizations/index.ts';
import { explainBalance, getFloat } from '../reading/float/index.ts';
import { recordDisbursement, recordPayment } from '../reconciliation/reconciliation.fixture.ts';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { removeThreshold, setThreshold, sweepFloat } from './index.ts';
import { decideAlert } from './threshold.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
const noon = new Date('2026-11-20T09:00:00Z');
beforeEach(() => ctx.clock.set(noon));
afterAll(() => test.close());

const which = { shortcode: '600000', account: 'Utility Account' };
const minutesAgo = (minutes: number) => new Date(ctx.clock.now().getTime() - minutes * 60_000);

async function merchant() {
  const shop = await seed(ctx).owner().application().member('finance').member('support').mint();
  const mine: TenantContext = { ...shop.as('sandbox'), actor: `user:${shop.owner.userId}` };
  return { mine, shop };
}

/** An answer about the balances of the shortcode. */
/** An answer of the other network, which tells of one wallet. */
async function answerOfAirtel({ db, tenant }: TenantContext, available: string, endedAt: Date) {
  const others = { current: null, reserved: null, uncleared: null };
  await db.prisma.inquiry.create({
    data: {
      id: uuidv7(),
      ...tenant,
      kind: 'account_balance',
      status: 'answered',
      identifierType: '4',
      remarks: 'balance',
      rail: 'airtel',
      shortcode: 'airtel:450123',
      callbackToken: randomBytes(32).toString('hex'),
      result: [{ name: 'Airtel Money', currency: 'KES', available, ...others }],
      createdAt: endedAt,
      endedAt,
    },
  });
}

async function answer({ db, tenant }: TenantContext, utility: string, endedAt: Date, working = '70.00') {
  const account = (name: string, available: string) => ({
    name,
    available,
    currency: 'KES',
    current: null,
    reserved: null,
    uncleared: null,
  });
  await db.prisma.inquiry.create({
    data: {
      id: uuidv7(),
      ...tenant,
      kind: 'account_balance',
      status: 'answered',
      identifierType: '4',
      remarks: 'balance',
      shortcode: which.shortcode,
      callbackToken: randomBytes(32).toString('hex'),
      result: [account('Working Account', working), account('Utility Account', utility)],
      createdAt: endedAt,
      endedAt,
    },
  });
}

const payOut = (mine: TenantContext, amount: number, createdAt: Date) =>
  recordDisbursement(mine, { shortcode: which.shortcode, amount, createdAt });

const alerts = async (mine: TenantContext) => {
  const { name } = await mine.db.prisma.application.findUniqueOrThrow({ where: { id: mine.tenant.applicationId } });
  return mine.db.prisma.mail.findMany({
    where: { subject: { startsWith: 'Low balance' }, text: { contains: name } },
    orderBy: { createdAt: 'asc' },
  });
};

describe('float', () => {
  it('has the last answer of each account, what left since, and for how long the rest lasts', async () => {
    const { mine } = await merchant();
    await answer(mine, '9000.00', minutesAgo(3_000));
    await answer(mine, '2000.50', minutesAgo(120));
    await payOut(mine, 2_300, minutesAgo(600));
    await payOut(mine, 100, minutesAgo(60));
    await payOut(mine, 5_000, minutesAgo(25 * 60));
    const { accounts } = await getFloat(mine, { days: 7 });
    expect(accounts).toMatchObject([
      {
        ...which,
        balanceCents: 200_050,
        paidOutSinceCents: 10_000,
        paidOutCents: 240_000,
        estimateCents: 190_050,
        balanceAt: minutesAgo(120).toISOString(),
        runway: { kind: 'hours', hours: 19.005 },
        history: [{ cents: 900_000 }, { cents: 200_050 }],
      },
      {
        account: 'Working Account',
        balanceCents: 7_000,
        estimateCents: 7_000,
        isForPayouts: false,
        paidOutSinceCents: 0,
        runway: { kind: 'unknown', why: 'not_for_payouts' },
        threshold: null,
      },
    ]);
  });

  it('of a merchant who never asked has no accounts', async () => {
    const { mine } = await merchant();
    expect(await getFloat(mine, {})).toEqual({ accounts: [] });
  });

  it('is of one application and environment', async () => {
    const { mine } = await merchant();
    const { mine: other } = await merchant();
    await answer(mine, '10.00', minutesAgo(1));
    expect(await getFloat(other, {})).toEqual({ accounts: [] });
    const production = { ...mine, tenant: { ...mine.tenant, environment: 'production' as const } };
    expect(await getFloat(production, {})).toEqual({ accounts: [] });
  });
});

describe('why a balance changed', () => {
  const exactly = { shortcode: which.shortcode, amount: 1_000 };
  /** Two answers four hours apart, and money before, between and after them. */
  async function twoAnswers() {
    const { mine } = await merchant();
    await answer(mine, '9000.00', minutesAgo(300), '70.00');
    await answer(mine, '5400.50', minutesAgo(60), '2070.50');
    for (const minutes of [301, 200, 60]) {
      const at = minutesAgo(minutes);
      await payOut(mine, 1_000, at);
      const refund = { kind: 'reversal', phone: null, commandId: null, transactionId: `TK${minutes}` } as const;
      await recordDisbursement(mine, { ...exactly, ...refund, amount: 500, createdAt: at });
      await recordPayment(mine, { ...exactly, exactAmount: '1000.50', createdAt: at });
    }
    // Requested long before, and settled between the two.
    const prompt = {
      source: 'stk',
      resultCode: '0',
      callbackToken: randomBytes(32).toString('hex'),
      phone: '254712345678',
    } as const;
    await recordPayment(mine, { ...exactly, ...prompt, createdAt: minutesAgo(9_000), settledAt: minutesAgo(100) });
    await payOut(mine, 2_000, minutesAgo(299));
    // Of another shortcode, and of one without success.
    await recordDisbursement(mine, { shortcode: '600001', createdAt: minutesAgo(200) });
    await recordDisbursement(mine, { ...exactly, status: 'failed', createdAt: minutesAgo(200) });
    return { mine, from: minutesAgo(300).toISOString(), to: minutesAgo(60).toISOString() };
  }

  it('is said in lines that add up: what moved between the two, and what nothing explains', async () => {
    const { mine, from, to } = await twoAnswers();
    const utility = await explainBalance(mine, { ...which, from, to });
    expect(utility).toEqual({
      shortcode: which.shortcode,
      from: { at: minutesAgo(300).toISOString(), cents: 900_000 },
      to: { at: minutesAgo(60).toISOString(), cents: 540_050 },
      differenceCents: -359_950,
      lines: [
        { what: 'refunds', cents: -50_000, count: 1 },
        { what: 'payouts', cents: -300_000, count: 2 },
        { what: 'unexplained', cents: -9_950, count: null },
      ],
    });
    const working = await explainBalance(mine, { ...which, account: 'Working Account', from, to });
    expect(working.lines).toEqual([
      { what: 'payments', cents: 200_050, count: 2 },
      { what: 'unexplained', cents: 0, count: null },
    ]);
  });

  it('can be asked of every recent balance, and of those of the history', async () => {
    const { mine } = await merchant();
    for (const minutes of [20 * 24 * 60, 70, 61, 60]) await answer(mine, `${minutes}.00`, minutesAgo(minutes));
    const { accounts } = await getFloat(mine, { days: 30 });
    const centsOf = (list: { cents: number }[] = []) => list.map(({ cents }) => cents);
    expect(centsOf(accounts[0]?.history)).toEqual([2_880_000, 6_000]);
    expect(centsOf(accounts[0]?.known)).toEqual([2_880_000, 7_000, 6_100, 6_000]);
  });

  it('is the same whichever of the two is named first', async () => {
    const { mine, from, to } = await twoAnswers();
    expect(await explainBalance(mine, { ...which, from: to, to: from })).toEqual(
      await explainBalance(mine, { ...which, from, to }),
    );
  });

  it('is not found for one balance, for others, for unknown accounts and for strangers', async () => {
    const { mine, from, to } = await twoAnswers();
    const { mine: other } = await merchant();
    for (const [who, input] of [
      [mine, { ...which, from, to: from }],
      [mine, { ...which, from, to: minutesAgo(61).toISOString() }],
      [mine, { ...which, account: 'Savings', from, to }],
      [mine, { ...which, shortcode: '600001', from, to }],
      [other, { ...which, from, to }],
    ] as const) {
      await expect(explainBalance(who, input)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('a threshold', () => {
  it.each([
    [{ estimateCents: 99_999, amount: 1_000, belowSince: null }, 'alert'],
    [{ estimateCents: 100_000, amount: 1_000, belowSince: null }, 'none'],
    [{ estimateCents: 99_999, amount: 1_000, belowSince: noon }, 'none'],
    [{ estimateCents: 100_000, amount: 1_000, belowSince: noon }, 'clear'],
    [{ estimateCents: null, amount: 1_000, belowSince: null }, 'none'],
    [{ estimateCents: null, amount: 1_000, belowSince: noon }, 'none'],
  ] as const)('with %j does: %s', (facts, expected) => {
    expect(decideAlert(facts)).toBe(expected);
  });

  it('is set, replaced and removed, each with its audit entry', async () => {
    const { mine } = await merchant();
    await answer(mine, '500.00', minutesAgo(1));
    await setThreshold(mine, { ...which, amount: 100 });
    ctx.clock.advance(1);
    await setThreshold(mine, { ...which, amount: 200 });
    ctx.clock.advance(1);
    const { accounts } = await getFloat(mine, {});
    expect(accounts[0]?.threshold).toMatchObject({ amount: 200, belowSince: null, setBy: { kind: 'person' } });
    await removeThreshold(mine, which);
    await expect(removeThreshold(mine, which)).rejects.toMatchObject({ code: 'not_found' });
    const { applicationId } = mine.tenant;
    const entries = await mine.db.prisma.auditEntry.findMany({
      where: { applicationId, action: { startsWith: 'float.' } },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['float.threshold_set', { environment: 'sandbox', ...which, amount: 100 }],
      ['float.threshold_set', { environment: 'sandbox', ...which, amount: 200 }],
      ['float.threshold_removed', { environment: 'sandbox', ...which, amount: 200 }],
    ]);
  });

  it.each([
    [{ ...which, amount: 0 }, 'must be at least 1'],
    [{ ...which, amount: 1.5 }, 'must be whole shillings'],
    [{ ...which, account: 'Cash', amount: 5 }, 'is no account of this shortcode'],
    [{ ...which, shortcode: '600001', amount: 5 }, 'is no account of this shortcode'],
  ])('%j is refused', async (input, message) => {
    const { mine } = await merchant();
    await answer(mine, '500.00', minutesAgo(1));
    await expect(setThreshold(mine, input)).rejects.toThrow(message);
  });

  it.each(['\u0000', 'Utility\u0000Account', '\ud800'])(
    'has no account that no database can hold: %j',
    async (account) => {
      const { mine } = await merchant();
      const refused = { code: 'invalid_input', extras: { issues: [expect.objectContaining({ path: 'account' })] } };
      await expect(removeThreshold(mine, { ...which, account })).rejects.toMatchObject(refused);
      await expect(setThreshold(mine, { ...which, account, amount: 100 })).rejects.toMatchObject(refused);
    },
  );

  it('stands for an account at another network as well, and the email names the network', async () => {
    const { mine } = await merchant();
    await answer(mine, '500.00', minutesAgo(10));
    await answerOfAirtel(mine, '90.50', minutesAgo(5));
    await payOut(mine, 250, minutesAgo(3));
    await setThreshold(mine, { shortcode: 'airtel:450123', account: 'Airtel Money', amount: 100 });
    const { accounts } = await getFloat(mine, {});
    const seen = accounts.map(({ shortcode, isForPayouts, estimateCents }) => [shortcode, isForPayouts, estimateCents]);
    expect(seen).toEqual([
      ['600000', true, 25_000],
      ['600000', false, 7_000],
      ['airtel:450123', false, 9_050],
    ]);
    await sweepFloat(ctx);
    const [mail] = await alerts(mine);
    expect(mail?.subject).toMatch(/^Low balance: Airtel Money of Airtel Money 450123, /);
    expect(mail?.text).not.toContain('airtel:');
  });

  it('is told once to those who may set it, however many workers, and again after it was above', async () => {
    const { mine, shop } = await merchant();
    await answer(mine, '500.00', minutesAgo(10));
    await setThreshold(mine, { ...which, amount: 300 });
    await sweepFloat(ctx);
    expect(await alerts(mine)).toEqual([]);
    await payOut(mine, 250, minutesAgo(5));
    await Promise.all([1, 2, 3, 4].map(() => sweepFloat({ ...ctx, dashboardUrl: 'https://pay.example' })));
    const finance = shop.members.find(({ role }) => role === 'finance');
    const first = await alerts(mine);
    expect(first.map(({ to }) => to).sort()).toEqual([shop.owner.email, finance?.email].sort());
    expect(first[0]?.text).toContain('Balance: KES 500.00, read on 2026-11-20 11:50 EAT\nPaid out since: KES 250.00');
    expect(first[0]?.text).toContain(`https://pay.example/a/${mine.tenant.applicationId}/sandbox/float`);
    ctx.clock.advance(600);
    await sweepFloat(ctx);
    expect(await alerts(mine)).toHaveLength(2);
    expect((await getFloat(mine, {})).accounts[0]?.threshold?.belowSince).toBe(noon.toISOString());
    await answer(mine, '800.00', ctx.clock.now());
    await sweepFloat(ctx);
    expect((await getFloat(mine, {})).accounts[0]?.threshold?.belowSince).toBeNull();
    ctx.clock.advance(600);
    await answer(mine, '299.99', ctx.clock.now());
    await sweepFloat(ctx);
    expect(await alerts(mine)).toHaveLength(4);
  });

  it('tells nobody of a suspended organization, and no member who is disabled', async () => {
    const { mine, shop } = await merchant();
    await answer(mine, '5.00', minutesAgo(1));
    await setThreshold(mine, { ...which, amount: 300 });
    await mine.db.prisma.user.update({ where: { id: shop.owner.userId }, data: { disabledAt: noon } });
    await suspendOrganization({ ...ctx, actor: 'operator' }, { organizationId: shop.organizationId, reason: 'unpaid' });
    await sweepFloat(ctx);
    expect(await alerts(mine)).toEqual([]);
    await resumeOrganization({ ...ctx, actor: 'operator' }, { organizationId: shop.organizationId, reason: 'paid' });
    await sweepFloat(ctx);
    const finance = shop.members.find(({ role }) => role === 'finance');
    expect((await alerts(mine)).map(({ to }) => to)).toEqual([finance?.email]);
  });

  it('of a merchant whose balances cannot be read keeps nobody else waiting', async () => {
    const [{ mine: broken }, { mine }, { mine: last }] = [await merchant(), await merchant(), await merchant()];
    for (const each of [broken, mine, last]) {
      await answer(each, '5.00', minutesAgo(1));
      await setThreshold(each, { ...which, amount: 300 });
    }
    const result = [{ name: 'Utility Account', currency: 'KES', available: 5 }];
    await ctx.db.prisma.inquiry.updateMany({ where: broken.tenant, data: { result } });
    await expect(getFloat(broken, {})).rejects.toThrow(BrokenRow);
    const errors: unknown[] = [];
    await sweepFloat({ ...ctx, log: { ...ctx.log, error: (said: unknown) => void errors.push(said) } });
    expect(errors).toMatchObject([broken.tenant]);
    expect(await Promise.all([broken, mine, last].map(async (each) => (await alerts(each)).length))).toEqual([0, 2, 2]);
  });

  it('tells no member who does not want it', async () => {
    const { mine, shop } = await merchant();
    await answer(mine, '5.00', minutesAgo(1));
    await setThreshold(mine, { ...which, amount: 300 });
    await mine.db.prisma.user.update({ where: { id: shop.owner.userId }, data: { mutedMails: ['float'] } });
    await sweepFloat({ ...ctx, db: test.databaseAs('worker') });
    const finance = shop.members.find(({ role }) => role === 'finance');
    expect((await alerts(mine)).map(({ to }) => to)).toEqual([finance?.email]);
  });

  it('may be asked about with the rights of the worker alone', async () => {
    const { mine } = await merchant();
    await answer(mine, '5.00', minutesAgo(1));
    await setThreshold({ ...mine, db: test.databaseAs('web') }, { ...which, amount: 300 });
    expect(await sweepFloat({ ...ctx, db: test.databaseAs('worker') })).toBeGreaterThanOrEqual(1);
    expect(await alerts(mine)).toHaveLength(2);
  });
});
