import { randomBytes } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantContext } from '../kernel/context.ts';
import { clearReview } from '../reviews/index.ts';
import { csvOf } from '../tables/table.fixture.ts';
import { type SeededMerchant, seed, type TestContext, testContext } from '../testing/index.ts';
import { importStatement, matchAgain, previewStatement, sweepOpenLines, takeBackStatement } from './index.ts';
import { insertLines } from './line-statements.ts';
import { readStatement } from './read-statement.ts';
import { at, eat, fileOf, recordDisbursement, recordPayment, unique } from './reconciliation.fixture.ts';

let test: TestDatabase;
let ctx: TestContext;
let shop: SeededMerchant;
let as: TenantContext & TestContext;
let shortcode: string;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  ctx.clock.set(new Date('2026-11-21T08:00:00Z'));
});
afterAll(() => test.close());

/** Each test has a merchant of its own. */
async function merchant() {
  shop = await seed(ctx).owner().application().credentials('sandbox').mint();
  as = shop.as('sandbox');
  shortcode = (await shop.providerAccount('sandbox')).shortcode;
}

const reviews = async () => {
  const where = { applicationId: shop.applicationId };
  const rows = await ctx.db.prisma.review.findMany({ where, orderBy: [{ openedAt: 'asc' }, { reason: 'asc' }] });
  return rows.map(({ subjectKind, subjectId, reason, status, closedBy, closingNote, detail }) => ({
    subjectKind,
    subjectId,
    reason,
    status,
    closedBy,
    closingNote,
    detail,
  }));
};
const lines = () =>
  ctx.db.prisma.statementLine.findMany({ where: { applicationId: shop.applicationId }, orderBy: { ordinal: 'asc' } });
const lineOf = async (receipt: string) => {
  const found = (await lines()).find((line) => line.receipt === receipt);
  if (!found) throw new Error(`no line ${receipt}`);
  return found;
};

describe('importing a statement', () => {
  it('keeps nothing in a preview, and says what is new', async () => {
    await merchant();
    const file = fileOf(shortcode, [
      { receipt: unique(), time: eat('10:00:00'), paidIn: '100.00', balance: '1,100.00' },
      { receipt: 'no', paidIn: '1' },
    ]);
    const preview = await previewStatement(as, file);
    expect(preview).toMatchObject({
      lines: { count: 1, fresh: 1, known: 0 },
      openingBalanceCents: 100_000,
      closingBalanceCents: 110_000,
      problems: { count: 1, shown: [{ row: 3 }] },
      importedAs: null,
    });
    expect(await lines()).toEqual([]);
    const { statementId, isNew } = await importStatement(as, file);
    expect(isNew).toBe(true);
    expect(await previewStatement(as, file)).toMatchObject({ importedAs: statementId, lines: { fresh: 0, known: 1 } });
  });

  it('changes nothing the second time, nor with a file that overlaps', async () => {
    await merchant();
    const [first, second, third] = [unique(), unique(), unique()];
    const row = (receipt: string, time: string) => ({ receipt, time: eat(time), paidIn: '100.00' });
    const one = fileOf(shortcode, [row(first, '10:00:00'), row(second, '10:01:00')]);
    const imported = await importStatement(as, one);
    const before = { lines: await lines(), reviews: await reviews() };
    expect(await importStatement(as, one)).toMatchObject({ statementId: imported.statementId, isNew: false });
    expect({ lines: await lines(), reviews: await reviews() }).toEqual(before);
    const overlapping = fileOf(shortcode, [row(second, '10:01:00'), row(third, '10:02:00'), row(third, '10:02:00')]);
    expect((await importStatement(as, overlapping)).lines).toEqual({ count: 3, fresh: 1, known: 2 });
    expect((await lines()).map(({ receipt }) => receipt).sort()).toEqual([first, second, third].sort());
    const audited = await ctx.db.prisma.auditEntry.findMany({
      where: { applicationId: shop.applicationId, action: 'statement.imported' },
    });
    expect(audited.map(({ detail }) => detail)).toMatchObject([
      { shortcode, lineCount: 2, newLineCount: 2 },
      { shortcode, lineCount: 3, newLineCount: 1 },
    ]);
  });

  it('keeps each line once when one file is imported many times at once', async () => {
    await merchant();
    const rows = Array.from({ length: 50 }, () => ({ receipt: unique(), time: eat('10:00:00'), paidIn: '1.00' }));
    const results = await Promise.all([1, 2, 3, 4].map(() => importStatement(as, fileOf(shortcode, rows))));
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await lines()).toHaveLength(50);
  });

  it('says a line that differs from the one kept, and keeps the first', async () => {
    await merchant();
    const receipt = unique();
    const paymentId = await recordPayment(as, { shortcode, providerReceipt: receipt });
    await importStatement(as, fileOf(shortcode, [{ receipt, time: eat('10:00:00'), paidIn: '100.00' }]));
    const other = fileOf(shortcode, [{ receipt, time: eat('10:00:00'), paidIn: '900.00' }]);
    expect((await importStatement(as, other)).differing).toEqual({
      count: 1,
      shown: [{ row: 2, receipt, kind: 'paid_in', facts: ['amount'] }],
    });
    const line = await lineOf(receipt);
    expect(line).toMatchObject({ paidInCents: 10_000n, paymentId });
    expect(await reviews()).toMatchObject([
      { subjectKind: 'statement_line', subjectId: line.id, reason: 'statement_duplicate', status: 'open' },
    ]);
  });

  it('says two lines of one file that contradict each other: another amount, and the same balance', async () => {
    await merchant();
    const receipt = unique();
    const row = { receipt, time: eat('10:00:00'), paidIn: '100.00', balance: '500.00' };
    const { differing } = await importStatement(as, fileOf(shortcode, [row, { ...row, paidIn: '900.00' }]));
    expect(differing).toMatchObject({ count: 1, shown: [{ facts: ['amount'] }] });
    expect(await lines()).toMatchObject([{ receipt, paidInCents: 10_000n }]);
    expect((await reviews()).map(({ reason }) => reason)).toContain('statement_duplicate');
  });

  it('keeps several lines of one receipt, and what they come to is the amount of its payment', async () => {
    await merchant();
    const receipt = unique();
    const paymentId = await recordPayment(as, { shortcode, providerReceipt: receipt });
    const rows = [
      { receipt, time: eat('10:00:00'), paidIn: '60.00', balance: '60.00' },
      { receipt, time: eat('10:00:00'), paidIn: '40.00', balance: '100.00' },
      { receipt, time: eat('10:00:00'), paidIn: '40.00', balance: '100.00' },
    ];
    const file = fileOf(shortcode, rows);
    expect(await importStatement(as, file)).toMatchObject({
      lines: { count: 3, fresh: 2, known: 1 },
      differing: { count: 0 },
    });
    expect(await lines()).toMatchObject([
      { receipt, occurrence: 1, paidInCents: 6_000n, paymentId },
      { receipt, occurrence: 2, paidInCents: 4_000n, paymentId },
    ]);
    expect(await reviews()).toEqual([]);
    const reversed = fileOf(shortcode, rows.toReversed());
    expect((await importStatement(as, reversed)).lines).toEqual({ count: 3, fresh: 0, known: 3 });
  });

  const legs = (details: string) =>
    [
      ['500.00', '0.00', '500.00'],
      ['0.00', '-500.00', '0.00'],
    ].map((sums) => ['UKN9IT0002', '20/11/2026 23:09:07', details, 'Completed', ...sums]);
  const legHeader = [
    'Receipt No',
    'Completion Time',
    'Details',
    'Transaction Status',
    'Paid In',
    'Withdrawn',
    'Balance',
  ];
  const legFile = (...rows: string[][]) => ({ shortcode, fileName: 'legs.csv', file: csvOf([legHeader, ...rows]) });

  it.each([
    ['Utility Account to Organization Settlement Account', 'transfer', []],
    ['Withdrawal of Funds', 'transfer', []],
    ['Pay Bill Reversal', 'reversal', ['statement_reversed']],
  ])('keeps both legs of "%s" in one file, and in two', async (details, kind, reasons) => {
    const [inLeg = [], outLeg = []] = legs(details);
    for (const files of [[[inLeg, outLeg]], [[outLeg, inLeg]], [[inLeg], [outLeg]], [[outLeg], [inLeg]]]) {
      await merchant();
      for (const rows of files) {
        expect((await previewStatement(as, legFile(...rows))).lines).toMatchObject({ fresh: rows.length });
        expect((await importStatement(as, legFile(...rows))).lines).toMatchObject({ fresh: rows.length });
      }
      const kept = await lines();
      expect(kept).toHaveLength(2);
      expect(new Set(kept.map((line) => line.kind))).toEqual(new Set([kind]));
      expect(kept.reduce((sum, line) => sum + line.paidInCents - line.withdrawnCents, 0n)).toBe(0n);
      // Money that came back alone had its review before the other leg was known.
      const alone = files[0]?.length === 1 && files[0][0] === inLeg ? reasons : [];
      expect((await reviews()).map(({ reason }) => reason)).toEqual([...reasons, ...alone]);
      // The same lines in a file of other bytes.
      const again = await importStatement(as, legFile(outLeg, inLeg, outLeg));
      expect(again).toMatchObject({ lines: { fresh: 0, known: 3 }, differing: { count: 0 } });
      expect(await lines()).toEqual(kept);
      expect(await reviews()).toHaveLength(reasons.length + alone.length);
    }
  });

  it('opens the review of a contradiction about the leg that is contradicted', async () => {
    await merchant();
    const [inLeg = [], outLeg = []] = legs('Withdrawal of Funds');
    const less = outLeg.map((cell) => (cell === '-500.00' ? '-400.00' : cell));
    await importStatement(as, legFile(inLeg, outLeg, less));
    const leg = (await lines()).find(({ withdrawnCents }) => withdrawnCents > 0n);
    expect(await reviews()).toMatchObject([{ reason: 'statement_duplicate', subjectId: leg?.id }]);
  });

  it('reads the newer template, whose name alone says the period', async () => {
    await merchant();
    const header =
      'Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs),Balance (KSHs)';
    const details = 'Pay Bill from 2547****111 - ALICE EXAMPLE Acc. alice';
    const text = `${header}\nUKN9OL0001,20-11-2026 09:16:40,${details},Completed,"7,800.00",0.00,"7,800.00"\n`;
    const fileName = `Statements for ${shortcode} from 2026-11-20 to 2026-11-20.csv`;
    const imported = await importStatement(as, { shortcode, fileName, file: Buffer.from(text) });
    expect(imported).toMatchObject({
      covers: { from: '2026-11-19T21:00:00.000Z', to: '2026-11-20T06:16:40.000Z' },
      lines: { count: 1 },
      problems: { count: 0 },
    });
    expect(await lines()).toMatchObject([{ accountRef: 'alice', otherParty: '2547****111 - ALICE EXAMPLE' }]);
  });

  it('says the row of a line that the database refuses', async () => {
    await merchant();
    const { db } = as;
    const owned = { ...as.tenant, shortcode };
    const { statementId } = await importStatement(as, legFile(...legs('Withdrawal of Funds')));
    const [line] = (await readStatement(legFile(...legs('Withdrawal of Funds')).file)).lines;
    if (!line) throw new Error('no line');
    const taken = [{ ...line, row: 7, occurrence: 1, ordinal: 0 }];
    await expect(insertLines(db.prisma, owned, { statementId, account: '' }, taken)).rejects.toThrow(
      'row 7 is kept already as another line of UKN9IT0002',
    );
  });

  it('refuses a shortcode that the application does not use, and a file of another one', async () => {
    await merchant();
    const rows = [{ receipt: unique(), time: eat('10:00:00'), paidIn: '1.00' }];
    await expect(importStatement(as, fileOf('999999', rows))).rejects.toThrow('is not a shortcode of this application');
    const foreign = fileOf(shortcode, rows, [['Short Code', '999999']]);
    await expect(importStatement(as, foreign)).rejects.toThrow(`it is of the shortcode 999999, not of ${shortcode}`);
    const future = fileOf(shortcode, [{ receipt: unique(), time: '20-12-2026 10:00:00', paidIn: '1.00' }]);
    await expect(importStatement(as, future)).rejects.toThrow('a line is of the future');
    expect(await lines()).toEqual([]);
  });

  it('refuses a file whose name says another shortcode, until somebody confirms it', async () => {
    await merchant();
    const rows = [{ receipt: unique(), time: eat('10:00:00'), paidIn: '1.00' }];
    const named = (fileName: string) => ({ ...fileOf(shortcode, rows), fileName });
    const foreign = named('Statements for 999888 from 2026-11-20 to 2026-11-20.csv');
    for (const verb of [previewStatement, importStatement]) {
      await expect(verb(as, foreign)).rejects.toMatchObject({
        message: expect.stringContaining('The name of this file says 999888.'),
        extras: { issues: [{ path: 'fileName' }] },
      });
    }
    expect(await lines()).toEqual([]);
    expect(await previewStatement(as, { ...foreign, despiteName: true })).toMatchObject({ lines: { fresh: 1 } });
    await importStatement(as, { ...foreign, despiteName: true });
    expect(await lines()).toHaveLength(1);
    // What the file itself says counts more than its name.
    const inside = fileOf(shortcode, [{ ...rows[0], receipt: unique() }], [['Short Code', shortcode]]);
    expect(await importStatement(as, { ...inside, fileName: foreign.fileName })).toMatchObject({ isNew: true });
  });

  it('refuses a production shortcode of another organization', async () => {
    const owner = await seed(ctx).owner().application().credentials('production').mint();
    const taken = '654321';
    await ctx.db.prisma.shortcode.create({
      data: {
        environment: 'production',
        shortcode: taken,
        organizationId: owner.organizationId,
        evidence: 'push',
        claimedAt: ctx.clock.now(),
      },
    });
    const thief = await seed(ctx).owner().application().credentials('production', { shortcode: '600001' }).mint();
    const file = fileOf(taken, [{ receipt: unique(), time: eat('10:00:00'), paidIn: '1.00' }]);
    await expect(importStatement(thief.as('production'), file)).rejects.toThrow('belongs to another organization');
  });
});

describe('taking an import back', () => {
  const row = (receipt: string) => ({ receipt, time: eat('10:00:00'), paidIn: '100.00' });

  it('removes its lines and closes its exceptions, so that the file can come again', async () => {
    await merchant();
    const [paid, missing] = [unique(), unique()];
    await recordPayment(as, { shortcode, providerReceipt: paid });
    const file = fileOf(shortcode, [row(paid), row(missing)]);
    const { statementId } = await importStatement(as, file);
    const results = await Promise.allSettled([1, 2].map(() => takeBackStatement(as, { statementId })));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await lines()).toEqual([]);
    expect(await reviews()).toMatchObject([{ status: 'closed', closingNote: 'The statement was taken back.' }]);
    const where = { subjectId: statementId, action: 'statement.taken_back' };
    expect(await ctx.db.prisma.auditEntry.findMany({ where })).toMatchObject([{ detail: { lines: 2, closed: 1 } }]);
    expect(await importStatement(as, file)).toMatchObject({ isNew: true, lines: { fresh: 2 } });
  });

  it('is refused when a person has closed an exception of it', async () => {
    await merchant();
    const { statementId } = await importStatement(as, fileOf(shortcode, [row(unique())]));
    const review = await ctx.db.prisma.review.findFirstOrThrow({ where: { applicationId: shop.applicationId } });
    await clearReview(as, { reviewId: review.id, note: 'Interest of the bank.' });
    await expect(takeBackStatement(as, { statementId })).rejects.toThrow('somebody has closed its exception');
    expect(await lines()).toHaveLength(1);
  });

  it('is refused while a later import counts its lines as known, and goes from the last one on', async () => {
    await merchant();
    const [first, second] = [unique(), unique()];
    const one = await importStatement(as, fileOf(shortcode, [row(first)]));
    const two = await importStatement(as, fileOf(shortcode, [row(first), row(second)]));
    await expect(takeBackStatement(as, { statementId: one.statementId })).rejects.toThrow('take that one back first');
    await takeBackStatement(as, { statementId: two.statementId });
    await takeBackStatement(as, { statementId: one.statementId });
    expect(await lines()).toEqual([]);
  });

  it('is of the own application alone', async () => {
    await merchant();
    const { statementId } = await importStatement(as, fileOf(shortcode, [row(unique())]));
    const stranger = await seed(ctx).owner().application().credentials('sandbox').mint();
    await expect(takeBackStatement(stranger.as('sandbox'), { statementId })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await lines()).toHaveLength(1);
  });
});

describe('matching a statement', () => {
  it('finds each kind of exception, and invents none', async () => {
    await merchant();
    const [paid, less, missing, reversed, payout, ours, unknownPayout] = Array.from({ length: 7 }, unique);
    const names = { paid, less, missing, reversed, payout, ours, unknownPayout };
    await recordPayment(as, { shortcode, providerReceipt: paid ?? '', createdAt: at('10:00:00') });
    await recordPayment(as, { shortcode, providerReceipt: less ?? '', createdAt: at('10:01:00') });
    await recordPayment(as, { shortcode, providerReceipt: reversed ?? '', createdAt: at('10:02:00') });
    const lost = await recordPayment(as, { shortcode, providerReceipt: unique(), createdAt: at('10:30:00') });
    const payoutId = await recordDisbursement(as, {
      shortcode,
      providerReceipt: payout ?? '',
      createdAt: at('10:05:00'),
    });
    const lostPayout = await recordDisbursement(as, {
      shortcode,
      providerReceipt: unique(),
      createdAt: at('10:31:00'),
    });
    const reversalId = await recordDisbursement(as, {
      shortcode,
      kind: 'reversal',
      amount: 100,
      phone: null,
      commandId: null,
      transactionId: paid ?? '',
      createdAt: at('10:06:00'),
    });
    // Outside of what the statement surely covers.
    await recordPayment(as, { shortcode, providerReceipt: unique(), createdAt: at('08:59:00') });
    await recordPayment(as, { shortcode, providerReceipt: unique(), createdAt: at('11:59:00') });
    const takenBack = unique();
    const file = fileOf(shortcode, [
      { receipt: unique(), time: eat('09:00:00'), status: 'Failed', paidIn: '5.00' },
      { receipt: names.paid ?? '', time: eat('09:00:00'), paidIn: '100.00' },
      { receipt: names.less ?? '', time: eat('10:01:00'), paidIn: '90.00' },
      { receipt: names.missing ?? '', time: eat('10:01:30'), paidIn: '70.00' },
      { receipt: names.reversed ?? '', time: eat('10:02:00'), paidIn: '100.00' },
      { receipt: names.payout ?? '', time: eat('10:05:00'), withdrawn: '-500.00', type: 'Business Payment' },
      { receipt: names.payout ?? '', time: eat('10:05:00'), withdrawn: '-9.00', type: 'Business Payment Charge' },
      {
        receipt: names.ours ?? '',
        time: eat('10:06:00'),
        withdrawn: '100.00',
        type: 'Reversal',
        linked: names.paid ?? '',
      },
      {
        receipt: takenBack,
        time: eat('10:07:00'),
        withdrawn: '100.00',
        type: 'Pay Bill Reversal',
        linked: names.reversed ?? '',
      },
      { receipt: names.unknownPayout ?? '', time: eat('12:00:00'), withdrawn: '1.00', type: 'Transfer to bank' },
    ]);
    const { matched } = await importStatement(as, file);
    expect(matched).toEqual({
      byReceipt: 5,
      byEvidence: 0,
      fees: 1,
      opened: { missingHere: 2, missingThere: 2, amountDiffered: 1, reversed: 1 },
      closed: 0,
    });
    const found = (await reviews()).map(({ reason, subjectId }) => `${reason} ${subjectId}`);
    expect(found.sort()).toEqual(
      [
        `statement_amount_differed ${(await lineOf(names.less ?? '')).id}`,
        `statement_missing_here ${(await lineOf(names.missing ?? '')).id}`,
        `statement_missing_here ${(await lineOf(names.unknownPayout ?? '')).id}`,
        `statement_missing_there ${lost}`,
        `statement_missing_there ${lostPayout}`,
        `statement_reversed ${(await lineOf(takenBack)).id}`,
      ].sort(),
    );
    expect((await lines()).find(({ kind }) => kind === 'fee')).toMatchObject({ disbursementId: payoutId });
    expect(await lineOf(names.ours ?? '')).toMatchObject({ disbursementId: reversalId });
    expect(await matchAgain(as, { shortcode })).toMatchObject({ byReceipt: 0, closed: 0, opened: { missingThere: 0 } });
    expect(await reviews()).toHaveLength(6);
  });

  it('gives fees with the reason type of their payment to the payment, and opens nothing', async () => {
    await merchant();
    const fees = ['-21.06', '-2.97', '-1.49'];
    const rows = await Promise.all(
      fees.map(async (withdrawn, index) => {
        const receipt = unique();
        await recordPayment(as, { shortcode, providerReceipt: receipt, amount: 7_800, requestedAmount: 7_800 });
        const row = { receipt, time: eat(`10:0${index}:00`), type: 'Pay Utility' };
        const details = 'Pay Bill from 25470****111 - ALICE **** EXAMPLE Acc. 850060';
        return [
          { ...row, withdrawn, details: 'Pay Bill Charge', other: 'SP' },
          { ...row, paidIn: '7,800.00', details },
        ];
      }),
    );
    const { feeCents, matched } = await importStatement(as, fileOf(shortcode, rows.flat()));
    expect({ feeCents, fees: matched.fees, byReceipt: matched.byReceipt }).toEqual({
      feeCents: 2_552,
      fees: 3,
      byReceipt: 3,
    });
    expect(await reviews()).toEqual([]);
    for (const line of await lines()) expect(line.paymentId).not.toBeNull();
  });

  it('says nothing is missing there while a row was not understood', async () => {
    await merchant();
    await recordPayment(as, { shortcode, providerReceipt: unique(), createdAt: at('10:30:00') });
    const rows = [
      { receipt: unique(), time: eat('09:00:00'), paidIn: '1.00' },
      { receipt: unique(), time: 'noon', paidIn: '1.00' },
      { receipt: unique(), time: eat('12:00:00'), paidIn: '1.00' },
    ];
    const { matched } = await importStatement(as, fileOf(shortcode, rows));
    expect(matched.opened).toMatchObject({ missingThere: 0, missingHere: 2 });
  });

  it('ends an exception by itself when what was missing comes, and says so', async () => {
    await merchant();
    const [here, there] = [unique(), unique()];
    await recordPayment(as, { shortcode, providerReceipt: there, createdAt: at('10:30:00') });
    const ends = [
      { receipt: here, time: eat('09:00:00'), paidIn: '100.00' },
      { receipt: unique(), time: eat('12:00:00'), paidIn: '100.00' },
    ];
    await importStatement(as, fileOf(shortcode, ends));
    await recordPayment(as, { shortcode, providerReceipt: here, createdAt: at('13:00:00') });
    await sweepOpenLines(ctx);
    await importStatement(as, fileOf(shortcode, [{ receipt: there, time: eat('10:30:00'), paidIn: '100.00' }]));
    const closed = (await reviews()).filter(({ status }) => status === 'closed');
    expect(closed).toMatchObject([
      {
        reason: 'statement_missing_here',
        closedBy: 'system',
        closingNote: 'It was recorded here after the statement had been imported.',
      },
      {
        reason: 'statement_missing_there',
        closedBy: 'system',
        closingNote: 'A statement that was imported later has it.',
      },
    ]);
  });

  it('tells another amount of what was missing first and has come since', async () => {
    await merchant();
    const receipt = unique();
    await importStatement(as, fileOf(shortcode, [{ receipt, time: eat('09:00:00'), paidIn: '100.00' }]));
    await recordPayment(as, { shortcode, providerReceipt: receipt, amount: 90, createdAt: at('09:00:00') });
    await matchAgain(as, { shortcode });
    expect((await reviews()).map(({ reason, status }) => `${reason} ${status}`).sort()).toEqual([
      'statement_amount_differed open',
      'statement_missing_here closed',
    ]);
  });

  it('leaves closed what a person has closed', async () => {
    await merchant();
    await importStatement(as, fileOf(shortcode, [{ receipt: unique(), time: eat('09:00:00'), paidIn: '100.00' }]));
    const review = await ctx.db.prisma.review.findFirstOrThrow({ where: { applicationId: shop.applicationId } });
    await clearReview(as, { reviewId: review.id, note: 'Interest of the bank.' });
    await matchAgain(as, { shortcode });
    await sweepOpenLines(ctx);
    expect(await reviews()).toMatchObject([{ status: 'closed', closingNote: 'Interest of the bank.' }]);
  });

  it('waits a while for what the provider may still confirm', async () => {
    await merchant();
    ctx.clock.set(at('10:05:00'));
    await importStatement(as, fileOf(shortcode, [{ receipt: unique(), time: eat('10:00:00'), paidIn: '100.00' }]));
    expect(await reviews()).toEqual([]);
    ctx.clock.set(at('10:11:00'));
    await sweepOpenLines(ctx);
    expect(await reviews()).toMatchObject([{ reason: 'statement_missing_here' }]);
    ctx.clock.set(new Date('2026-11-21T08:00:00Z'));
  });

  it('takes a payment of a sister application, and never one of another organization', async () => {
    await merchant();
    const mine = shop;
    const receipt = unique();
    const stranger = await seed(ctx).owner().application().credentials('sandbox').mint();
    await recordPayment(stranger.as('sandbox'), { shortcode: '600777', providerReceipt: receipt });
    await importStatement(as, fileOf(shortcode, [{ receipt, time: eat('10:00:00'), paidIn: '100.00' }]));
    shop = mine;
    expect((await lineOf(receipt)).paymentId).toBeNull();
    const sister = await ctx.db.prisma.application.create({
      data: {
        id: crypto.randomUUID(),
        organizationId: shop.organizationId,
        name: 'Sister',
        createdAt: ctx.clock.now(),
      },
    });
    const tenant = { applicationId: sister.id, environment: 'sandbox' as const };
    const paymentId = await recordPayment({ ...as, tenant }, { shortcode, providerReceipt: receipt });
    await sweepOpenLines(ctx);
    expect((await lineOf(receipt)).paymentId).toBe(paymentId);
  });
});

describe('matching by evidence', () => {
  const prompt = {
    source: 'stk',
    settledBy: 'query',
    resultCode: '0',
    phone: '254712345678',
    accountRef: 'INV-7',
  } as const;
  const token = () => randomBytes(32).toString('hex');
  const line = (given: object = {}) => ({
    receipt: unique(),
    time: eat('10:01:00'),
    paidIn: '100.00',
    other: '254712345678 - JOY WANJIKU',
    reference: 'INV-7',
    ...given,
  });

  it.each([
    ['the phone and the reference', {}, {}, true],
    ['the reference, with a masked phone', {}, { other: '2547***678 - JOY' }, true],
    ['the phone alone', {}, { reference: '' }, true],
    ['the amount and the time alone', {}, { reference: '', other: '' }, false],
    ['another phone', {}, { other: '254712345679 - JOY' }, false],
    ['another reference', {}, { reference: 'INV-70' }, false],
    ['another amount', {}, { paidIn: '100.50' }, false],
    ['a payment before the prompt', {}, { time: eat('09:58:00') }, false],
    ['a payment long after the prompt', {}, { time: eat('10:06:00') }, false],
    ['a prompt that is pending', { status: 'pending', settledAt: null, settledBy: null, resultCode: null }, {}, false],
    ['a success with another receipt', { providerReceipt: 'TKOTHER001' }, {}, false],
  ] as const)('%s', async (_, changes, given, isMatch) => {
    await merchant();
    const callbackToken = unique()
      .toLowerCase()
      .padEnd(64, '0')
      .replace(/[^0-9a-f]/g, '0');
    const paymentId = await recordPayment(as, { ...prompt, shortcode, callbackToken, ...changes });
    await importStatement(as, fileOf(shortcode, [line(given)]));
    const [found] = await lines();
    expect(found).toMatchObject(isMatch ? { paymentId, matchedBy: 'evidence' } : { paymentId: null, matchedBy: null });
  });

  it('leaves open what could be two', async () => {
    await merchant();
    await recordPayment(as, { ...prompt, shortcode, callbackToken: token() });
    await importStatement(as, fileOf(shortcode, [line(), line({ time: eat('10:02:00') })]));
    expect((await lines()).map(({ paymentId }) => paymentId)).toEqual([null, null]);
  });
});
