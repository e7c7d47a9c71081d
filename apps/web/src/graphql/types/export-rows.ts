import type { ExportList } from '@tillgate/db';
import { builder } from '../builder.ts';
import { DisbursementFilterRef } from './disbursement.ts';
import { EventFilterRef } from './event.ts';
import { InquiryFilterRef } from './inquiry.ts';
import { PaymentFilterRef } from './payment-filter.ts';
import { present } from './report.ts';

const DeliveryExportRef = builder.inputType('DeliveryExportFilter', {
  description: 'Which deliveries to one endpoint an export has. One must meet all that is given.',
  fields: (t) => ({
    endpointId: t.id({ required: true, description: 'The endpoint.' }),
    status: t.string({ description: 'due, delivered, exhausted or cancelled.' }),
    type: t.string({ description: 'The type of its event, such as payment.success.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Created at or after.' }),
    createdTo: t.field({ type: 'DateTime', description: 'Created before.' }),
  }),
});

export const ExportRowsRef = builder.inputType('ExportRows', {
  description: 'The rows of exactly one list: all that meet its filter, `{}` for all.',
  isOneOf: true,
  fields: (t) => ({
    payments: t.field({ type: PaymentFilterRef, description: 'Payments.' }),
    disbursements: t.field({ type: DisbursementFilterRef, description: 'Payouts and refunds.' }),
    inquiries: t.field({ type: InquiryFilterRef, description: 'Inquiries.' }),
    deliveries: t.field({ type: DeliveryExportRef, description: 'Deliveries to one endpoint.' }),
    events: t.field({ type: EventFilterRef, description: 'Events.' }),
  }),
});

export type RowsAsked = { [List in ExportList]?: Record<string, unknown> | null };

/** What exports call a field that the reporting API calls otherwise. */
const names: Record<ExportList, Record<string, string>> = {
  payments: { netStatus: 'net', reasonCode: 'resultCode', reasonCategory: 'category' },
  disbursements: {},
  inquiries: {},
  deliveries: { createdFrom: 'since', createdTo: 'until' },
  events: { createdFrom: 'since', createdTo: 'until' },
};

/** The list that is asked for, and its filter as exports take it. They judge it. */
export function rowsOf(asked: RowsAsked): { list: ExportList; filter: Record<string, unknown> } {
  const [rows] = Object.entries(present(asked)) as [ExportList, Record<string, unknown>][];
  // The input type has exactly one.
  if (!rows) throw new Error('no list was asked for');
  const [list, given] = rows;
  const filter = Object.entries(present(given)).map(([name, value]) => [names[list][name] ?? name, value]);
  return { list, filter: Object.fromEntries(filter) };
}
