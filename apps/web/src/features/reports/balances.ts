import type { ChartRow } from '@tillgate/ui/charts';
import { dayAt } from '@/features/lists/days';
import type { Interval, ReportState } from './state.ts';
import type { Balances } from './types.ts';

/** One account of one answer. Sums are decimal text of its currency. */
export type BalanceRow = {
  key: string;
  /** Names the account among those of all shortcodes. */
  series: string;
  inquiryId: string;
  answeredAt: string;
  shortcode: string;
  account: string;
  currency: string;
  available: string | null;
  current: string | null;
  reserved: string | null;
  uncleared: string | null;
};

/** The accounts of all answers, the oldest first. */
export function balanceRows({ readings }: Balances): BalanceRow[] {
  return readings.flatMap(({ inquiryId, answeredAt, shortcode, accounts }) =>
    accounts.map(({ name: account, ...sums }) => ({
      key: `${inquiryId} ${account}`,
      series: `${account} · ${shortcode}`,
      inquiryId,
      answeredAt,
      shortcode,
      account,
      ...sums,
    })),
  );
}

/** The last known of each account. */
export function latestOf(rows: BalanceRow[]): BalanceRow[] {
  return [...new Map(rows.map((row) => [row.series, row])).values()];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** More lines cannot be distinguished. */
const seriesMax = 5;

/** The hour, day, week or month of a moment, as labels of other reports have it. */
function labelAt(moment: string, interval: Interval, timeZone: ReportState['timeZone']): string {
  const date = new Date(moment);
  const day = dayAt(date, timeZone);
  switch (interval) {
    case 'hour':
      return `${day}T${hourAt(date, timeZone)}:00`;
    case 'week': {
      const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
      return new Date(Date.parse(day) - sinceMonday * dayMs).toISOString().slice(0, 10);
    }
    case 'month':
      return `${day.slice(0, 8)}01`;
    default:
      return day;
  }
}

function hourAt(date: Date, timeZone: ReportState['timeZone']): string {
  const shifted = timeZone === 'UTC' ? date : new Date(date.getTime() + 3 * hourMs);
  return shifted.toISOString().slice(11, 13);
}

/** Available balances over time, of at most five accounts. Times without an answer have no point. */
export function balanceChart(
  rows: BalanceRow[],
  { interval, timeZone }: Pick<ReportState, 'interval' | 'timeZone'>,
): { series: string[]; points: ChartRow[] } {
  const series = [...new Set(rows.map((row) => row.series))].slice(0, seriesMax);
  const points = new Map<string, ChartRow>();
  for (const row of rows) {
    const sum = Number(row.available ?? Number.NaN);
    if (!series.includes(row.series) || !Number.isFinite(sum)) continue;
    const place = labelAt(row.answeredAt, interval, timeZone);
    points.set(place, { place, ...points.get(place), [row.series]: sum });
  }
  return { series, points: [...points.values()] };
}
