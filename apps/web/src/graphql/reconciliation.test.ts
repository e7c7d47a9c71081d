import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPayment, testGraphql } from './graphql.fixture.ts';

let api: Awaited<ReturnType<typeof testGraphql>>;
let shop: SeededMerchant;
let token: string;
let paymentId: string;
let lineIds: string[];
const at = (minute: number) => new Date(Date.UTC(2026, 2, 4, 10, minute));

beforeAll(async () => {
  api = await testGraphql();
  shop = await seed(api.deps.seeding).owner().application().mint();
  token = await api.tokenOf(shop);
  const own = { applicationId: shop.applicationId, environment: 'sandbox' as const };
  const { prisma } = api.test.database;
  paymentId = await insertPayment(api.test.database, { ...own, amount: 70, exactAmount: '70.50', createdAt: at(1) });
  const statementId = crypto.randomUUID();
  await prisma.statement.create({
    data: {
      ...own,
      id: statementId,
      shortcode: '600100',
      fileName: 'march.csv',
      fileHash: 'a'.repeat(64),
      importedBy: 'cli',
      coversFrom: at(0),
      coversTo: at(59),
      lineCount: 12,
      newLineCount: 12,
      problemCount: 0,
      importedAt: at(59),
    },
  });
  lineIds = Array.from({ length: 12 }, () => crypto.randomUUID());
  await prisma.statementLine.createMany({
    data: lineIds.map((id, index) => ({
      ...own,
      id,
      statementId,
      shortcode: '600100',
      receipt: `TLM000000${index}`,
      kind: index === 0 ? 'fee' : 'paid_in',
      completedAt: at(index),
      fileRow: index,
      ordinal: index,
      details: 'Pay Bill from 254712345678 - JANE',
      paidInCents: index === 0 ? 0 : 7_050,
      withdrawnCents: index === 0 ? 5 : 0,
      balanceCents: 1_000_000_000_001,
      lineType: 'Pay Bill',
      otherParty: '0712345678 - JANE',
      accountRef: 'INV-1',
      ...(index === 1 && { paymentId, matchedBy: 'receipt' as const, matchedAt: at(59) }),
    })),
  });
  await prisma.review.createMany({
    data: lineIds.map((subjectId, index) => ({
      ...own,
      id: crypto.randomUUID(),
      subjectKind: 'statement_line',
      subjectId,
      reason: 'statement_missing_here',
      detail: { receipt: `TLM000000${index}` },
      openedAt: at(index),
      status: index < 2 ? 'closed' : 'open',
      ...(index < 2 && { closedAt: at(59), closedBy: 'cli', closingNote: 'seen' }),
    })),
  });
  // A review that is none of the reconciliation.
  await prisma.review.create({
    data: {
      ...own,
      id: crypto.randomUUID(),
      subjectKind: 'payment',
      subjectId: paymentId,
      reason: 'amount_differed',
      detail: {},
      openedAt: at(1),
      status: 'open',
    },
  });
  await prisma.review.create({
    data: {
      ...own,
      id: crypto.randomUUID(),
      subjectKind: 'payment',
      subjectId: paymentId,
      reason: 'statement_missing_there',
      detail: {},
      openedAt: at(40),
      status: 'open',
    },
  });
  for (const minute of [5, 6]) {
    await prisma.inquiry.create({
      data: {
        ...own,
        id: crypto.randomUUID(),
        kind: 'account_balance',
        status: 'answered',
        identifierType: '4',
        remarks: 'r',
        shortcode: `60010${minute - 5}`,
        callbackToken: String(minute).padStart(64, '0'),
        createdAt: at(0),
        endedAt: at(minute),
        result: [
          { name: 'Utility', currency: 'KES', available: '12.30', current: '12.30', reserved: null, uncleared: null },
        ],
      },
    });
  }
});
afterAll(() => api?.close());

async function ask(query: string) {
  const { data, errors } = await api.ask(query, { token });
  expect(errors).toEqual([]);
  return data;
}
const count = 'totalCount { value isCapped }';

describe('statementLines', () => {
  it('tells each line exactly, newest first, with phone numbers masked', async () => {
    const { statementLines } = await ask(`{ statementLines(environment: sandbox, first: 2, filter: { matched: false }) {
      ${count} edges { node { receipt kind paidIn withdrawn balance type details otherParty accountReference
        matchedBy completedAt payment { paymentId } } } pageInfo { hasNextPage } } }`);
    expect(statementLines.totalCount).toEqual({ value: 11, isCapped: false });
    expect(statementLines.pageInfo.hasNextPage).toBe(true);
    expect(statementLines.edges).toHaveLength(2);
    expect(statementLines.edges[0].node).toEqual({
      receipt: 'TLM00000011',
      kind: 'paid_in',
      paidIn: '70.50',
      withdrawn: '0.00',
      balance: '10000000000.01',
      type: 'Pay Bill',
      details: 'Pay Bill from 0712…678 - JANE',
      otherParty: '0712…678 - JANE',
      accountReference: 'INV-1',
      matchedBy: null,
      completedAt: at(11).toISOString(),
      payment: null,
    });
  });

  it.each([
    ['{}', 12],
    ['{ kind: fee }', 1],
    ['{ matched: true }', 1],
    ['{ receipt: "tlm0000005" }', 1],
    ['{ shortcode: "600100" }', 12],
    ['{ shortcode: "600101" }', 0],
    [`{ createdFrom: "${at(3).toISOString()}", createdTo: "${at(5).toISOString()}" }`, 2],
  ])('with the filter %s are %i', async (filter, value) => {
    const { statementLines } = await ask(
      `{ statementLines(environment: sandbox, filter: ${filter}) { ${count} edges { cursor } } }`,
    );
    expect(statementLines.totalCount).toEqual({ value, isCapped: false });
    expect(statementLines.edges).toHaveLength(value);
  });
});

describe('exceptions', () => {
  it('are what reconciliation found, the open ones first of all', async () => {
    const { exceptions } = await ask(`{ exceptions(environment: sandbox) { ${count} edges { node {
      reason status sentence shortcode receipt amount foundAt closedAt closingNote
      line { receipt } payment { paymentId } disbursement { disbursementId } } } } }`);
    expect(exceptions.totalCount).toEqual({ value: 11, isCapped: false });
    const [there, here] = exceptions.edges.map(({ node }: { node: object }) => node);
    expect(there).toMatchObject({
      reason: 'statement_missing_there',
      shortcode: '600100',
      amount: '70',
      line: null,
      payment: { paymentId },
    });
    expect(here).toEqual({
      reason: 'statement_missing_here',
      status: 'open',
      shortcode: '600100',
      receipt: 'TLM00000011',
      sentence: 'The statement has the receipt TLM00000011, which is not recorded here.',
      amount: '70.50',
      foundAt: at(11).toISOString(),
      closedAt: null,
      closingNote: null,
      line: { receipt: 'TLM00000011' },
      payment: null,
      disbursement: null,
    });
  });

  it.each([
    ['{ status: closed }', 2],
    ['{ reason: statement_missing_there }', 1],
    ['{ shortcode: "600100" }', 11],
    ['{ shortcode: "600101" }', 0],
    [`{ createdFrom: "${at(5).toISOString()}", createdTo: "${at(7).toISOString()}" }`, 2],
  ])('with the filter %s are %i', async (filter, value) => {
    const { exceptions } = await ask(
      `{ exceptions(environment: sandbox, filter: ${filter}) { ${count} edges { cursor } } }`,
    );
    expect([exceptions.totalCount.value, exceptions.edges.length]).toEqual([value, value]);
  });

  it('and lines show what belongs to them in as many statements for many as for one', async () => {
    const { pool } = api.deps.reporting.db;
    const original = pool.query;
    const statementsFor = async (first: number) => {
      let statements = 0;
      pool.query = ((...given: unknown[]) => {
        statements += 1;
        return Reflect.apply(original, pool, given);
      }) as typeof pool.query;
      await ask(`{ exceptions(environment: sandbox, first: ${first}) { edges { node { line { payment { amount } }
          payment { statementLines { receipt } } disbursement { amount } } } }
        statementLines(environment: sandbox, first: ${first}) { edges { node { payment { refunds { amount } } } } } }`).finally(
        () => {
          pool.query = original;
        },
      );
      return statements;
    };
    const many = await statementsFor(12);
    expect(many).toBeLessThanOrEqual((await statementsFor(2)) + 2);
    expect(many).toBeLessThan(16);
  });
});

describe('balances', () => {
  it('are told by the time of their answer', async () => {
    const { balances, second } = await ask(`{
      balances(environment: sandbox) { ${count} edges { node { shortcode answeredAt accounts { name available reserved } } } }
      second: balances(environment: sandbox, filter: { shortcode: "600101" }) { ${count} edges { node { shortcode } } } }`);
    expect(balances.totalCount).toEqual({ value: 2, isCapped: false });
    expect(balances.edges.map(({ node }: { node: object }) => node)).toEqual(
      [6, 5].map((minute) => ({
        shortcode: `60010${minute - 5}`,
        answeredAt: at(minute).toISOString(),
        accounts: [{ name: 'Utility', available: '12.30', reserved: null }],
      })),
    );
    expect(second).toEqual({ totalCount: { value: 1, isCapped: false }, edges: [{ node: { shortcode: '600101' } }] });
  });
});

describe('every other list', () => {
  it.each(['disbursements', 'inquiries', 'deliveries', 'events'])('%s is counted', async (list) => {
    const data = await ask(`{ ${list}(environment: sandbox) { ${count} edges { cursor } } }`);
    expect(data[list].totalCount).toEqual({ value: data[list].edges.length, isCapped: false });
  });
});

describe('a filter that makes no sense', () => {
  it.each([
    '{ statementLines(environment: sandbox, filter: { receipt: "\\u0000" }) { edges { cursor } } }',
    '{ statementLines(environment: sandbox, filter: { createdFrom: "2020-01-01T00:00:00Z" }) { totalCount { value } } }',
    '{ exceptions(environment: sandbox, filter: { shortcode: "x" }) { edges { cursor } } }',
    '{ balances(environment: sandbox, filter: { shortcode: "x" }) { edges { cursor } } }',
  ])('%s is refused once', async (query) => {
    const { errors } = await api.ask(query, { token });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_FILTER' } }]);
  });
});
