import type { ExportList } from '@tillgate/db';
import { batchRowsSource } from './batch-rows-source.ts';
import { deliveriesSource } from './deliveries-source.ts';
import { disbursementsSource } from './disbursements-source.ts';
import { eventsSource } from './events-source.ts';
import { guardDecisionsSource } from './guard-decisions-source.ts';
import { inquiriesSource } from './inquiries-source.ts';
import { linkPaymentsSource } from './link-payments-source.ts';
import { linksSource } from './links-source.ts';
import { paymentsSource } from './payments-source.ts';
import { balancesSource, collectionsSource, payoutsSource, settlementSource } from './report-source.ts';
import type { ExportSource } from './source.ts';

/** Every list and report that can be exported. */
export const exportSources: Record<ExportList, ExportSource> = {
  payments: paymentsSource,
  disbursements: disbursementsSource,
  inquiries: inquiriesSource,
  deliveries: deliveriesSource,
  events: eventsSource,
  links: linksSource,
  link_payments: linkPaymentsSource,
  guard_decisions: guardDecisionsSource,
  batch_rows: batchRowsSource,
  report_collections: collectionsSource,
  report_payouts: payoutsSource,
  report_settlement: settlementSource,
  report_balances: balancesSource,
};
