import { dayMs, minuteMs } from './time.ts';

/** Formats moments in one time zone. */
export type ZoneTime = {
  /** `2026-01-31 11:00:00`. */
  plain(moment: Date): string;
  /** `created_at (UTC+03:00)`, for a column of plain times; the name of the zone where its offset changes. */
  heading(name: string): string;
  /** `2026-01-31T11:00:00.000+03:00`. */
  withOffset(moment: Date): string;
  /** Days since the end of 1899, as spreadsheets count. */
  serial(moment: Date): number;
};

/** Time zones change their offset at whole quarters of an hour. */
const quarterMs = 15 * minuteMs;
const offsetsMax = 10_000;
/** 1 January 1970 as spreadsheets count days. */
const epochSerial = 25_569;

/** Whether this is the name of a time zone, such as `Africa/Nairobi`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** @throws RangeError when there is no such zone */
export function zoneTime(timeZone: string): ZoneTime {
  const offsetMsAt = offsetsOf(timeZone);
  const local = (moment: Date) => new Date(moment.getTime() + offsetMsAt(moment));
  const plain = (moment: Date) => local(moment).toISOString().slice(0, 19).replace('T', ' ');
  return {
    plain,
    heading: (name) => `${name} (${labelOf(timeZone, offsetMsAt)})`,
    withOffset: (moment) => `${local(moment).toISOString().slice(0, -1)}${offsetText(offsetMsAt(moment))}`,
    serial: (moment) => local(moment).getTime() / dayMs + epochSerial,
  };
}

/** Months of these years show whether the offset of a zone changes. */
const [firstYear, lastYear, monthsInYear] = [2020, 2035, 12];

function labelOf(timeZone: string, offsetMsAt: (moment: Date) => number): string {
  const months = (lastYear - firstYear + 1) * monthsInYear;
  const offsets = Array.from({ length: months }, (_, month) => offsetMsAt(new Date(Date.UTC(firstYear, month))));
  const [first = 0] = offsets;
  return offsets.every((offset) => offset === first) ? `UTC${offsetText(first)}` : timeZone;
}

/** Offsets are cached per quarter of an hour, because computing one per row takes longer than everything else. */
function offsetsOf(timeZone: string): (moment: Date) => number {
  const known = new Map<number, number>();
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (moment) => {
    const quarter = Math.floor(moment.getTime() / quarterMs);
    const offset = known.get(quarter) ?? offsetAt(clock, new Date(quarter * quarterMs));
    if (known.size >= offsetsMax) known.clear();
    known.set(quarter, offset);
    return offset;
  };
}

function offsetAt(clock: Intl.DateTimeFormat, moment: Date): number {
  const parts = new Map(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return shown - moment.getTime();
}

/** A day of the calendar: month and day from 1. A day beyond the end of its month overflows into the next month. */
export type Day = { year: number; month: number; day: number };

/** The day that clocks of a zone show. */
export function dayIn(timeZone: string, moment: Date): Day {
  const [year = 0, month = 1, day = 1] = zoneTime(timeZone).plain(moment).slice(0, 10).split('-').map(Number);
  return { year, month, day };
}

/** The moment of an hour of a day in a zone. For a skipped hour, the moment of the change. */
export function momentIn(timeZone: string, { year, month, day }: Day, hour = 0): Date {
  const offsetMsAt = offsetsOf(timeZone);
  const shown = Date.UTC(year, month - 1, day, hour);
  const shifted = (moment: Date) => new Date(shown - offsetMsAt(moment));
  const found = shifted(shifted(new Date(shown)));
  const again = shifted(found);
  return again > found ? again : found;
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / minuteMs));
  const two = (count: number) => String(count).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
