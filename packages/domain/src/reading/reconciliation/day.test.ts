import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestOrder } from '../../orders/index.ts';
import { importStatement } from '../../reconciliation/index.ts';
import { at, eat, fileOf, recordPayment, unique } from '../../reconciliation/reconciliation.fixture.ts';
import { clearReview } from '../../reviews/index.ts';
import { attacks, seed, type TestContext, testContext } from '../../testing/index.ts';
import { listExceptions, listImports, listLines, listShortcodes } from './index.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  ctx.clock.set(new Date('2026-11-21T08:00:00Z'));
});
afterAll(() => test.close());

const day = '2026-11-20';

async function merchant() {
  const shop = await seed(ctx).owner().application().credentials('sandbox').member('finance').mint();
  const { shortcode } = await shop.providerAccount('sandbox');
  return { shop, as: shop.as('sandbox'), shortcode };
}

describe('the lines of a day', () => {
  it('come page by page in their order, each with what became of it', async () => {
    const { as, shortcode } = await merchant();
    const [paid, missing, ...others] = Array.from({ length: 5 }, unique);
    const paymentId = await recordPayment(as, { shortcode, providerReceipt: paid ?? '' });
    const row = (receipt: string, time: string) => ({ receipt, time, paidIn: '100.00', balance: '1,000.00' });
    await importStatement(
      as,
      fileOf(shortcode, [
        row(unique(), '19-11-2026 23:59:59'),
        row(paid ?? '', eat('00:00:00')),
        row(missing ?? '', eat('10:00:00')),
        ...others.map((receipt) => row(receipt, eat('10:00:00'))),
        row(unique(), '21-11-2026 00:00:00'),
      ]),
    );
    const first = await listLines(as, { shortcode, day, limit: 2 });
    expect(first.lines).toMatchObject([
      { receipt: paid, paymentId, matchedBy: 'receipt', inCents: 10_000, balanceCents: 100_000, exceptions: [] },
      { receipt: missing, matchedBy: null, exceptions: [{ reason: 'statement_missing_here', status: 'open' }] },
    ]);
    const second = await listLines(as, { shortcode, day, limit: 2, lineId: first.next ?? '' });
    const third = await listLines(as, { shortcode, day, limit: 2, lineId: second.next ?? '' });
    expect([...second.lines, ...third.lines].map(({ receipt }) => receipt)).toEqual(others);
    expect(third.next).toBeNull();
    const open = await listLines(as, { shortcode, day, only: 'open' });
    expect(open.lines.map(({ receipt }) => receipt)).toEqual([missing, ...others]);
    await expect(listLines(as, { shortcode, day, lineId: attacks.missingId })).rejects.toThrow('no such line');
    const { as: other } = await merchant();
    expect((await listLines(other, { shortcode, day })).lines).toEqual([]);
  });
});

describe('the exceptions of a day', () => {
  it('are those of its lines and of what the statement lacks, open ones first', async () => {
    const { shop, as, shortcode } = await merchant();
    const lost = unique();
    await recordPayment(as, { shortcode, providerReceipt: lost, createdAt: at('12:00:00') });
    const [first, second] = [unique(), unique()];
    const row = (receipt: string, clock: string) => ({ receipt, time: eat(clock), paidIn: '70.50' });
    await importStatement(
      as,
      fileOf(shortcode, [row(first, '10:00:00'), row(second, '10:30:00'), row(unique(), '23:00:00')]),
    );
    const { exceptions, more } = await listExceptions(as, { shortcode, day });
    expect(more).toBe(false);
    expect(exceptions).toMatchObject([
      {
        reason: 'statement_missing_here',
        receipt: first,
        cents: 7_050,
        effectCents: 7_050,
        recordableAmount: 70,
        orderId: null,
      },
      { reason: 'statement_missing_here', receipt: second },
      {
        reason: 'statement_missing_there',
        receipt: lost,
        cents: 10_000,
        effectCents: -10_000,
        recordableAmount: null,
        subjectKind: 'payment',
      },
      { reason: 'statement_missing_here' },
    ]);
    const [one, two] = exceptions;
    if (!one || !two) throw new Error('no exceptions');
    await clearReview(as, { reviewId: one.reviewId, note: 'A transfer' });
    const order = await requestOrder(
      { ...as, actor: `user:${shop.owner.userId}` },
      {
        kind: 'statement_payment',
        input: { lineId: two.subjectId, amount: 70 },
        reason: 'On the statement',
        requestKey: 'day-test-1',
      },
    );
    const later = await listExceptions(as, { shortcode, day });
    expect(later.exceptions[0]).toMatchObject({ receipt: second, orderId: order.orderId });
    expect(later.exceptions.at(-1)).toMatchObject({ receipt: first, status: 'closed', closingNote: 'A transfer' });
    expect((await listExceptions(as, { shortcode, day: '2026-11-19' })).exceptions).toEqual([]);
  });
});

describe('the other side of an exception', () => {
  const prompt = { source: 'stk', phone: '254712345678', settledBy: null, settledAt: null, status: 'pending' } as const;
  const token = () => crypto.randomUUID().replaceAll('-', '').repeat(2);
  const counterpartsOf = async (as: Parameters<typeof listExceptions>[0], shortcode: string) =>
    (await listExceptions(as, { shortcode, day })).exceptions.map(({ receipt, counterpart }) => [receipt, counterpart]);

  it('is the one prompt without a receipt, or the one line without a match, of the same amount near that time', async () => {
    const { as, shortcode } = await merchant();
    const [unknown, typed, wrong] = [unique(), unique(), unique()];
    const paymentId = await recordPayment(as, {
      ...prompt,
      shortcode,
      amount: 250,
      requestedAmount: 250,
      callbackToken: token(),
      createdAt: at('10:00:00'),
    });
    await recordPayment(as, {
      shortcode,
      amount: 400,
      requestedAmount: 400,
      providerReceipt: wrong,
      createdAt: at('12:00:00'),
    });
    const row = (receipt: string, clock: string, paidIn: string) => ({ receipt, time: eat(clock), paidIn });
    const rows = [
      row(unique(), '09:00:00', '1.00'),
      row(unknown, '10:01:00', '250.00'),
      row(typed, '12:00:10', '400.00'),
    ];
    await importStatement(as, fileOf(shortcode, [...rows, row(unique(), '23:00:00', '1.00')]));
    const found = Object.fromEntries(await counterpartsOf(as, shortcode));
    expect(found[unknown]).toMatchObject({ kind: 'payment', id: paymentId, status: 'pending', name: 'INV-1' });
    expect(found[wrong]).toMatchObject({ kind: 'statement_line', name: typed, status: null });
    expect(found[typed]).toBeNull();
  });

  it('is nobody when two could be it, nor anything of another merchant', async () => {
    const { as, shortcode } = await merchant();
    const { as: other } = await merchant();
    const given = { ...prompt, shortcode, createdAt: at('10:00:00') };
    for (const who of [as, as]) await recordPayment(who, { ...given, callbackToken: token() });
    await recordPayment(other, { ...given, amount: 70, requestedAmount: 70, callbackToken: token() });
    const row = (clock: string, paidIn: string) => ({ receipt: unique(), time: eat(clock), paidIn });
    await importStatement(as, fileOf(shortcode, [row('10:01:00', '100.00'), row('10:02:00', '70.00')]));
    expect((await counterpartsOf(as, shortcode)).map(([, counterpart]) => counterpart)).toEqual([null, null]);
  });
});

describe('the imported statements', () => {
  it('come newest first, page by page, of one shortcode and tenant', async () => {
    const { as, shortcode } = await merchant();
    const file = () => fileOf(shortcode, [{ receipt: unique(), time: eat('10:00:00'), paidIn: '1.00' }]);
    const imported: string[] = [];
    for (const name of ['a.csv', 'b.csv', 'c.csv']) {
      ctx.clock.advance(1_000);
      imported.unshift((await importStatement(as, { ...file(), fileName: name })).statementId);
    }
    const first = await listImports(as, { shortcode, limit: 2 });
    expect(first.statements.map(({ statementId }) => statementId)).toEqual(imported.slice(0, 2));
    expect(first.statements[0]).toMatchObject({ fileName: 'c.csv', lineCount: 1, newLineCount: 1, problemCount: 0 });
    const rest = await listImports(as, { shortcode, statementId: first.next ?? '' });
    expect(rest).toMatchObject({ statements: [{ statementId: imported[2] }], next: null });
    expect((await listImports(as, { shortcode: '999999' })).statements).toEqual([]);
    expect(await listShortcodes(as)).toEqual([shortcode]);
    const { as: other } = await merchant();
    await expect(listImports(other, { shortcode, statementId: first.next ?? '' })).rejects.toThrow('no such');
  });
});
