import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apply, newReceipt, newShop, postConfirmation } from '../c2b/c2b.fixture.ts';
import type { TenantContext } from '../kernel/context.ts';
import { BrokenRow } from '../kernel/stored.ts';
import { getDay, listDays } from '../reading/closing/index.ts';
import { makeDisbursements, makePayments } from '../reading/home/reports.fixture.ts';
import { importStatement } from '../reconciliation/index.ts';
import {
  at,
  eat,
  fileOf,
  recordDisbursement,
  recordPayment,
  unique,
} from '../reconciliation/reconciliation.fixture.ts';
import { clearReview } from '../reviews/index.ts';
import { movableClock, seed, type TestContext, testContext } from '../testing/index.ts';
import { recordRefund } from './closing.fixture.ts';
import { signOffDay, sweepDays } from './index.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
beforeEach(() => ctx.clock.set(new Date('2026-11-21T08:00:00Z')));
afterAll(() => test.close());

const day = '2026-11-20';

async function merchant(): Promise<{ mine: TenantContext; shortcode: string }> {
  const shop = await seed(ctx).owner().application().credentials('sandbox').mint();
  const { shortcode } = await shop.providerAccount('sandbox');
  return { mine: { ...shop.as('sandbox'), actor: 'user:finance' }, shortcode };
}

/** A day with 600 collected, of which 100 was refunded, and 500 paid out. */
async function busyDay() {
  const { mine, shortcode } = await merchant();
  const paymentId = await recordPayment(mine, { shortcode, amount: 600, exactAmount: '600.50' });
  await recordRefund(mine, { shortcode, amount: 100, paymentId });
  await recordDisbursement(mine, { shortcode, amount: 500, createdAt: at('23:59:59') });
  // The day before, and the day after.
  await recordPayment(mine, { shortcode, createdAt: new Date('2026-11-19T20:59:59.999Z') });
  await recordPayment(mine, { shortcode, createdAt: new Date('2026-11-20T21:00:00Z') });
  return { mine, shortcode, paymentId };
}

const auditOf = ({ db, tenant }: TenantContext) =>
  db.prisma.auditEntry.findMany({ where: { applicationId: tenant.applicationId, action: 'day.signed_off' } });

describe('a business day', () => {
  it('has what came, was refunded and was paid out from midnight to midnight in Nairobi', async () => {
    const { mine } = await busyDay();
    const found = await getDay(mine, { day });
    expect(found).toMatchObject({
      day,
      state: 'open',
      startsAt: '2026-11-19T21:00:00.000Z',
      endsAt: '2026-11-20T21:00:00.000Z',
      openPoints: 0,
      exceptions: {},
      signOffs: [],
      difference: null,
      named: [],
    });
    expect(found.figures).toEqual({
      collected: 60_050,
      collectedCount: 1,
      refunded: 10_000,
      refundCount: 1,
      net: 50_050,
      paidOut: 50_000,
      payoutCount: 1,
      refundedSince: 10_000,
      pendingPayments: 0,
      pendingPayouts: 0,
      movedIn: 60_050,
      movedBack: 10_000,
      movedOut: 50_000,
      accounts: [],
    });
  });

  it('has fees and balances where a statement tells them, and says so of others by null', async () => {
    const { mine, shortcode } = await merchant();
    const receipt = unique();
    await recordPayment(mine, { shortcode, providerReceipt: receipt });
    await importStatement(
      mine,
      fileOf(shortcode, [
        { receipt: unique(), time: '19-11-2026 20:00:00', paidIn: '10.00', balance: '1,000.00' },
        { receipt, time: eat('10:00:00'), paidIn: '100.00', balance: '1,100.00' },
        { receipt, time: eat('10:00:01'), withdrawn: '2.50', balance: '1,097.50', details: 'Pay Bill Charge' },
      ]),
    );
    const { figures } = await getDay(mine, { day });
    expect(figures.accounts).toEqual([
      {
        shortcode,
        opening: 100_000,
        closing: 109_750,
        fees: 250,
        hasProblems: false,
        coveredFrom: '2026-11-19T21:00:00.000Z',
        coveredTo: at('10:00:01').toISOString(),
      },
    ]);
    const before = await getDay(mine, { day: '2026-11-18' });
    expect(before.figures.accounts).toEqual([]);
  });

  it('adds up the balances of the accounts of a shortcode, and says what nothing here explains', async () => {
    const { mine, shortcode } = await merchant();
    const receipt = unique();
    await recordPayment(mine, { shortcode, providerReceipt: receipt });
    const lines = [
      { receipt: unique(), time: '19-11-2026 20:00:00', paidIn: '10.00', balance: '1,000.00' },
      { receipt, time: eat('10:00:00'), paidIn: '100.00', balance: '1,100.00' },
      { receipt: unique(), time: eat('10:00:01'), withdrawn: '2.50', balance: '1,097.50', details: 'Pay Bill Charge' },
    ];
    await importStatement(mine, fileOf(shortcode, lines, [['Account:', 'Working Account']]));
    const other = [
      { receipt: unique(), time: '19-11-2026 21:00:00', paidIn: '10.00', balance: '500.00' },
      { receipt: unique(), time: eat('11:00:00'), withdrawn: '40.00', balance: '460.00', details: 'Business Payment' },
    ];
    await importStatement(mine, fileOf(shortcode, other, [['Account:', 'Utility Account']]));
    const { figures, sheet } = await getDay(mine, { day });
    expect(figures.accounts).toMatchObject([{ shortcode, opening: 150_000, closing: 155_750, fees: 250 }]);
    expect(sheet.bridge).toMatchObject({
      lines: [
        { figure: 'opening', cents: 150_000 },
        { figure: 'movedIn', cents: 10_000 },
        { figure: 'fees', cents: -250 },
        { figure: 'expected', cents: 159_750 },
        { figure: 'closing', cents: 155_750 },
      ],
      difference: -4_000,
    });
  });

  it('that the first statement has from its beginning opens with what was there before its first line', async () => {
    const { mine, shortcode } = await merchant();
    const lines = [{ receipt: unique(), time: eat('10:00:00'), paidIn: '100.00', balance: '1,100.00' }];
    const above = [['Time Period:', 'From 20-11-2026 00:00:00 To 20-11-2026 23:59:59']];
    await importStatement(mine, fileOf(shortcode, lines, above));
    const { figures } = await getDay(mine, { day });
    expect(figures.accounts).toMatchObject([{ opening: 100_000, closing: 110_000 }]);
  });

  it('names open exceptions of what happened on it', async () => {
    const { mine, shortcode } = await merchant();
    const receipt = unique();
    await importStatement(
      mine,
      fileOf(shortcode, [{ receipt, time: eat('10:00:00'), paidIn: '100.00', balance: '1' }]),
    );
    const found = await getDay(mine, { day });
    expect(found).toMatchObject({ exceptions: { statement_missing_here: 1 }, openPoints: 1 });
    expect(found.named).toMatchObject([{ reason: 'statement_missing_here', subjectKind: 'statement_line' }]);
    expect((await getDay(mine, { day: '2026-11-19' })).openPoints).toBe(0);
  });

  it('is one of a list, newest first, that ends today', async () => {
    const { mine } = await busyDay();
    const { days, today } = await listDays(mine, { count: 3 });
    expect(today).toBe('2026-11-21');
    expect(days.map((one) => [one.day, one.state, one.figures.collected])).toEqual([
      ['2026-11-21', 'running', 10_000],
      ['2026-11-20', 'open', 60_050],
      ['2026-11-19', 'open', 10_000],
    ]);
    expect((await listDays(mine, { count: 31 })).days.at(-1)?.day).toBe('2026-11-19');
    expect(await listDays(mine, { to: '2026-11-18' })).toMatchObject({ days: [], first: '2026-11-19' });
    expect(days[1]).toEqual(expect.objectContaining({ figures: (await getDay(mine, { day })).figures }));
  });

  it.each([
    [{ day: '2026-11-22' }, 'has not begun'],
    [{ day: '2026-11-31' }, 'must be a day'],
    [{ day: 'today' }, 'must be a day'],
  ])('%j is refused', async (input, message) => {
    const { mine } = await merchant();
    await expect(getDay(mine, input)).rejects.toThrow(message);
  });
});

describe('signing off a day', () => {
  it('keeps its figures with who and when, in the audit too', async () => {
    const { mine } = await busyDay();
    const before = await getDay(mine, { day });
    const { signOff, isNew } = await signOffDay(mine, { day, seen: before.fingerprint });
    expect(isNew).toBe(true);
    expect(signOff).toMatchObject({
      revision: 1,
      signedBy: 'user:finance',
      signedAt: '2026-11-21T08:00:00.000Z',
      note: null,
      figures: before.figures,
    });
    expect(await getDay(mine, { day })).toMatchObject({
      state: 'signed',
      signOffs: [signOff],
      difference: { changes: [], learned: [] },
      changedSince: null,
    });
    expect(await auditOf(mine)).toMatchObject([
      { actor: 'user:finance', subjectId: signOff.signOffId, detail: { day, revision: 1, collected: 60_050 } },
    ]);
  });

  it('is refused before the day has ended', async () => {
    const { mine } = await merchant();
    ctx.clock.set(new Date('2026-11-20T20:59:59Z'));
    await expect(signOffDay(mine, { day })).rejects.toThrow('day has not ended');
    ctx.clock.set(new Date('2026-11-20T21:00:00Z'));
    expect((await signOffDay(mine, { day })).isNew).toBe(true);
  });

  it('with something open needs a note', async () => {
    const { mine } = await merchant();
    await makePayments(mine, mine.tenant, [{ createdAt: at('12:00:00') }]);
    for (const note of [undefined, '', '  ']) {
      await expect(signOffDay(mine, { day, note })).rejects.toMatchObject({
        code: 'invalid_input',
        extras: { issues: [{ path: 'note' }] },
      });
    }
    const { signOff } = await signOffDay(mine, { day, note: ' The provider was down.\nWe wait. ' });
    expect(signOff.note).toBe('The provider was down.\nWe wait.');
  });

  it('of other figures than the person saw is refused', async () => {
    const { mine, shortcode } = await busyDay();
    const { fingerprint: seen } = await getDay(mine, { day });
    await recordPayment(mine, { shortcode, createdAt: at('15:00:00') });
    await expect(signOffDay(mine, { day, seen })).rejects.toThrow('look at the day again');
    expect((await getDay(mine, { day })).signOffs).toEqual([]);
  });

  it('by many at once, and again, makes one signature', async () => {
    const { mine } = await busyDay();
    const people = ['user:one', 'user:two', 'user:three', 'user:four', 'user:five'];
    const all = await Promise.all(people.map((actor) => signOffDay({ ...mine, actor }, { day })));
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(all.map(({ signOff }) => signOff.signOffId)).size).toBe(1);
    expect((await signOffDay(mine, { day })).isNew).toBe(false);
    expect(await auditOf(mine)).toHaveLength(1);
  });

  it('and noting changes work with the rights of the dashboard and of the worker alone', async () => {
    const { mine, shortcode } = await busyDay();
    await signOffDay({ ...mine, db: test.databaseAs('web') }, { day });
    await recordPayment(mine, { shortcode, createdAt: at('15:00:00') });
    expect(await sweepDays({ ...ctx, db: test.databaseAs('worker') })).toBe(1);
    const web = test.databaseAs('web');
    await expect(web.prisma.daySignOff.deleteMany({})).rejects.toThrow('permission denied');
    await expect(web.prisma.daySignOff.updateMany({ data: { note: 'x' } })).rejects.toThrow('permission denied');
  });

  it('belongs to one application and environment', async () => {
    const { mine } = await busyDay();
    const { mine: others } = await busyDay();
    await signOffDay(mine, { day });
    expect((await getDay(others, { day })).state).toBe('open');
    const production = { ...mine, tenant: { ...mine.tenant, environment: 'production' as const } };
    expect(await getDay(production, { day })).toMatchObject({ state: 'open', figures: { collected: 0 } });
  });
});

describe('a day that was signed off', () => {
  it('says what changed, from which to which and since when, and is signed again with its history', async () => {
    const { mine, paymentId, shortcode } = await busyDay();
    await signOffDay(mine, { day });
    expect(await sweepDays(mine)).toBe(0);
    // The next day somebody refunds the rest: the day's payments are worth less than was signed.
    await recordRefund(mine, { shortcode, amount: 500, paymentId, createdAt: new Date('2026-11-21T09:00:00Z') });
    const changes = [{ figure: 'refundedSince', unit: 'cents', shortcode: null, from: 10_000, to: 60_000 }];
    expect(await getDay(mine, { day })).toMatchObject({
      state: 'changed',
      difference: { changes },
      changedSince: null,
    });
    ctx.clock.set(new Date('2026-11-21T10:00:00Z'));
    await Promise.all([1, 2, 3].map(() => sweepDays(ctx)));
    ctx.clock.set(new Date('2026-11-21T11:00:00Z'));
    await sweepDays(ctx);
    expect(await getDay(mine, { day })).toMatchObject({ changedSince: '2026-11-21T10:00:00.000Z' });
    const { signOff, isNew } = await signOffDay({ ...mine, actor: 'user:other' }, { day });
    expect([isNew, signOff.revision]).toEqual([true, 2]);
    expect(await getDay(mine, { day })).toMatchObject({
      state: 'signed',
      changedSince: null,
      signOffs: [
        { revision: 2, signedBy: 'user:other', figures: { refundedSince: 60_000 } },
        { revision: 1, signedBy: 'user:finance', figures: { refundedSince: 10_000 } },
      ],
    });
  });

  it('is changed by money of that day that is heard of later', async () => {
    const shop = await newShop({ ...ctx, clock: movableClock(new Date('2026-11-21T08:00:00Z')) });
    const mine = { ...shop, actor: 'user:finance' as const };
    await signOffDay(mine, { day });
    const late = { transactionId: newReceipt(), amount: '250.50', paidAt: '2026-11-20T23:59:59+03:00' };
    await apply(shop, await postConfirmation(shop, late));
    const { state, difference } = await getDay(mine, { day });
    expect(state).toBe('changed');
    expect(difference?.changes).toMatchObject([
      { figure: 'collected', to: 25_050 },
      { figure: 'net', to: 25_050 },
      { figure: 'movedIn', to: 25_050 },
      { figure: 'collectedCount', to: 1 },
    ]);
    expect((await getDay(mine, { day: '2026-11-21' })).figures).toMatchObject({ collected: 0, movedIn: 0 });
  });

  it('is as it was signed again when the change is undone', async () => {
    const { mine } = await busyDay();
    await signOffDay(mine, { day });
    const [id] = await makePayments(mine, mine.tenant, [
      { createdAt: at('12:00:00'), status: 'success', source: 'c2b' },
    ]);
    await sweepDays(ctx);
    expect((await getDay(mine, { day })).changedSince).not.toBeNull();
    await mine.db.prisma.payment.delete({ where: { id } });
    await sweepDays(ctx);
    expect(await getDay(mine, { day })).toMatchObject({ state: 'signed', changedSince: null });
    expect(await mine.db.prisma.daySignOff.findMany({ where: mine.tenant })).toMatchObject([{ changedSince: null }]);
  });

  it.each([
    ['figures', { collected: '60050' }],
    ['figures', { accounts: [{ shortcode: '600000', opening: '1' }] }],
    ['figures', null],
    ['exceptions', { outcome_unknown: 'two' }],
  ])(
    'with %s that cannot be read, %j, is refused by name, and the days of others are compared',
    async (column, value) => {
      const [{ mine: broken }, { mine }] = [await busyDay(), await busyDay()];
      for (const each of [broken, mine]) {
        await signOffDay(each, { day });
        await makePayments(each, each.tenant, [{ createdAt: at('12:00:00'), status: 'success', source: 'c2b' }]);
      }
      const { applicationId } = broken.tenant;
      await test.database.pool.query(`UPDATE day_sign_offs SET ${column} = $1 WHERE application_id = $2`, [
        JSON.stringify(value),
        applicationId,
      ]);
      await expect(getDay(broken, { day })).rejects.toThrow(BrokenRow);
      await expect(getDay(broken, { day })).rejects.toThrow(`The ${column} of the signature`);
      const errors: unknown[] = [];
      await sweepDays({ ...ctx, log: { ...ctx.log, error: (said: unknown) => void errors.push(said) } });
      expect(errors).toContainEqual(expect.objectContaining({ applicationId, err: expect.any(BrokenRow) }));
      expect(await getDay(mine, { day })).toMatchObject({ state: 'changed', changedSince: expect.any(String) });
    },
  );

  it('of an older version with fewer figures is compared by those that it has', async () => {
    const { mine } = await busyDay();
    await signOffDay(mine, { day });
    await mine.db.prisma.daySignOff.updateMany({ where: mine.tenant, data: { figures: { collected: 1 } } });
    const { difference, signOffs } = await getDay(mine, { day });
    expect(difference?.changes).toMatchObject([{ figure: 'collected', from: 1, to: 60_050 }]);
    expect(difference?.learned).toContainEqual(expect.objectContaining({ figure: 'net', from: null }));
    expect(signOffs[0]?.figures).toEqual({ collected: 1, accounts: [] });
  });

  it('learns what a later statement tells, and may be signed with it', async () => {
    const { mine, shortcode } = await merchant();
    const receipt = unique();
    await recordPayment(mine, { shortcode, providerReceipt: receipt });
    await signOffDay(mine, { day });
    const line = { receipt, time: eat('10:00:00'), paidIn: '100.00', balance: '1,100.00' };
    await importStatement(mine, fileOf(shortcode, [line]));
    expect(await getDay(mine, { day })).toMatchObject({
      state: 'signed',
      difference: {
        changes: [],
        learned: [
          { figure: 'closing', to: 110_000 },
          { figure: 'fees', to: 0 },
        ],
      },
    });
    expect(await signOffDay(mine, { day })).toMatchObject({ isNew: true, signOff: { revision: 2 } });
  });

  it('is not changed by people who work on exceptions', async () => {
    const { mine, shortcode } = await merchant();
    const line = { receipt: unique(), time: eat('10:00:00'), paidIn: '100.00', balance: '1' };
    await importStatement(mine, fileOf(shortcode, [line]));
    await signOffDay(mine, { day, note: 'We ask the provider.' });
    const { named } = await getDay(mine, { day });
    await clearReview(mine, { reviewId: named[0]?.reviewId ?? '', note: 'It is ours.' });
    expect(await getDay(mine, { day })).toMatchObject({ state: 'signed', openPoints: 0 });
  });

  it('of another time is left alone by the worker, and compared on the page', async () => {
    const { mine } = await merchant();
    await signOffDay(mine, { day: '2026-08-01' });
    await makeDisbursements(mine, mine.tenant, [{ createdAt: new Date('2026-08-01T10:00:00Z'), status: 'success' }]);
    await sweepDays(ctx);
    expect(await getDay(mine, { day: '2026-08-01' })).toMatchObject({ state: 'changed', changedSince: null });
  });
});
