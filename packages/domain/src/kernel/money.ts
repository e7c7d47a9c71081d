import { z } from 'zod';
import { issues, type Named } from './refusals.ts';

/** Limits of one payment that we start, whole KES (spec 8). Offline payments may exceed them. */
export const amountMin = 1;
export const amountMax = 150_000;

/** The largest Postgres `integer`. */
const wholeMax = 2_147_483_647;
const decimalText = /^([0-9]{1,15})(?:\.([0-9]{1,6}))?$/;

const amountBelow = (tooLarge: Named) =>
  z
    .number({ error: issues.kesNumber })
    .refine((amount) => Number.isSafeInteger(amount), { error: issues.kesWithoutDecimals, abort: true })
    .min(amountMin, { error: issues.amountAtLeast({ min: amountMin }) })
    .max(amountMax, { error: tooLarge })
    .meta({ type: 'integer' });

/** An amount as callers send it: a JSON number of whole KES. Nothing is coerced. */
export const amountSchema = amountBelow(issues.amountAtMost({ max: amountMax }));

/** {@link amountSchema} for a refund. Offline payments can be larger: the refusal says how to refund them. */
export const refundAmountSchema = amountBelow(issues.refundTooLarge({ max: amountMax }));

export type SettledAmount = {
  /** Whole KES; a fraction is cut off, never rounded up. */
  whole: number;
  /** The same money as exact decimal text in normal form: `250`, or `250.50`. */
  exact: string;
  hasFraction: boolean;
};

/** A sum of KES without what adding up leaves behind the cents. */
export const toCents = (kes: number): number => Math.round(kes * 100) / 100;

/** The money of a row in KES, with cents where it has any. `exactAmount` is decimal text, and null where `amount` is exact. */
export function exactKes({ amount, exactAmount }: { amount: number; exactAmount: string | null }): number {
  return exactAmount === null ? amount : Number(exactAmount);
}

/** Reads decimal text of the provider (`250`, `250.00`, `250.5`) exactly; undefined when it is not such text. */
export function settledAmount(text: string): SettledAmount | undefined {
  const match = decimalText.exec(text);
  if (!match) return undefined;
  const whole = Number(match[1]);
  if (whole > wholeMax) return undefined;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction === '') return { whole, exact: String(whole), hasFraction: false };
  return { whole, exact: `${whole}.${fraction.padEnd(2, '0')}`, hasFraction: true };
}
