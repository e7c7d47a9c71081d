import type { Sums } from './statements.ts';

/** A sum in KES to the cent, as decimal text: `1200`, or `1200.50`. No number, so that none is rounded. */
export type Kes = string;

export type CollectionFigures = {
  /** What came. */
  gross: Kes;
  /** Successful refunds that were asked for in this time, whenever the money came. */
  refunded: Kes;
  refundCount: number;
  /** `gross` less `refunded`. */
  net: Kes;
  succeeded: number;
  failed: number;
  pending: number;
  /** Share of the settled payments that succeeded, 0 to 1; null when none is settled. */
  successRate: number | null;
  /** KES with two decimals, cut; null without a success. */
  average: number | null;
};

export type PayoutFigures = {
  amount: Kes;
  succeeded: number;
  failed: number;
  pending: number;
  successRate: number | null;
  average: number | null;
};

/** Money that moved, by the time when it moved. */
export type SettlementFigures = {
  collected: Kes;
  collectedCount: number;
  refunded: Kes;
  refundCount: number;
  paidOut: Kes;
  payoutCount: number;
  /** `collected` less `refunded` and `paidOut`. */
  net: Kes;
};

/** What figures are made of: they add up. Money is in millionths of a KES. */
export type Addends = {
  succeeded: bigint;
  failed: bigint;
  pending: bigint;
  collected: bigint;
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
  collected: 0n,
  refundCount: 0n,
  refunded: 0n,
  payoutCount: 0n,
  payoutFailed: 0n,
  payoutPending: 0n,
  paidOut: 0n,
};

export function addendsOf(sums: Sums): Addends {
  return {
    succeeded: BigInt(sums.succeeded),
    failed: BigInt(sums.failed),
    pending: BigInt(sums.pending),
    collected: millionthsOf(sums.collected),
    refundCount: BigInt(sums.refundCount),
    refunded: millionthsOf(sums.refunded),
    payoutCount: BigInt(sums.payoutCount),
    payoutFailed: BigInt(sums.payoutFailed),
    payoutPending: BigInt(sums.payoutPending),
    paidOut: millionthsOf(sums.paidOut),
  };
}

function millionthsOf(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals));
}

export function add(one: Addends, other: Addends): Addends {
  const sum = { ...one };
  for (const key of Object.keys(nothing) as (keyof Addends)[]) sum[key] += other[key];
  return sum;
}

export function collectionFigures(sums: Addends): CollectionFigures {
  const { succeeded, failed, collected, refunded } = sums;
  return {
    gross: decimalText(collected),
    refunded: decimalText(refunded),
    refundCount: countOf(sums.refundCount),
    net: decimalText(collected - refunded),
    succeeded: countOf(succeeded),
    failed: countOf(failed),
    pending: countOf(sums.pending),
    successRate: rateOf(succeeded, failed),
    average: averageOf(collected, succeeded),
  };
}

export function payoutFigures(sums: Addends): PayoutFigures {
  const { payoutCount, payoutFailed, paidOut } = sums;
  return {
    amount: decimalText(paidOut),
    succeeded: countOf(payoutCount),
    failed: countOf(payoutFailed),
    pending: countOf(sums.payoutPending),
    successRate: rateOf(payoutCount, payoutFailed),
    average: averageOf(paidOut, payoutCount),
  };
}

export function settlementFigures(sums: Addends): SettlementFigures {
  const { collected, refunded, paidOut } = sums;
  return {
    collected: decimalText(collected),
    collectedCount: countOf(sums.succeeded),
    refunded: decimalText(refunded),
    refundCount: countOf(sums.refundCount),
    paidOut: decimalText(paidOut),
    payoutCount: countOf(sums.payoutCount),
    net: decimalText(collected - refunded - paidOut),
  };
}

function decimalText(millionths: bigint): Kes {
  const sign = millionths < 0n ? '-' : '';
  const digits = millionths
    .toString()
    .replace('-', '')
    .padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return sign + digits.slice(0, -decimals) + (fraction && `.${fraction.padEnd(2, '0')}`);
}

function countOf(count: bigint): number {
  if (count > Number.MAX_SAFE_INTEGER) throw new RangeError('A count is larger than a number can hold.');
  return Number(count);
}

function rateOf(succeeded: bigint, failed: bigint): number | null {
  const settled = succeeded + failed;
  return settled === 0n ? null : Number(succeeded) / Number(settled);
}

function averageOf(millionths: bigint, count: bigint): number | null {
  // No payment is so large that its cents are not exact.
  return count === 0n ? null : Number(millionths / (count * 10_000n)) / 100;
}
