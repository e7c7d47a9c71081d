import { expect, it } from 'vitest';
import { paymentWindowSeconds } from '../inbox/callback.ts';
import { decideSettlement, type Fact, queryLadderSeconds, receiptWaitSeconds } from '../payments/payment.ts';
import { outcomeOf } from '../testing/index.ts';
import { type Confirmation, decideOfflinePayment, type InquiryState, type Prompt } from './offline-payment.ts';
import {
  faultsOf,
  type Outcome,
  queryAnswer,
  randomOf,
  type SimulatedConfirmation,
  type SimulatedPrompt,
  type World,
  worldOf,
} from './simulation.fixture.ts';

// The decisions alone, without a database, over thousands of prompts. `simulation-database.test.ts`
// plays a smaller world through the verbs.

/** The short ones are tills and paybills, with and without an initiator, and every form in which phones are told. */
const seeds = process.env.TILLGATE_LONG_TESTS
  ? Array.from({ length: 200 }, (_, index) => index + 1)
  : [3, 5, 8, 9, 13, 14, 15];
const size = 2_000;
const secondsPerLook = 5;

type Row = {
  prompt: SimulatedPrompt;
  status: 'pending' | 'success' | 'failed';
  receipt: string | null;
  settledAt: number;
  announceAt: number | null;
  isAnnounced: boolean;
  sameMoneyAs: string | null;
  /** Held confirmations that may be about it. */
  concerns: Held[];
};
type Held = {
  at: number;
  confirmation: SimulatedConfirmation;
  lookAt: number;
  payerPhone: string | null;
  inquiry: InquiryState;
  /** Prompts of its amount that were made in its window. */
  near: Row[];
  /** Confirmations of its amount that may be about prompts of the same time. */
  rivals: Held[];
  isDecided: boolean;
};

/** The gateway in memory: rows, and the effects of the decisions on them. */
function play(world: World, seed: number): Outcome {
  const random = randomOf(seed + 1);
  const rows = new Map<string, Row>();
  const byReceipt = new Map<string, Row | 'offline'>();
  const offline: { receipt: string; amount: number; at: number }[] = [];
  const waiting = new Set<Row>();
  let held: Held[] = [];
  let queries: { at: number; row: Row }[] = [];

  const settle = (row: Row, fact: Pick<Fact, 'resultCode' | 'receipt'> & { door: Fact['door'] }, now: number) => {
    const decision = decideSettlement(
      { status: row.status, checkoutRequestId: null, providerReceipt: row.receipt, sameMoneyAs: row.sameMoneyAs },
      {
        ...fact,
        outcome: outcomeOf(fact.resultCode),
        merchantRequestId: null,
        checkoutRequestId: null,
        resultDesc: '',
        amount: null,
      },
    );
    if (decision.kind !== 'settle' && decision.kind !== 'enrich') return;
    const holder = fact.receipt === null ? undefined : byReceipt.get(fact.receipt);
    if (holder) {
      row.sameMoneyAs = fact.receipt;
      row.announceAt = null;
      return;
    }
    if (fact.receipt) {
      row.receipt = fact.receipt;
      byReceipt.set(fact.receipt, row);
    }
    if (decision.kind === 'settle') {
      row.status = decision.to;
      row.settledAt = now;
      row.announceAt = decision.to === 'success' ? now + (fact.receipt ? 0 : receiptWaitSeconds) : null;
      waiting.add(row);
    }
    for (const each of row.concerns) each.lookAt = now;
  };

  const viewOf = ({ prompt, status, settledAt }: Row, now: number): Prompt => ({
    id: prompt.id,
    status: status === 'pending' ? 'pending' : 'success',
    isAcknowledged: prompt.isAcknowledged,
    phone: prompt.phone,
    accountRef: prompt.reference,
    settledSeconds: now - settledAt,
  });
  const asConfirmation = ({ confirmation, payerPhone }: Held): Confirmation => ({
    callbackId: confirmation.receipt,
    phone: confirmation.phone,
    payerPhone,
    isHashProven: world.isHashProven,
    reference: confirmation.reference,
    product: world.product,
  });

  const look = (each: Held, now: number) => {
    const { receipt, amount, paidAt } = each.confirmation;
    const drop = () => {
      each.isDecided = true;
      held = held.filter((other) => other !== each);
    };
    if (byReceipt.has(receipt)) return drop();
    const from = Math.min(paidAt, each.at) - paymentWindowSeconds;
    const near = each.near.filter(({ status, receipt: has }) => status !== 'failed' && has === null);
    const decision = decideOfflinePayment(
      asConfirmation(each),
      {
        prompts: near.map((row) => viewOf(row, now)),
        isCut: false,
        others: each.rivals.filter(({ isDecided }) => !isDecided).map(asConfirmation),
        hasSameAmount: offline.some((other) => other.amount === amount && other.at >= from),
        hasUnread: false,
        ageSeconds: now - each.at,
        inquiry: each.inquiry,
      },
      false,
    );
    if (decision.kind === 'record') {
      byReceipt.set(receipt, 'offline');
      offline.push({ receipt, amount, at: each.at });
      return drop();
    }
    if (decision.kind === 'pair') {
      const row = rows.get(decision.paymentId);
      if (!row) throw new Error('a pair with a prompt that is not there');
      row.receipt = receipt;
      byReceipt.set(receipt, row);
      return drop();
    }
    if (decision.askProvider) {
      each.inquiry = 'confirmed';
      each.payerPhone = world.ledger.get(receipt)?.phone ?? null;
    }
    for (const id of decision.queryIds) {
      const row = rows.get(id);
      if (row) queries.push({ at: now + 1, row });
    }
    each.lookAt = each.at + decision.untilAgeSeconds;
  };

  const pass = (now: number) => {
    const due = queries.filter(({ at }) => at <= now);
    queries = queries.filter(({ at }) => at > now);
    for (const { row } of due) {
      if (!row.prompt.isAcknowledged || row.status !== 'pending') continue;
      const resultCode = queryAnswer(row.prompt, now, random);
      if (resultCode !== undefined) settle(row, { door: 'query', resultCode, receipt: null }, now);
    }
    for (const each of [...held]) if (each.lookAt <= now) look(each, now);
    for (const row of waiting) {
      if (row.announceAt !== null && row.announceAt > now) continue;
      waiting.delete(row);
      if (row.announceAt !== null) row.isAnnounced = true;
      row.announceAt = null;
    }
  };

  let clock = 0;
  const passUntil = (end: number, step = secondsPerLook) => {
    for (; clock <= end; clock += step) pass(clock);
  };
  for (const happening of world.happenings) {
    passUntil(happening.at);
    const now = happening.at;
    if (happening.kind === 'prompt') {
      const { prompt } = happening;
      const row: Row = {
        prompt,
        status: 'pending',
        receipt: null,
        settledAt: 0,
        announceAt: null,
        isAnnounced: false,
        sameMoneyAs: null,
        concerns: [],
      };
      rows.set(prompt.id, row);
      queries.push(...queryLadderSeconds.map((seconds) => ({ at: now + seconds, row })));
    } else if (happening.kind === 'callback') {
      const row = rows.get(happening.prompt.id);
      const { receipt } = happening.prompt;
      if (row) settle(row, { door: 'callback', resultCode: receipt ? '0' : '1032', receipt }, now);
    } else {
      const inquiry = world.hasInitiator ? 'not_asked' : 'unavailable';
      const { confirmation } = happening;
      const from = Math.min(confirmation.paidAt, now) - paymentWindowSeconds;
      const near = [...rows.values()].filter(
        ({ prompt }) => prompt.amount === confirmation.amount && prompt.at >= from && prompt.at <= now,
      );
      const rivals = held.filter(
        (other) =>
          other.confirmation.amount === confirmation.amount &&
          other.at >= from &&
          other.confirmation.paidAt - paymentWindowSeconds <= now,
      );
      const each: Held = {
        at: now,
        confirmation,
        lookAt: now,
        payerPhone: null,
        inquiry,
        near,
        rivals,
        isDecided: false,
      };
      for (const rival of rivals) rival.rivals.push(each);
      for (const row of near) row.concerns.push(each);
      held.push(each);
      look(each, now);
    }
  }
  passUntil(clock + 3_600);
  passUntil(clock + 3 * 86_400, 3_600);
  const told = [...rows.values()].filter(({ isAnnounced }) => isAnnounced);
  return {
    announced: [
      ...told.map(({ prompt, receipt }) => ({ promptId: prompt.id, receipt })),
      ...offline.map(({ receipt }) => ({ promptId: null, receipt })),
    ],
    held: held.map(({ confirmation }) => confirmation.receipt),
    linked: [...rows.values()].filter(({ sameMoneyAs }) => sameMoneyAs !== null).map(({ prompt }) => prompt.id),
  };
}

it.each(seeds)(
  'world %i: nobody pays for somebody else, and announced money is what the ledger says, per receipt',
  (seed) => {
    const world = worldOf(seed, size);
    const outcome = play(world, seed);
    expect(faultsOf(world, outcome)).toEqual([]);
    // The check has something to look at, and people are not left with the work of code. Where nobody
    // can be asked and no phones are told, the confirmations around each lost callback are theirs.
    const isReported = world.hasInitiator || world.showsPhones;
    expect(outcome.announced.length).toBeGreaterThan(isReported ? size : size / 2);
    if (isReported) expect(outcome.held.length).toBeLessThan(world.ledger.size * 0.1);
  },
);

it('the check sees a wrong pair, money told twice, money told to nobody and a prompt that was never paid', () => {
  const world = worldOf(1, 50);
  const prompts = [...world.prompts.values()];
  const [paid, other] = prompts.filter(({ receipt }) => receipt !== null);
  const unpaid = prompts.find(({ receipt }) => receipt === null);
  if (!paid || !other || !unpaid) throw new Error('the world is too small');
  const right = [...world.ledger].map(([receipt, { promptId }]) => ({ promptId, receipt }));
  const faults = (announced: Outcome['announced']) => faultsOf(world, { announced, held: [], linked: [] });
  expect(faults(right)).toEqual([]);
  const swapped = right.map((each) => (each.promptId === paid.id ? { ...each, receipt: other.receipt } : each));
  expect(faults(swapped)).toEqual([`${paid.id} has the receipt of ${other.receipt}`]);
  expect(faults([...right, { promptId: null, receipt: paid.receipt }])).toEqual([`${paid.receipt} was told 2 times`]);
  expect(faults(right.slice(1))).toHaveLength(1);
  expect(faults([...right, { promptId: unpaid.id, receipt: null }])).toEqual([
    `${unpaid.id} was announced and never paid`,
  ]);
});
