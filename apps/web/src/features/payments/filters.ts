import type { inferRouterInputs } from '@trpc/server';
import { dayAt, dayBounds } from '@/features/developers/days';
import type { TimeZone } from '@/i18n/locale';
import type { AppRouter } from '@/trpc/root';

type ListInput = inferRouterInputs<AppRouter>['payments']['list'];

/** What the list is narrowed by, as it stands in the address. */
export const filterNames = [
  'status',
  'source',
  'reason',
  'category',
  'min',
  'max',
  'period',
  'from',
  'to',
  'phone',
  'reference',
  'receipt',
  'metadata',
  'review',
] as const;
export type FilterName = (typeof filterNames)[number];
export type FilterValues = Partial<Record<FilterName, string>>;

export const placeNames = ['before', 'after'] as const;
export type Place = { before?: string; after?: string };

export const statuses = ['pending', 'success', 'failed'] as const;
export const sources = ['stk', 'c2b'] as const;
export const categories = [
  'customer',
  'balance',
  'limit',
  'your_setup',
  'provider_system',
  'pending',
  'unknown',
] as const;
export const periods = ['today', 'yesterday', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

const dayMs = 86_400_000;
/** How far back each period begins and ends, in days before today. */
const reach: Record<Period, { from: number; to: number }> = {
  today: { from: 0, to: 0 },
  yesterday: { from: 1, to: 1 },
  week: { from: 6, to: 0 },
  month: { from: 29, to: 0 },
};

export type Days = { from?: string; to?: string };

/** The days of a period, `YYYY-MM-DD`, on the clock of the zone. */
export function daysOf(period: Period, timeZone: TimeZone, now: Date): Required<Days> {
  const day = (back: number) => dayAt(new Date(now.getTime() - back * dayMs), timeZone);
  return { from: day(reach[period].from), to: day(reach[period].to) };
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text);

const sum = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/** The days that the address names, by period or by themselves. */
export function chosenDays(values: FilterValues, timeZone: TimeZone, now: Date): Days {
  const period = oneOf(periods, values.period);
  return period ? daysOf(period, timeZone, now) : { from: values.from, to: values.to };
}

/** What the server is asked, from the address; the same on server and browser. What makes no sense there is left out. */
export function listInput(
  values: FilterValues,
  place: Place,
  { timeZone, now }: { timeZone: TimeZone; now: Date },
): Omit<ListInput, 'applicationId' | 'environment'> {
  const { since, until } = dayBounds(chosenDays(values, timeZone, now), timeZone);
  return {
    status: oneOf(statuses, values.status),
    source: oneOf(sources, values.source),
    resultCode: values.reason,
    category: oneOf(categories, values.category),
    amountMin: sum(values.min),
    amountMax: sum(values.max),
    createdFrom: since,
    createdTo: until,
    phone: values.phone,
    accountReference: values.reference,
    receipt: values.receipt,
    metadata: values.metadata,
    needsReview: values.review === 'yes' ? true : undefined,
    before: place.before,
    after: place.before === undefined ? place.after : undefined,
  };
}

/** Filters and place from the parameters of an address. */
export function readAddress(parameters: Record<string, string | string[] | undefined>): {
  values: FilterValues;
  place: Place;
} {
  const text = (name: string) => {
    const value = parameters[name];
    return (Array.isArray(value) ? value[0] : value) || undefined;
  };
  const values: FilterValues = {};
  for (const name of filterNames) {
    const value = text(name);
    if (value !== undefined) values[name] = value;
  }
  return { values, place: { before: text('before'), after: text('after') } };
}

/** What a text in the search box is meant as. */
export function filterOfText(text: string): { name: 'phone' | 'receipt' | 'reference'; value: string } {
  const value = text.trim();
  if (/^(?:\+?254|0)?[71]\d{8}$/.test(value.replace(/[ \-.()]/g, ''))) return { name: 'phone', value };
  // A receipt of M-PESA: ten letters and digits, some of both.
  if (/^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9]{10}$/.test(value)) return { name: 'receipt', value: value.toUpperCase() };
  return { name: 'reference', value };
}
