import { amountMax, amountMin } from '../kernel/money.ts';
import { normaliseMsisdn } from '../kernel/phone.ts';
import { readCents } from '../tables/index.ts';
import type { ProblemCode, WarningCode } from './payout-row.ts';

/** What a cell holds, with what was repaired, or why it cannot be read. */
export type ReadCell<Value> = { value: Value; warnings: WarningCode[] } | { problem: ProblemCode };

/** The smallest payout that every network takes, in whole KES. */
const usualMinimum = 10;

/** What people and programs write where they have nothing to write. */
const placeholder = /^(?:n\.?\/?a\.?|nil|none|null|nan|tbd|tba|unknown|hakuna|0+(?:\.0+)?|[-–—_.?*x]+)$/i;
const errorValue = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!)$/i;

export const isPlaceholder = (text: string): boolean => placeholder.test(text);
/** Whether a text is what a spreadsheet shows where a formula failed. */
export const isErrorValue = (text: string): boolean => errorValue.test(text);

/** `2.54700000001E+11`: digit, more digits, power of ten. */
const exponent = /^\+?(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i;
/** `712345678.0`, as programs write a whole number that they hold as a fraction. */
const decimalZero = /^(\+?\d+)[.,]0+$/;
const internationalDigits = 12;
const localDigits = 9;

/** Whether a spreadsheet has put a power of ten in the place of digits. */
export const isShortened = (text: string): boolean => /^\d(?:[.,]\d+)?e\+\d{1,3}$/i.test(text);

/** A whole number without a trailing `.0`. */
export function withoutDecimalZero(text: string): string | undefined {
  return decimalZero.exec(text)?.[1];
}

/**
 * Reads a Kenyan mobile number as 254XXXXXXXXX. It repairs what spreadsheets do to numbers where no digit is in doubt: a lost
 * leading 0, a trailing `.0`, an exponent behind all twelve digits. Pure.
 */
export function readPhone(text: string): ReadCell<string> {
  const [written, repairs] = repaired(text);
  if (written === undefined) return { problem: 'number_shortened' };
  // A dot of a fraction is no gap between digits.
  const phone = /^[1-9]\d*\.\d+$/.test(written) ? undefined : normaliseMsisdn(written);
  if (phone === undefined) return { problem: 'not_a_phone' };
  const isLocal = written.replace(/[^0-9]/g, '').length === localDigits;
  return { value: phone, warnings: isLocal ? [...repairs, 'leading_zero_restored'] : repairs };
}

function repaired(text: string): [written: string | undefined, repairs: WarningCode[]] {
  const [found, first = '', more = '', power] = exponent.exec(text) ?? [];
  if (found !== undefined) {
    const isWhole = more.length === internationalDigits - 1 && Number(power) === internationalDigits - 1;
    return [isWhole ? first + more : undefined, ['exponent_expanded']];
  }
  const whole = withoutDecimalZero(text);
  return whole === undefined ? [text, []] : [whole, ['decimal_removed']];
}

/** `1 500`: a blank within a number stands before three digits, or it parts two numbers. */
const spaced = /\d[.,'’]?\s+[\d.,'’]/;
const spacedWell = /^\D*\d{1,3}(?: \d{3})+(?:\.\d{1,2})?(?!.*\d)/;
/** `1.500` may be one shilling and a half, or fifteen hundred. */
const dotBeforeThree = /\.\d{3}(?!\d)/;

/**
 * Reads whole KES of one payout, such as `1500`, `1,500.00`, `KES 1,500` or `1500/=`. Other separators are not guessed. Pure.
 */
export function readAmount(text: string): ReadCell<number> {
  if (isShortened(text)) return { problem: 'number_shortened' };
  if (spaced.test(text) && !spacedWell.test(text)) return { problem: 'amount_unclear' };
  if (dotBeforeThree.test(text)) return { problem: 'amount_unclear' };
  const cents = readCents(text);
  if (cents === undefined || cents === null) {
    if (/^[^\d.,]*\d+\.\d+[^\d.,]*$/.test(text)) return { problem: 'amount_has_decimals' };
    return { problem: /\d[.,'’]+\d/.test(text) ? 'amount_unclear' : 'not_an_amount' };
  }
  if (cents % 100 !== 0) return { problem: 'amount_has_decimals' };
  const amount = cents / 100;
  if (amount < amountMin) return { problem: 'amount_too_small' };
  if (amount > amountMax) return { problem: 'amount_too_large' };
  return { value: amount, warnings: amount < usualMinimum ? ['amount_below_minimum'] : [] };
}
