import type { Database } from '@tillgate/db';
import type { Clock } from '@tillgate/domain';
import type { Permission } from '@tillgate/domain/organizations';
import {
  type ReportedDelivery,
  readDeliveriesAbout,
  readReportedDeliveries,
} from '@tillgate/domain/reading/deliveries';
import {
  type ReportedDisbursement,
  readRefundsOf,
  readReportedDisbursements,
} from '@tillgate/domain/reading/disbursements';
import { readReportedEvents } from '@tillgate/domain/reading/events';
import { readReportedBalances, readReportedInquiries } from '@tillgate/domain/reading/inquiries';
import {
  type ReportedPayment,
  readHistories,
  readReportedPayments,
  type TimelineEntry,
} from '@tillgate/domain/reading/payments';
import { type Reach, readable } from '@tillgate/domain/reading/reach';
import {
  type ReportedLine,
  readLinesOf,
  readReportedExceptions,
  readReportedLines,
} from '@tillgate/domain/reading/reconciliation';
import DataLoader from 'dataloader';
import type { Exporter } from './exporter.ts';

/** What every resolver starts from. Only `exporter` can write. */
export type GraphqlContext = {
  requestId: string;
  db: Database;
  clock: Clock;
  /** Everything that the caller may read. */
  reach: Reach;
  loaders: Loaders;
  /** A token that could ask for a whole number would find the digits that are masked. */
  mayFindByPhone: boolean;
  /** For exports; only people in a session have it. */
  exporter: Exporter | undefined;
};

type ReadByIds<Row> = (
  db: Database,
  sought: { ids: readonly string[]; applicationIds: readonly string[] },
) => Promise<ReadonlyMap<string, Row>>;

/** Rows that many fields ask for at once, each kind by one statement. They live for one request. */
export type Loaders = ReturnType<typeof createLoaders>;

export function createLoaders(db: Database, reach: Reach) {
  /** Rows by their ids, of the applications of which the caller may read them. */
  const byId = <Row>(permission: Permission, read: ReadByIds<Row>) =>
    new DataLoader<string, Row | undefined>(async (ids) => {
      const rows = await read(db, { ids, applicationIds: readable(reach, permission) });
      return ids.map((id) => rows.get(id));
    });
  const ofPayment = <Row>(
    read: (db: Database, payments: readonly ReportedPayment[]) => Promise<ReadonlyMap<string, Row[]>>,
  ) =>
    new DataLoader<ReportedPayment, Row[], string>(
      async (payments) => {
        const rows = await read(db, payments);
        return payments.map(({ id }) => rows.get(id) ?? []);
      },
      { cacheKeyFn: ({ id }) => id },
    );
  return {
    payments: byId('payments.read', readReportedPayments),
    disbursements: byId('payouts.read', readReportedDisbursements),
    inquiries: byId('inquiries.read', readReportedInquiries),
    deliveries: byId('endpoints.read', readReportedDeliveries),
    events: byId('events.read', readReportedEvents),
    balances: byId('inquiries.read', readReportedBalances),
    lines: byId('statements.read', readReportedLines),
    exceptions: byId('reviews.read', readReportedExceptions),
    refundsOf: ofPayment<ReportedDisbursement>(readRefundsOf),
    deliveriesOf: ofPayment<ReportedDelivery>(readDeliveriesAbout),
    linesOf: ofPayment<ReportedLine>(readLinesOf),
    timelineOf: ofPayment<TimelineEntry>(readHistories),
  };
}
