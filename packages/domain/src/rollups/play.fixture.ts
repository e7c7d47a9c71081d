import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import { apply, newPrompt, newReceipt, newShop, postConfirmation, postOutcome, type Shop } from '../c2b/c2b.fixture.ts';
import { resolveSubject } from '../desk/index.ts';
import { post } from '../disbursements/disbursements.fixture.ts';
import { payOut, reverse } from '../disbursements/index.ts';
import { DomainError } from '../kernel/errors.ts';
import { makePayments } from '../reading/home/reports.fixture.ts';
import type { TestContext } from '../testing/index.ts';
import { checkRollups } from './check-rollups.ts';
import { refreshRollups } from './refresh-rollups.ts';
import { currentTotals, naiveTotals } from './rollups.fixture.ts';

// What chance makes of a merchant's money: all verbs, rows with old times, corrections, open transactions and several workers.

/** TILLGATE_LONG_TESTS=1 plays 20 seeds of more steps. */
const isLong = process.env.TILLGATE_LONG_TESTS === '1';
export const seeds = isLong ? 20 : 3;
const stepsMax = isLong ? 120 : 40;

const kinds = [
  ...['prompt', 'outcome', 'outcome', 'late', 'offline', 'resolve', 'payOut', 'reverse', 'result', 'result'],
  ...['backDate', 'correct', 'remove', 'hold', 'commit', 'wait', 'wait', 'refresh', 'refresh', 'repair', 'look'],
] as const;
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  pick: fc.nat(1_000),
  amount: fc.integer({ min: 1, max: 150_000 }),
  cents: fc.nat(99),
  isPaid: fc.boolean(),
  workers: fc.integer({ min: 1, max: 4 }),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

type Held = { query(text: string, values?: unknown[]): Promise<unknown> };
type World = { shop: Shop; held: Held; locked: Set<string> };

/** A verb may refuse what chance makes of it: then it must have changed nothing, which is compared as well. */
const tried = (verb: Promise<unknown>) =>
  verb.catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });

/** One of the rows that the open transaction has not locked. */
async function pickOf<Row extends { id: string }>({ locked }: World, rows: Promise<Row[]>, pick: number) {
  const free = (await rows).filter(({ id }) => !locked.has(id));
  return free.at(pick % Math.max(1, free.length));
}

const disbursementOf = ({ shop }: World) => shop.db.prisma.disbursement.findMany({ where: shop.tenant });
const paymentOf = ({ shop }: World, where: object = {}) =>
  shop.db.prisma.payment.findMany({ where: { ...shop.tenant, ...where }, orderBy: { id: 'asc' } });

async function reportOutcome(world: World, { pick, amount, cents, isPaid }: Step, status: 'pending' | 'failed') {
  const { shop } = world;
  const found = await pickOf(world, paymentOf(world, { status, checkoutRequestId: { not: null } }), pick);
  if (!found) return;
  const prompt = { paymentId: found.id, checkoutRequestId: found.checkoutRequestId ?? '' };
  const receipt = isPaid || status === 'failed' ? newReceipt() : undefined;
  await apply(shop, await postOutcome(shop, prompt, receipt, `${amount}.${String(cents).padStart(2, '0')}`));
}

const verbs: Record<Step['kind'], (world: World, step: Step) => Promise<unknown>> = {
  prompt: ({ shop }, { amount }) => newPrompt(shop, { amount }),
  outcome: (world, given) => reportOutcome(world, given, 'pending'),
  late: (world, given) => reportOutcome(world, given, 'failed'),
  async offline({ shop }, { amount, cents }) {
    const text = `${amount}.${String(cents).padStart(2, '0')}`;
    const payment = { transactionId: newReceipt(), amount: text, billRefNumber: uuidv7().slice(-8) };
    await apply(shop, await postConfirmation(shop, payment));
  },
  async resolve(world, { pick, isPaid }) {
    const subject = await pickOf(world, paymentOf(world, { status: { not: 'success' } }), pick);
    if (!subject) return;
    const as = isPaid ? ({ as: 'paid', receipt: newReceipt() } as const) : ({ as: 'not_paid' } as const);
    const of = { subjectKind: 'payment', subjectId: subject.id, ...as } as const;
    await tried(resolveSubject(world.shop, of, { note: 'seen on the statement', approvedBy: null }));
  },
  payOut: ({ shop }, { amount }) =>
    tried(payOut(shop, { amount, phone: '254712345678', commandId: 'BusinessPayment' })),
  async reverse(world, { pick, isPaid, amount }) {
    const payment = await pickOf(world, paymentOf(world, { providerReceipt: { not: null } }), pick);
    const own = payment && { transactionId: payment.providerReceipt ?? '', amount: payment.amount };
    await tried(reverse(world.shop, own && isPaid ? own : { transactionId: newReceipt(), amount }));
  },
  async result(world, { pick, isPaid }) {
    const row = await pickOf(world, disbursementOf(world), pick);
    if (!row) return;
    const result = isPaid ? { resultCode: '0', transactionId: newReceipt() } : { resultCode: '2001' };
    await post(world.shop, row.id, result);
  },
  async backDate({ shop }, { pick, amount, isPaid }) {
    const createdAt = new Date(shop.clock.now().getTime() - pick * 3_600_000);
    const source = isPaid ? ('stk' as const) : ('c2b' as const);
    await makePayments(shop, shop.tenant, [{ createdAt, source, status: 'success', amount }]);
  },
  async correct(world, { pick, amount }) {
    const row = await pickOf(world, paymentOf(world), pick);
    if (row) await world.shop.db.prisma.payment.update({ where: { id: row.id }, data: { amount } });
  },
  async remove(world, { pick }) {
    const row = await pickOf(world, paymentOf(world, { source: 'c2b', sameMoneyAs: null, needsReview: false }), pick);
    if (!row || (await world.shop.db.prisma.disbursement.count({ where: { paymentId: row.id } })) > 0) return;
    await world.shop.db.prisma.payment.delete({ where: { id: row.id } });
  },
  // A transaction that began earlier, and commits after others have read and refreshed.
  async hold(world, { pick, amount }) {
    const row = await pickOf(world, paymentOf(world), pick);
    if (!row) return;
    world.locked.add(row.id);
    await world.held.query('UPDATE payments SET amount = $2 WHERE id = $1', [row.id, amount]);
  },
  async commit({ held, locked }) {
    await held.query('COMMIT');
    await held.query('BEGIN');
    locked.clear();
  },
  wait: async ({ shop }, { pick }) => shop.clock.advance(pick * 60),
  refresh: ({ shop }, { workers }) => Promise.all(Array.from({ length: workers }, () => refreshRollups(shop))),
  repair: ({ shop }) => checkRollups(shop, { repair: true }),
  look,
};

/** Compares totals with their rows, whatever waits to be added. */
async function look({ shop }: Pick<World, 'shop'>) {
  expect(await currentTotals(shop, shop.tenant)).toEqual(await naiveTotals(shop, shop.tenant));
}

export const steps = fc.array(step, { minLength: stepsMax / 2, maxLength: stepsMax, size: 'max' });

/** Plays steps at a new merchant. */
export async function play(base: TestContext, given: Step[]): Promise<Shop> {
  const shop = await newShop(base, { initiator: true });
  const client = await base.db.pool.connect();
  await client.query('BEGIN');
  try {
    const world: World = { shop, held: client, locked: new Set() };
    for (const one of given) await verbs[one.kind](world, one);
  } finally {
    await client.query('COMMIT');
    client.release();
  }
  await look({ shop });
  return shop;
}
