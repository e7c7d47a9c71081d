import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DomainError } from '../kernel/errors.ts';
import type { Resolution } from '../kernel/resolution.ts';
import {
  movableClock,
  outcomeOf,
  type ScriptedShop,
  scriptedUpstream,
  seed,
  subscribeToAll,
  type TestContext,
  testContext,
  withOwnSignals,
} from '../testing/index.ts';
import { collectPayment } from './collect.ts';
import { expirePrompt } from './expire-prompt.ts';
import { linkPayments } from './link-payments.ts';
import { type Fact, receiptWaitSeconds } from './payment.ts';
import { insertPayment } from './payments.fixture.ts';
import { findPayment } from './read-statements.ts';
import { resolvePayment } from './resolve-payment.ts';
import { settlePayment } from './settle.ts';
import { sweepPayments } from './sweep-payments.ts';

/** Stories of each kind, more with TILLGATE_LONG_TESTS=1. */
const storiesMax = process.env.TILLGATE_LONG_TESTS === '1' ? 400 : 25;

let test: TestDatabase;
let shop: ScriptedShop;
beforeAll(async () => {
  test = await testDatabase();
  const base: TestContext = { ...(await testContext(test.database)), clock: movableClock() };
  const ctx = withOwnSignals(base);
  const merchant = await seed(ctx).owner().application().credentials('sandbox').mint();
  shop = { ...merchant.as('sandbox'), ...scriptedUpstream(ctx, 1_000) };
  await subscribeToAll(shop);
});
afterAll(() => test.close());

const steps = [
  ...(['callback', 'same callback', 'failure', 'query', 'failed query', 'expiry'] as const),
  ...(['paid', 'paid otherwise', 'not paid', 'link'] as const),
];
type Step = (typeof steps)[number];

let made = 0;

/** A prompt old enough for people to end it, what happens to it, and what is left when all waits are over. */
async function play(happens: Step[], isTogether: boolean) {
  made += 1;
  const [own, other] = [`TPA${String(made).padStart(7, '0')}`, `TPB${String(made).padStart(7, '0')}`];
  const { outcome } = await collectPayment(shop, { amount: 100, phone: '254712345678', accountReference: 'INV-1' });
  if (outcome.kind !== 'prompted') throw new Error('the prompt was refused');
  const { paymentId, checkoutRequestId } = outcome;
  const { shortcode } = await shop.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
  const otherId = await insertPayment(shop, { amount: 100, shortcode });
  shop.clock.advance(400);
  const fact = (changes: Partial<Fact>): Fact => ({
    door: 'query',
    merchantRequestId: null,
    checkoutRequestId,
    outcome: outcomeOf(changes.resultCode ?? '0'),
    resultCode: '0',
    resultDesc: 'ok',
    receipt: null,
    amount: null,
    ...changes,
  });
  const paid = { door: 'callback', receipt: own, amount: '100' } as const;
  const settle = (changes: Partial<Fact>) => settlePayment(shop, paymentId, fact(changes));
  const resolve = (resolution: Resolution) =>
    resolvePayment(shop, { paymentId, resolution, note: 'Looked up.', approvedBy: null });
  const run: Record<Step, () => Promise<unknown>> = {
    callback: () => settle(paid),
    'same callback': () => settle({ ...paid, resultDesc: 'ok, again' }),
    failure: () => settle({ door: 'callback', resultCode: '1037' }),
    query: () => settle({}),
    'failed query': () => settle({ resultCode: '1032' }),
    expiry: () => expirePrompt(shop, paymentId),
    paid: () => resolve({ as: 'paid', receipt: own }),
    'paid otherwise': () => resolve({ as: 'paid', receipt: other }),
    'not paid': () => resolve({ as: 'not_paid' }),
    link: () => linkPayments(shop, { paymentId, otherId, note: 'The same customer.' }),
  };
  // People may be refused. Nothing else may fail.
  const attempt = (step: Step) =>
    run[step]().catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
  if (isTogether) await Promise.all(happens.map(attempt));
  else for (const step of happens) await attempt(step);
  shop.clock.advance(receiptWaitSeconds + 1);
  await sweepPayments(shop);
  const row = await findPayment(shop.db.pool, paymentId);
  if (!row) throw new Error('the payment is gone');
  const events = await shop.db.prisma.webhookEvent.findMany({ where: { subjectId: paymentId } });
  const told = events.map(({ type, body }) => ({ type, receipt: JSON.parse(body).data.providerReceipt }));
  const reviews = await shop.db.prisma.review.findMany({ where: { subjectId: paymentId } });
  return { row, told, own, other, reasons: reviews.map(({ reason }) => reason) };
}

/** Whether a step ends a pending payment, linked or not. */
const ends = (step: Step) => ['failure', 'failed query', 'expiry', 'not paid'].includes(step);
const isProviderSuccess = (step: Step) => ['callback', 'same callback', 'query'].includes(step);

it.each([
  ['one after the other', false],
  ['all at once', true],
])(
  'whatever the provider and people report of a prompt, %s: it is told once, and a success stays',
  async (_how, isTogether) => {
    const stories = fc.shuffledSubarray<Step>(steps, { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(stories, async (happens) => {
        const { row, told, own, other, reasons } = await play(happens, isTogether);
        const successes = told.filter(({ type }) => type === 'payment.success');
        const failures = told.filter(({ type }) => type === 'payment.failed');
        expect(failures.length).toBeLessThanOrEqual(1);
        // The money of a linked prompt is told under the payment that it is linked with.
        const isAnnounced = row.status === 'success' && row.sameMoneyAs === null;
        expect(successes).toHaveLength(isAnnounced ? 1 : 0);
        if (row.sameMoneyAs !== null) expect(row.providerReceipt).toBeNull();
        if (row.sameMoneyAs === null && happens.some(isProviderSuccess)) expect(row.status).toBe('success');
        if (row.status === 'failed') expect(failures).toHaveLength(1);
        if (row.status === 'pending') expect(happens.filter(ends)).toEqual([]);
        expect([null, own, other]).toContain(row.providerReceipt);
        for (const { receipt } of successes) expect([null, row.providerReceipt]).toContain(receipt);
        // A receipt of the provider is on the row, or people were asked to look at it.
        const hasOwn = happens.some((step) => step === 'callback' || step === 'same callback');
        if (hasOwn && row.providerReceipt !== own) expect(reasons).toContain('result_contradicted');
      }),
      { numRuns: storiesMax },
    );
  },
  storiesMax * 1_500,
);
