/** A calendar day, `YYYY-MM-DD`, without a time zone: the app says which zone its days are in. */
export type Day = string;

/** Days from `from` to `to`, both within; an open end is absent. */
export interface DayRange {
  from?: Day;
  to?: Day;
}

const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Local noon of a day, so that no change of the clocks moves it; undefined when it is no day. */
export function dateOf(day: Day | undefined): Date | undefined {
  const match = shape.exec(day ?? '');
  if (!match) return undefined;
  const [, year, month, date] = match.map(Number);
  const at = new Date(year ?? 0, (month ?? 1) - 1, date ?? 1, 12);
  return dayOf(at) === day ? at : undefined;
}

/** The calendar day of a local date. */
export function dayOf(date: Date): Day {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The range in order, whichever end was typed first. */
export function inOrder({ from, to }: DayRange): DayRange {
  return from && to && from > to ? { from: to, to: from } : { from, to };
}

/** True when both mean the same days. */
export function isSameRange(one: DayRange, other: DayRange): boolean {
  return one.from === other.from && one.to === other.to;
}

/** The range as a reader of the locale writes it: "3 – 9 Mar 2026". */
export function formatRange({ from, to }: DayRange, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  const [start, end] = [dateOf(from), dateOf(to)];
  if (start && end) return format.formatRange(start, end);
  if (start) return `${format.format(start)} –`;
  if (end) return `– ${format.format(end)}`;
  return '';
}
