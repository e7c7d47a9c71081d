import type { Sums } from './statements.ts';

/** Whole KES are bigint, so that no sum is rounded. */
export type CollectionFigures = {
  /** Whole KES received, as payments show it. */
  gross: bigint;
  /** `gross` with the cents of offline payments, as decimal text. */
  exactGross: string;
  /** Successful refunds that were requested in this period, whenever the payment was made. */
  refunded: bigint;
  refundCount: number;
  /** `gross` less `refunded`. */
  net: bigint;
  succeeded: number;
  failed: number;
  pending: number;
  /** Share of the settled payments that succeeded, 0 to 1; null when none is settled. */
  successRate: number | null;
  /** KES with two decimals, cut; null without a success. */
  average: number | null;
};

export type PayoutFigures = {
  amount: bigint;
  succeeded: number;
  failed: number;
  pending: number;
  successRate: number | null;
  average: number | null;
};

/** Money that moved, by the time when it moved. */
export type SettlementFigures = {
  collected: bigint;
  exactCollected: string;
  collectedCount: number;
  refunded: bigint;
  refundCount: number;
  paidOut: bigint;
  payoutCount: number;
  /** `collected` less `refunded` and `paidOut`. */
  net: bigint;
};

/** The additive parts of figures. */
export type Addends = {
  succeeded: bigint;
  failed: bigint;
  pending: bigint;
  amount: bigint;
  /** Millionths of a KES. */
  exact: bigint;
  refundCount: bigint;
  refunded: bigint;
  payoutCount: bigint;
  payoutFailed: bigint;
  payoutPending: bigint;
  paidOut: bigint;
};

const decimals = 6;

export const nothing: Addends = {
  succeeded: 0n,
  failed: 0n,
  pending: 0n,
  amount: 0n,
  exact: 0n,
  refundCount: 0n,
  refunded: 0n,
  payoutCount: 0n,
  payoutFailed: 0n,
  payoutPending: 0n,
  paidOut: 0n,
};

export function addendsOf(sums: Sums): Addends {
  const [whole = '0', fraction = ''] = sums.exactAmount.split('.');
  return {
    succeeded: BigInt(sums.succeeded),
    failed: BigInt(sums.failed),
    pending: BigInt(sums.pending),
    amount: BigInt(sums.amount),
    exact: BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals)),
    refundCount: BigInt(sums.refundCount),
    refunded: BigInt(sums.refunded),
    payoutCount: BigInt(sums.payoutCount),
    payoutFailed: BigInt(sums.payoutFailed),
    payoutPending: BigInt(sums.payoutPending),
    paidOut: BigInt(sums.paidOut),
  };
}

export function add(one: Addends, other: Addends): Addends {
  const sum = { ...one };
  for (const key of Object.keys(nothing) as (keyof Addends)[]) sum[key] += other[key];
  return sum;
}

export function collectionFigures(sums: Addends): CollectionFigures {
  const { succeeded, failed, amount: gross, refunded } = sums;
  return {
    gross,
    exactGross: decimalText(sums.exact),
    refunded,
    refundCount: countOf(sums.refundCount),
    net: gross - refunded,
    succeeded: countOf(succeeded),
    failed: countOf(failed),
    pending: countOf(sums.pending),
    successRate: rateOf(succeeded, failed),
    average: averageOf(gross, succeeded),
  };
}

export function payoutFigures(sums: Addends): PayoutFigures {
  const { payoutCount, payoutFailed, paidOut } = sums;
  return {
    amount: paidOut,
    succeeded: countOf(payoutCount),
    failed: countOf(payoutFailed),
    pending: countOf(sums.payoutPending),
    successRate: rateOf(payoutCount, payoutFailed),
    average: averageOf(paidOut, payoutCount),
  };
}

export function settlementFigures(sums: Addends): SettlementFigures {
  const { amount, refunded, paidOut } = sums;
  return {
    collected: amount,
    exactCollected: decimalText(sums.exact),
    collectedCount: countOf(sums.succeeded),
    refunded,
    refundCount: countOf(sums.refundCount),
    paidOut,
    payoutCount: countOf(sums.payoutCount),
    net: amount - refunded - paidOut,
  };
}

/** `1200`, or `1200.50`. */
function decimalText(millionths: bigint): string {
  const text = millionths.toString().padStart(decimals + 1, '0');
  const fraction = text.slice(-decimals).replace(/0+$/, '');
  return text.slice(0, -decimals) + (fraction && `.${fraction.padEnd(2, '0')}`);
}

function countOf(count: bigint): number {
  if (count > Number.MAX_SAFE_INTEGER) throw new RangeError('A count is larger than a number can hold.');
  return Number(count);
}

function rateOf(succeeded: bigint, failed: bigint): number | null {
  const settled = succeeded + failed;
  return settled === 0n ? null : Number(succeeded) / Number(settled);
}

function averageOf(amount: bigint, count: bigint): number | null {
  // The cents of every payment are exact in a number.
  return count === 0n ? null : Number((amount * 100n) / count) / 100;
}
