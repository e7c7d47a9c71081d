import { dayMs, daysUntil, dayWeight, momentOf } from './calendar.ts';
import { failures, type Outcome, outage, paid } from './outcomes.ts';
import { createRandom, type Random } from './random.ts';

export const historyDays = 60;

/** The plan of a payment, decided before anything is written. */
export type PlannedPayment = {
  at: Date;
  /** Requested over the API, requested in the dashboard, or paid offline by the customer. */
  by: 'api' | 'person' | 'offline';
  phone: string;
  amount: number;
  /** The exact amount, if it is not whole. Offline payments only. */
  cents: number;
  reference: string;
  description: string;
  metadata: Record<string, string>;
  push: 'accepted' | 'refused' | 'unanswered';
  acknowledgedAfterMs: number;
  outcome: Outcome;
  settledAfterMs: number;
  /** The callback is lost. A query finds the outcome, and a late callback may bring the receipt. */
  callback: 'comes' | 'late' | 'lost';
  receipt: string;
};

/** The least amounts, in KES, that need the approval of somebody else. */
export const policy = { payoutFrom: 20_000, reversalFrom: 5_000, resolutionFrom: 50_000 };

type PlannedSupplier = { at: Date; amount: number; to: string; key: string; verdict: 'approve' | 'reject' };

export const perDayAverage = 49;
/** Percentages of all payments by kind. */
const offlineShare = 0.07;
const personShare = 0.015;
const failureShare = 0.185;
const refusedShare = 0.006;
const unansweredShare = 0.003;
/** The share of unacknowledged prompts whose outcome never arrives. */
const unheardShare = 0.4;
const lateShare = 0.006;
const lostShare = 0.004;
/** Percentage of offline payments. */
const centsShare = 0.02;
const customersCount = 420;
const latelyMinutes = [3, 8, 14, 22, 31, 39, 52, 64, 77, 93, 111, 137];
const justNowSeconds = [2, 9, 21];
/** Growth of business from the first day to the last, as a share. */
const growth = 0.45;
/** Outages of the provider: days ago, first hour in UTC, and length. */
const outageDaysAgo = 10;
const outageFromHour = 11;
const outageHours = 2;

/** Of the supplier payouts that need approval, one in this many is rejected. */
const rejectedEvery = 4;
const suppliersCount = 4;
const supplierEveryDays = 3;
const hourMs = 3_600_000;

const branches = ['Westlands', 'CBD', 'Karen', 'Thika Road', 'Online'] as const;
const branchWeights = [30, 26, 14, 12, 40].map((weight, index) => [weight, branches[index] ?? 'Online'] as const);
const receiptAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * Plans all payments of the history, oldest first. The same seed and time give the same plan.
 * @param perDay payments of an average day
 */
export function planPayments(seed: number, now: Date, perDay: number): PlannedPayment[] {
  const random = createRandom(seed);
  const customers = Array.from({ length: customersCount }, () => phone(random));
  const orders = { next: 10_240 };
  const days = daysUntil(now, historyDays);
  const moments = days.flatMap((day, index) => {
    const grown = 1 + growth * (index / historyDays - 0.5);
    const count = Math.max(4, Math.round(perDay * grown * dayWeight(day) * (1 + 0.12 * random.normal())));
    return Array.from({ length: count }, () => momentOf(random, day));
  });
  // At any hour, some payments are recent and some are in progress.
  const lately = [...latelyMinutes.map((minutes) => minutes * 60), ...justNowSeconds];
  const recent = lately.map((seconds) => new Date(now.getTime() - seconds * 1000 - random.between(0, 900)));
  const past = [...moments, ...recent].filter((at) => at < now).sort((one, other) => one.getTime() - other.getTime());
  return past.map((at) => planPayment(random, at, now, customers, orders));
}

function planPayment(
  random: Random,
  at: Date,
  now: Date,
  customers: string[],
  orders: { next: number },
): PlannedPayment {
  const by = random.weighted([
    [offlineShare, 'offline'],
    [personShare, 'person'],
    [1 - offlineShare - personShare, 'api'],
  ] as const);
  orders.next += random.between(1, 3);
  const isOutage = inOutage(at, now);
  const fails = random.chance(failureShare);
  const outcome = isOutage ? random.weighted(outage) : fails ? random.weighted(failures) : paid;
  const [min, max] = outcome.seconds;
  // A few customers return often. Most come once or twice.
  const customer = customers[Math.floor(customersCount * random.next() ** 2.2)] ?? phone(random);
  const push = random.weighted([
    [refusedShare, 'refused'],
    [unansweredShare, 'unanswered'],
    [1 - refusedShare - unansweredShare, 'accepted'],
  ] as const);
  const lost = push === 'unanswered' ? unheardShare : lostShare;
  return {
    at,
    by,
    phone: customer,
    amount: amount(random, by),
    cents: by === 'offline' && random.chance(centsShare) ? 50 : 0,
    reference: by === 'offline' ? offlineReference(random, orders.next) : `ORD${orders.next}`,
    description: random.pick(['Order', 'Order', 'Order', 'Delivery', 'Deposit']),
    metadata: {
      orderId: `ORD-${orders.next}`,
      branch: random.weighted(branchWeights),
      ...(random.chance(0.3) && { cashier: random.pick(['amina', 'brian', 'cherono', 'daudi', 'esther']) }),
    },
    push,
    acknowledgedAfterMs: random.between(320, 1_900),
    outcome,
    settledAfterMs: random.between(min * 1000, max * 1000),
    callback: random.weighted([
      [lateShare, 'late'],
      [lost, 'lost'],
      [1 - lateShare - lost, 'comes'],
    ] as const),
    receipt: receipt(random, at),
  };
}

/**
 * What the shop pays its suppliers: larger sums, every third day, asked for by finance. Which orders are rejected is
 * counted and not drawn, so that every history has some.
 */
export function planSuppliers(random: Random, now: Date): PlannedSupplier[] {
  const suppliers = Array.from({ length: suppliersCount }, () => phone(random));
  let large = 0;
  return daysUntil(now, historyDays).flatMap((day, index) => {
    if (index % supplierEveryDays !== 1) return [];
    const at = new Date(day.getTime() + 9 * hourMs + random.between(0, 6 * hourMs));
    const amount = random.between(6, 90) * 500;
    const to = random.pick(suppliers as [string, ...string[]]);
    if (amount >= policy.payoutFrom) large += 1;
    const verdict = amount >= policy.payoutFrom && large % rejectedEvery === 1 ? 'reject' : 'approve';
    return [{ at, amount, to, key: `${index}-${to.slice(-4)}`, verdict }];
  });
}

function inOutage(at: Date, now: Date): boolean {
  const day = Math.floor(now.getTime() / dayMs) * dayMs - outageDaysAgo * dayMs;
  const hours = (at.getTime() - day) / 3_600_000 - outageFromHour;
  return hours >= 0 && hours < outageHours;
}

/** Picks an amount, mostly small. Offline amounts never match the shop's prices, so none is matched to a prompt. */
function amount(random: Random, by: PlannedPayment['by']): number {
  const sum = Math.min(68_000, Math.exp(6.9 + 0.95 * random.normal()));
  const round = Math.max(50, Math.round(sum / 10) * 10);
  return by === 'offline' ? round + 3 : round;
}

function offlineReference(random: Random, order: number): string {
  return random.weighted([
    [6, `ORD${order}`],
    [2, `ord ${order}`],
    [1, random.pick(['ASANTE', 'JAMES', 'house 14', 'MERCY W', 'balance'])],
  ] as const);
}

export function phone(random: Random): string {
  return `254${random.pick(['70', '71', '72', '74', '79', '11'])}${random.text('0123456789', 7)}`;
}

/** Receipts start with one letter each for the year, month and day. */
export function receipt(random: Random, at: Date): string {
  const year = receiptAlphabet.charAt((at.getUTCFullYear() - 2006) % 26);
  const month = receiptAlphabet.charAt(at.getUTCMonth());
  const day = receiptAlphabet.charAt(at.getUTCDate() <= 9 ? 26 + at.getUTCDate() : at.getUTCDate() - 10);
  return `${year}${month}${day}${random.text(receiptAlphabet, 7)}`;
}
