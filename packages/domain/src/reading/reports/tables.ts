import type { Cell, ColumnKind } from '../exports/source.ts';
import type { CollectionFigures, Kes, PayoutFigures, SettlementFigures } from './figures.ts';
import type { BalanceReading } from './report-balances.ts';
import type { Report, ReportRow } from './run-report.ts';

type Column<Row> = { kind: ColumnKind; value(row: Row): Cell };
type Columns<Row> = Record<string, Column<Row>>;
type Table = { columns: { name: string; kind: ColumnKind }[]; rows: Cell[][] };

const namesOf = <Row>(columns: Columns<Row>) => Object.entries(columns).map(([name, { kind }]) => ({ name, kind }));

function tableOf<Row>(columns: Columns<Row>, rows: readonly Row[]): Table {
  return {
    columns: namesOf(columns),
    rows: rows.map((row) => Object.values(columns).map(({ value }) => value(row))),
  };
}

/** A sum in KES as decimal text. */
const money = <Row>(of: (row: Row) => Kes): Column<Row> => ({ kind: 'money', value: of });
const count = <Row>(of: (row: Row) => number | null): Column<Row> => ({ kind: 'count', value: of });
/** A part of 1. */
const share = <Row>(of: (row: Row) => number | null): Column<Row> => ({ kind: 'share', value: of });

type Bucket = Pick<ReportRow<object>, 'label' | 'startsAt' | 'endsAt' | 'group'>;

const buckets: Columns<Bucket> = {
  period: { kind: 'id', value: (row) => row.label },
  starts_at: { kind: 'moment', value: (row) => row.startsAt },
  ends_at: { kind: 'moment', value: (row) => row.endsAt },
  group: { kind: 'id', value: (row) => row.group },
};

const collections: Columns<ReportRow<CollectionFigures>> = {
  ...buckets,
  gross: money((row) => row.gross),
  // The same, for programs that read it while `gross` had no cents.
  exact_gross: money((row) => row.gross),
  refunded: money((row) => row.refunded),
  refund_count: count((row) => row.refundCount),
  net: money((row) => row.net),
  succeeded: count((row) => row.succeeded),
  failed: count((row) => row.failed),
  pending: count((row) => row.pending),
  success_rate: share((row) => row.successRate),
};

const payouts: Columns<ReportRow<PayoutFigures>> = {
  ...buckets,
  amount: money((row) => row.amount),
  succeeded: count((row) => row.succeeded),
  failed: count((row) => row.failed),
  pending: count((row) => row.pending),
  success_rate: share((row) => row.successRate),
};

const settlement: Columns<ReportRow<SettlementFigures>> = {
  ...buckets,
  collected: money((row) => row.collected),
  exact_collected: money((row) => row.collected),
  collected_count: count((row) => row.collectedCount),
  refunded: money((row) => row.refunded),
  refund_count: count((row) => row.refundCount),
  paid_out: money((row) => row.paidOut),
  payout_count: count((row) => row.payoutCount),
  net: money((row) => row.net),
};

type Account = Omit<BalanceReading, 'accounts'> & BalanceReading['accounts'][number];

const balances: Columns<Account> = {
  answered_at: { kind: 'moment', value: (row) => row.answeredAt },
  application_id: { kind: 'id', value: (row) => row.applicationId },
  shortcode: { kind: 'id', value: (row) => row.shortcode },
  account: { kind: 'text', value: (row) => row.name },
  currency: { kind: 'id', value: (row) => row.currency },
  available: { kind: 'balance', value: (row) => row.available },
  current: { kind: 'balance', value: (row) => row.current },
  reserved: { kind: 'balance', value: (row) => row.reserved },
  uncleared: { kind: 'balance', value: (row) => row.uncleared },
};

/** The rows of a report as a table for files: one row per bucket and group. */
export const reportTables = {
  collections: ({ current }: Report<CollectionFigures>) => tableOf(collections, current.rows),
  payouts: ({ current }: Report<PayoutFigures>) => tableOf(payouts, current.rows),
  settlement: ({ current }: Report<SettlementFigures>) => tableOf(settlement, current.rows),
  /** A row for each account of each reading. */
  balances: ({ readings }: { readings: BalanceReading[] }) =>
    tableOf(
      balances,
      readings.flatMap(({ accounts, ...reading }) => accounts.map((account) => ({ ...reading, ...account }))),
    ),
};

/** The columns of the table of each report. */
export const reportColumns = {
  collections: namesOf(collections),
  payouts: namesOf(payouts),
  settlement: namesOf(settlement),
  balances: namesOf(balances),
};

/** Columns that only programs read: a period has its label, and sums stand once. */
export const forPrograms: readonly string[] = ['starts_at', 'ends_at', 'exact_gross', 'exact_collected'];
