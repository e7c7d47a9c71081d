import { z } from 'zod';
import type { TenantContext } from '../../kernel/context.ts';
import { DomainError } from '../../kernel/errors.ts';
import { invalidInput, issue } from '../../kernel/input.ts';
import { issues, type Named } from '../../kernel/refusals.ts';
import { later } from '../../kernel/time.ts';
import { dayIn, momentIn, zoneTime } from '../../kernel/zone-time.ts';
import { readingIssues } from '../refusals.ts';
import {
  type BalancesInput,
  balancesSchema,
  type CollectionsInput,
  collectionsSchema,
  daysIn,
  daysMax,
  forPrograms,
  type PayoutsInput,
  payoutsSchema,
  reportBalances,
  reportCollections,
  reportColumns,
  reportPayouts,
  reportSettlement,
  reportTables,
  type SettlementInput,
  settlementSchema,
} from '../reports/index.ts';
import { type Cell, type ColumnKind, type ExportSource, parseFilter } from './source.ts';

/** The days of a report, both included, and its zone, beside the fields of its filter. */
type Asked = { from: string; to: string; timeZone: string };

type Definition = {
  columns: readonly { name: string; kind: ColumnKind }[];
  /** The input of the report without its days and zone, which are those of the file, and without other applications. */
  filter: z.ZodObject;
  /** The rows, oldest first in each group, with a cell for each of `columns`. The report judges what was asked. */
  rows(ctx: TenantContext, asked: Asked): Promise<readonly Cell[][]>;
};

const periodFields = ['since', 'until'] as const;
const ofFile = { from: true, to: true, timeZone: true, applicationIds: true } as const;
const ofMoney = { ...ofFile, compare: true } as const;

/** Money in, as files. */
export const collectionsSource = reportSource({
  columns: reportColumns.collections,
  filter: z.object(collectionsSchema.shape).omit(ofMoney),
  async rows(ctx, asked) {
    const input: CollectionsInput = { ...asked, compare: false };
    return reportTables.collections(await reportCollections(ctx, ctx.tenant, input)).rows;
  },
});

/** Payouts to phones, as files. */
export const payoutsSource = reportSource({
  columns: reportColumns.payouts,
  filter: z.object(payoutsSchema.shape).omit(ofMoney),
  async rows(ctx, asked) {
    const input: PayoutsInput = { ...asked, compare: false };
    return reportTables.payouts(await reportPayouts(ctx, ctx.tenant, input)).rows;
  },
});

/** Money in and out of shortcodes, as files. */
export const settlementSource = reportSource({
  columns: reportColumns.settlement,
  filter: z.object(settlementSchema.shape).omit(ofMoney),
  async rows(ctx, asked) {
    const input: SettlementInput = { ...asked, compare: false };
    return reportTables.settlement(await reportSettlement(ctx, ctx.tenant, input)).rows;
  },
});

/** Balances over time, as files. */
export const balancesSource = reportSource({
  columns: reportColumns.balances,
  filter: z.object(balancesSchema.shape).omit(ofFile),
  async rows(ctx, asked) {
    const input: BalancesInput = asked;
    return reportTables.balances(await reportBalances(ctx, ctx.tenant, input)).rows;
  },
});

/**
 * Builds the source of one report. A file has all its rows in one part, so that its figures are of one moment: two
 * readings could differ, and a report has a bounded number of rows.
 */
function reportSource(definition: Definition): ExportSource {
  const { columns } = definition;
  return {
    permission: 'reports.read',
    periodFields,
    columns: columns.map((column) => ({ ...column, isDefault: true })),
    forPrograms(given) {
      const { groupBy = 'none' } = parseFilter({ ...definition, periodFields }, given).filter;
      return groupBy === 'none' ? [...forPrograms, 'group'] : forPrograms;
    },
    async count(ctx, given, { max, timeZone }) {
      const rows = await readReport(definition, ctx, given, timeZone);
      return Math.min(rows.length, max + 1);
    },
    async read(ctx, given, { columns: names, timeZone }) {
      const rows = await readReport(definition, ctx, given, timeZone);
      const places = names.map((name) => columns.findIndex((column) => column.name === name));
      return { rows: rows.map((row) => places.map((place) => row[place] ?? null)), next: null };
    },
  };
}

async function readReport(definition: Definition, ctx: TenantContext, given: unknown, timeZone: string) {
  const { period } = parseFilter({ ...definition, periodFields }, given);
  const { since: _since, until: _until, ...filter } = Object(given);
  const days = daysOf(period, timeZone);
  try {
    return await definition.rows(ctx, { ...filter, ...days, timeZone });
  } catch (error) {
    throw inWordsOfFilter(error);
  }
}

/** The days from one moment to another in a zone. @throws DomainError invalid_input when they are no whole days */
function daysOf({ since, until }: { since?: Date; until?: Date }, timeZone: string): { from: string; to: string } {
  if (!since) throw refused('since', issues.required);
  if (!until) throw refused('until', issues.required);
  const isStart = (moment: Date) => momentIn(timeZone, dayIn(timeZone, moment)).getTime() === moment.getTime();
  const notStart = readingIssues.dayStart({ zone: timeZone });
  if (!isStart(since)) throw refused('since', notStart);
  if (!isStart(until)) throw refused('until', notStart);
  const day = (moment: Date) => zoneTime(timeZone).plain(moment).slice(0, 'YYYY-MM-DD'.length);
  const days = { from: day(since), to: day(later(until, -1)) };
  if (daysIn(days) > daysMax) throw refused('until', readingIssues.daysAfterSince({ max: daysMax }));
  return days;
}

const refused = (field: string, why: Named) => invalidInput(issue(`filter.${field}`, why));

/** A refusal of a report, with the places of an export. The zone is that of the file. */
function inWordsOfFilter(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'invalid_input') return error;
  const found = error.extras.issues ?? [];
  return invalidInput(
    ...found.map((each) => (each.path === 'timeZone' ? each : { ...each, path: `filter.${each.path}` })),
  );
}
