import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drainCallbacks } from '../callbacks/index.ts';
import { DomainError } from '../kernel/errors.ts';
import { collectPayment, queryPayment, sweepPayments } from '../payments/index.ts';
import type { PromptPort } from '../ports/provider.ts';
import { movableClock, type TestContext, testContext, told } from '../testing/index.ts';
import {
  eventsOf,
  newShop,
  postConfirmation,
  postOutcome,
  postReceiptStatus,
  rowsOf,
  type Shop,
} from './c2b.fixture.ts';
import { askAboutReceipt } from './index.ts';
import { faultsOf, queryAnswer, randomOf, type SimulatedPrompt, type World, worldOf } from './simulation.fixture.ts';

// A world of the simulation through the verbs, on a real database, with the signals that a worker
// acts on.

const size = process.env.TILLGATE_LONG_TESTS ? 300 : 40;
const secondsPerPass = 10;

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

type Sent = { paymentId: string; checkoutRequestId: string; prompt: SimulatedPrompt };

/** Acts on what was published since the last time, as the worker does. */
async function work(shop: Shop, world: World): Promise<void> {
  for (const { name, data } of shop.events.splice(0)) {
    if (name === 'payment.query_due') await queryPayment(shop, data.paymentId);
    if (name === 'confirmation.question_due') await askAboutReceipt(shop, data);
  }
  const asked = await shop.db.prisma.inquiry.findMany({ where: { ...shop.tenant, status: 'pending' } });
  for (const { callbackToken, transactionId } of asked) {
    const { amount = 0, phone = '' } = world.ledger.get(transactionId ?? '') ?? {};
    await postReceiptStatus(shop, callbackToken, { amount: `${amount}.00`, debitParty: `${phone} - A CUSTOMER` });
  }
}

async function pass(shop: Shop, world: World): Promise<void> {
  await drainCallbacks(shop);
  await sweepPayments(shop);
  await work(shop, world);
  await sweepPayments(shop);
}

/** Plays the prompt: an acknowledged one, or one whose push got no answer. */
async function send(shop: Shop, prompt: SimulatedPrompt): Promise<Sent> {
  if (!prompt.isAcknowledged) shop.provider.pushes.answer({ kind: 'unknown', cause: 'timeout' });
  const input = { amount: prompt.amount, phone: prompt.phone, accountReference: prompt.reference };
  try {
    const { outcome } = await collectPayment(shop, input);
    if (outcome.kind !== 'prompted') throw new Error('the prompt was refused');
    return { ...outcome, prompt };
  } catch (error) {
    if (!(error instanceof DomainError) || !error.extras.paymentId) throw error;
    return { paymentId: error.extras.paymentId, checkoutRequestId: `ws_CO_${prompt.id}`, prompt };
  }
}

async function play(seed: number) {
  const world = worldOf(seed, size);
  const random = randomOf(seed + 1);
  const clock = movableClock();
  const tillNumber = world.product === 'till' ? '555777' : undefined;
  const shop = await newShop(
    { ...base, clock },
    { product: world.product, initiator: world.hasInitiator, ...(tillNumber && { tillNumber }) },
  );
  const start = clock.now().getTime();
  const seconds = () => (clock.now().getTime() - start) / 1000;
  const sent = new Map<string, Sent>();
  const ask: PromptPort['ask'] = async (checkoutRequestId) => {
    const asked = [...sent.values()].find((each) => each.checkoutRequestId === checkoutRequestId);
    const resultCode = asked && queryAnswer(asked.prompt, seconds(), random);
    return resultCode === undefined ? { kind: 'no_answer', cause: 'busy' } : told(resultCode, 'as queried');
  };
  const { rail } = shop.provider;
  shop.provider.rail = (account) => {
    const { prompts, ...rest } = rail(account);
    return { ...rest, prompts: { ...prompts, ask } };
  };
  const passUntil = async (end: number, step: number) => {
    while (seconds() < end) {
      clock.advance(Math.max(Math.min(step, end - seconds()), 0.01));
      await pass(shop, world);
    }
  };
  for (const happening of world.happenings) {
    await passUntil(happening.at, secondsPerPass);
    if (happening.kind === 'prompt') {
      sent.set(happening.prompt.id, await send(shop, happening.prompt));
    } else if (happening.kind === 'callback') {
      const to = sent.get(happening.prompt.id);
      if (to) await postOutcome(shop, to, happening.prompt.receipt ?? undefined, String(happening.prompt.amount));
    } else {
      const { receipt, amount, phone, reference, paidAt } = happening.confirmation;
      await postConfirmation(shop, {
        transactionId: receipt,
        amount: `${amount}.00`,
        phone,
        billRefNumber: reference,
        paidAt: new Date(start + paidAt * 1000).toISOString(),
      });
    }
    await work(shop, world);
  }
  await passUntil(seconds() + 900, 30);
  await passUntil(seconds() + 4 * 3_600, 1_800);
  return { world, shop, sent };
}

it.each([11, 12, 14])(
  'world %i on the database: announced money is what the ledger says, per receipt',
  async (seed) => {
    const { world, shop, sent } = await play(seed);
    const rows = await rowsOf(shop);
    const promptOf = (paymentId: unknown) => [...sent.values()].find((each) => each.paymentId === paymentId)?.prompt.id;
    const told = await eventsOf(shop);
    const announced = told.map(({ data }) => {
      const row = rows.find(({ id }) => id === data.paymentId);
      return { promptId: promptOf(data.paymentId) ?? null, receipt: row?.providerReceipt ?? null };
    });
    const held = await shop.db.prisma.heldConfirmation.findMany({ where: shop.tenant });
    const linked = rows.filter(({ sameMoneyAs }) => sameMoneyAs !== null).map(({ id }) => promptOf(id) ?? '');
    expect(faultsOf(world, { announced, held: held.map(({ receipt }) => receipt), linked })).toEqual([]);
    expect(announced.length).toBeGreaterThan(size / 2);
    const receipts = rows.map(({ providerReceipt }) => providerReceipt).filter((receipt) => receipt !== null);
    expect(new Set(receipts).size).toBe(receipts.length);
  },
);
