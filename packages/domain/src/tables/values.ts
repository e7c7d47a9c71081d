import { businessOffsetMs } from '../kernel/business-day.ts';
import { dayMs, minuteMs } from '../kernel/time.ts';

/** Larger sums are refused, so that cents stay exact in a JSON number. */
const centsMax = 9_000_000_000_000_00;

const currency = /(?:kshs?|kes|shs?)\.?/.source;
const currencyFirst = new RegExp(`^([-+(]*)${currency}`, 'i');
const currencyLast = new RegExp(`${currency}([-)]*)$`, 'i');
const minus = /[\u2010-\u2015\u2212\ufe63\uff0d]/g;

/**
 * Reads a sum in KES as cents: `1,234.50`, `-1234.5`, `(1,234.50)`, `1,234.50-`, `KES 10`, `-KES 10`, `10 KES`, `10/=`.
 * Blank, or a dash, is null. Undefined for all other texts: other separators are not guessed.
 */
export function readCents(text: string): number | null | undefined {
  const plain = text.replace(/[\s\p{Zs}\p{Cf}]/gu, '').replace(minus, '-');
  if (plain === '' || plain === '-') return null;
  const bare = (currencyFirst.test(plain) ? plain.replace(currencyFirst, '$1') : plain.replace(currencyLast, '$1'))
    // `/=` and `/-` mean "no cents".
    .replace(/\/[=-]$/, '');
  const match = /^(\(?)([-+]?)(\d{0,13}|\d{1,3}(?:,\d{3})+|\d{1,3}(?:['’]\d{3})+)(?:\.(\d{1,2})0*)?(-?)(\)?)$/.exec(
    bare,
  );
  if (!match) return undefined;
  const [, open, sign, whole = '', fraction = '', after, close] = match;
  if (whole === '' && fraction === '') return undefined;
  const marks = [open !== '', sign !== '', after !== ''].filter(Boolean).length;
  if (marks > 1 || (open === '') !== (close === '')) return undefined;
  const cents = Number(whole.replace(/[,'’]/g, '')) * 100 + Number(fraction.padEnd(2, '0'));
  if (cents > centsMax) return undefined;
  const isNegative = marks === 1 && sign !== '+';
  return isNegative && cents !== 0 ? -cents : cents;
}

/** The order of day and month where both are numbers with the year last. */
export type DateOrder = 'day_first' | 'month_first';

const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = /(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?/.source;
/** `20-Nov-2026`, `20 November 26`. */
const dayNamed = new RegExp(`^(\\d{1,2})[-/. ]{1,2}${monthName}[-/., ]{1,2}(\\d{4}|\\d{2})(?!\\d)`, 'i');
/** `Nov 20, 2026`. */
const monthNamed = new RegExp(`^${monthName}[- ](\\d{1,2}),? (\\d{4})(?!\\d)`, 'i');

/**
 * Finds the order of day and month in the dates of a file. A number over 12 decides; Kenyans write the day first.
 * @returns `isCertain` false when no date of the file decides it, or when they contradict each other
 */
export function findDateOrder(texts: Iterable<string>): { order: DateOrder; isCertain: boolean } {
  let hasDayFirst = false;
  let hasMonthFirst = false;
  let isAmbiguous = false;
  for (const text of texts) {
    const match = yearLast.exec(plainTime(text));
    if (!match) continue;
    if (Number(match[1]) > 12) hasDayFirst = true;
    else if (Number(match[2]) > 12) hasMonthFirst = true;
    else if (match[1] !== match[2]) isAmbiguous = true;
  }
  if (hasMonthFirst && !hasDayFirst) return { order: 'month_first', isCertain: true };
  return { order: 'day_first', isCertain: hasDayFirst ? !hasMonthFirst : !isAmbiguous };
}

const clock =
  /^(?:T|,? ?)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?: ?([AP])\.?M\.?)?(?: ?(EAT|Z|UTC|(?:GMT|UTC)?[+-](?:0?\d|1[0-4])(?::?[0-5]\d)?|GMT))?$/i;
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[,.]? /i;
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
/** Days since 30 December 1899, as spreadsheets keep times. */
const serial = /^([2-9]\d{4})(?:\.(\d+))?$/;
const serialEpochMs = Date.UTC(1899, 11, 30);

/** Normalizes blanks and removes the day of the week. */
function plainTime(written: string): string {
  const blank = written.replace(/[\s\p{Zs}\p{Cf}]+/gu, ' ').trim();
  return blank.replace(weekday, '');
}

/** Reads a time in EAT, unless it names its own offset; undefined when it is no time. */
export function readEatTime(written: string, order: DateOrder): Date | undefined {
  const text = plainTime(written);
  if (serial.test(text)) {
    const ms = Math.round((Number(text) * dayMs) / 1_000) * 1_000;
    return new Date(serialEpochMs + ms - businessOffsetMs);
  }
  const date = dateOf(text, order);
  const time = clock.exec(text.slice(date?.length));
  if (!date || !time || date.length === text.length) return undefined;
  const hour = hourOf(Number(time[1]), time[4]?.toUpperCase());
  const minute = Number(time[2]);
  const second = Number(time[3] ?? '0');
  if (hour === undefined || minute > 59 || second > 59) return undefined;
  const { year, month, day } = date;
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return undefined;
  return new Date(at.getTime() - offsetMsOf(time[5]));
}

/** `+03:00`, `+03`, `GMT+3`, `EAT` or `Z` in milliseconds. */
function offsetMsOf(text: string | undefined): number {
  if (text === undefined || text.toUpperCase() === 'EAT') return businessOffsetMs;
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'P' ? 12 : 0);
}

function dateOf(text: string, order: DateOrder) {
  const first = yearFirst.exec(text);
  if (first) {
    return { year: Number(first[1]), month: Number(first[2]), day: Number(first[3]), length: first[0].length };
  }
  const named = dayNamed.exec(text);
  if (named) return { ...namedDate(named[1], named[2], named[3]), length: named[0].length };
  const american = monthNamed.exec(text);
  if (american) return { ...namedDate(american[2], american[1], american[3]), length: american[0].length };
  const last = yearLast.exec(text);
  if (!last) return undefined;
  const [one, two] = [Number(last[1]), Number(last[2])];
  const [day, month] = order === 'day_first' ? [one, two] : [two, one];
  return { year: yearOf(last[3]), month, day, length: last[0].length };
}

function namedDate(day: string | undefined, month = '', year: string | undefined) {
  return { year: yearOf(year), month: months.indexOf(month.slice(0, 3).toLowerCase()) + 1, day: Number(day) };
}

/** `26` as 2026. */
function yearOf(text = ''): number {
  return Number(text) + (text.length === 2 ? 2_000 : 0);
}
