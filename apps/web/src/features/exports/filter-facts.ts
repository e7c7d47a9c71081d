import { railLabel } from '@tillgate/domain/rails/labels';
import type { ExportFilter, ExportList } from './types.ts';

/** One active filter, before it becomes a text. */
export type FilterFact =
  | { field: string; kind: 'period'; from?: string; to?: string }
  | { field: string; kind: 'amount'; min?: number; max?: number }
  /** `texts`: where the word of the value is, below `exports.values`. */
  | { field: string; kind: 'choice'; texts: string; value: string }
  | { field: string; kind: 'flag' }
  | { field: string; kind: 'text'; value: string };

/** The fields of each list that hold its times. A schedule sets them itself. */
export const periodFields: Record<ExportList, readonly [string, string]> = {
  payments: ['createdFrom', 'createdTo'],
  disbursements: ['createdFrom', 'createdTo'],
  inquiries: ['createdFrom', 'createdTo'],
  deliveries: ['since', 'until'],
  events: ['since', 'until'],
  links: ['createdFrom', 'createdTo'],
  link_payments: ['createdFrom', 'createdTo'],
  guard_decisions: ['since', 'until'],
  batch_rows: ['createdFrom', 'createdTo'],
  report_collections: ['since', 'until'],
  report_payouts: ['since', 'until'],
  report_settlement: ['since', 'until'],
  report_balances: ['since', 'until'],
};

/** Whether an export has the figures of a report, by the days of its file, and not rows of a list. */
export const isReport = (list: ExportList): boolean => list.startsWith('report_');

const choices: Record<string, string> = {
  kind: 'kind',
  mode: 'mode',
  source: 'source',
  refund: 'refund',
  category: 'category',
  interval: 'interval',
  groupBy: 'groupBy',
};
const several = ['shortcodes', 'sources', 'resultCodes'];
const flags = ['needsReview', 'isMine', 'test'];

/** The filters that are on, as an export has them, in the order of the filter; times and amounts are one each. */
export function filterFacts(list: ExportList, filter: ExportFilter): FilterFact[] {
  const [from, to] = periodFields[list];
  const period: FilterFact[] =
    filter[from] === undefined && filter[to] === undefined
      ? []
      : [{ field: 'time', kind: 'period', from: textOf(filter[from]), to: textOf(filter[to]) }];
  const { amountMin, amountMax } = filter;
  const amount: FilterFact[] =
    amountMin === undefined && amountMax === undefined
      ? []
      : [{ field: 'amount', kind: 'amount', min: numberOf(amountMin), max: numberOf(amountMax) }];
  const known = [from, to, 'amountMin', 'amountMax'];
  const others = Object.entries(filter).filter(([name, value]) => value !== undefined && !known.includes(name));
  return [...period, ...others.map(([name, value]) => factOf(list, name, value)), ...amount];
}

function factOf(list: ExportList, field: string, value: unknown): FilterFact {
  if (flags.includes(field) && value === true) return { field, kind: 'flag' };
  if (field === 'rail') return { field, kind: 'text', value: railLabel(String(value)) };
  if (field === 'requestedBy') return { field, kind: 'flag' };
  if (several.includes(field) && Array.isArray(value)) return { field, kind: 'text', value: value.join(', ') };
  const texts = field === 'status' ? list : field === 'delivery' ? 'deliveries' : choices[field];
  if (texts !== undefined && typeof value === 'string') return { field, kind: 'choice', texts, value };
  return { field, kind: 'text', value: typeof value === 'string' ? value : JSON.stringify(value) };
}

/** The filters of a list that are on, without its place. */
export function filterOf(input: object): ExportFilter {
  const places = ['before', 'after'];
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== undefined && !places.includes(name)),
  );
}

/** The filter without the times of the list. */
export function withoutPeriod(list: ExportList, filter: ExportFilter): ExportFilter {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !periodFields[list].includes(name)));
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
