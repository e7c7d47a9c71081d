import type { ExportList } from '@tillgate/db';
import { builder } from '../builder.ts';
import { PaymentSourceRef } from './payment-filter.ts';
import { RailRef } from './rail.ts';
import { GroupingRef, IntervalRef } from './report.ts';

type Fields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

/** What each export of a report takes. It has the time zone of its file, and one application. */
const periodFields = (t: Fields) => ({
  since: t.field({
    type: 'DateTime',
    required: true,
    description: 'When the first day starts, in the time zone of the file.',
  }),
  until: t.field({
    type: 'DateTime',
    required: true,
    description: 'When the last day ends, exclusive. The period can have at most two years.',
  }),
  interval: t.field({ type: IntervalRef, description: 'The interval of the rows. Default: a day.' }),
  shortcodes: t.stringList({ description: 'Only these shortcodes.' }),
});
const groupBy = (t: Fields) => ({
  groupBy: t.field({ type: GroupingRef, description: 'How the rows are grouped.' }),
});
const resultCodes = (t: Fields) => ({
  resultCodes: t.stringList({ description: 'Only rows with these result codes.' }),
});

const CollectionsExportRef = builder.inputType('CollectionsReportExport', {
  description: 'The period and the rows of a collections report.',
  fields: (t) => ({
    ...periodFields(t),
    ...groupBy(t),
    ...resultCodes(t),
    sources: t.field({ type: [PaymentSourceRef], description: 'Only payments from these sources.' }),
  }),
});

const PayoutsExportRef = builder.inputType('PayoutsReportExport', {
  description: 'The period and the rows of a payouts report.',
  fields: (t) => ({ ...periodFields(t), ...groupBy(t), ...resultCodes(t) }),
});

const SettlementExportRef = builder.inputType('SettlementReportExport', {
  description: 'The period and the rows of a settlement report.',
  fields: (t) => ({
    ...periodFields(t),
    ...groupBy(t),
    rail: t.field({ type: RailRef, description: 'Only money of this network.' }),
  }),
});

const BalancesExportRef = builder.inputType('BalancesReportExport', {
  description: 'The period and the rows of a balances report.',
  fields: periodFields,
});

/** The reports that can be exported, beside the lists. */
export const reportRows = (t: Fields) => ({
  collectionsReport: t.field({ type: CollectionsExportRef, description: 'Rows of a collections report.' }),
  payoutsReport: t.field({ type: PayoutsExportRef, description: 'Rows of a payouts report.' }),
  settlementReport: t.field({ type: SettlementExportRef, description: 'Rows of a settlement report.' }),
  balancesReport: t.field({ type: BalancesExportRef, description: 'Rows of a balances report.' }),
});

/** What exports call them. */
export const reportLists = {
  collectionsReport: 'report_collections',
  payoutsReport: 'report_payouts',
  settlementReport: 'report_settlement',
  balancesReport: 'report_balances',
} as const satisfies Record<string, ExportList>;
