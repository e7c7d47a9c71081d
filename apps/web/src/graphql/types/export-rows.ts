import type { ExportList } from '@tillgate/db';
import { builder } from '../builder.ts';
import { DisbursementFilterRef } from './disbursement.ts';
import { EventFilterRef } from './event.ts';
import { reportLists, reportRows } from './export-report-rows.ts';
import { InquiryFilterRef } from './inquiry.ts';
import { PaymentFilterRef } from './payment-filter.ts';
import { PaymentLinkFilterRef } from './payment-link-filter.ts';
import { present } from './report.ts';

const DeliveryExportRef = builder.inputType('DeliveryExportFilter', {
  description: 'Filters the deliveries to one endpoint. A row must match all given fields.',
  fields: (t) => ({
    endpointId: t.id({ required: true, description: 'The ID of the endpoint.' }),
    status: t.string({ description: 'Only deliveries with this status: due, delivered, exhausted or cancelled.' }),
    type: t.string({ description: 'Only deliveries of this event type, such as payment.success.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Only deliveries created at or after this time.' }),
    createdTo: t.field({ type: 'DateTime', description: 'Only deliveries created before this time.' }),
  }),
});

const LinkPaymentExportRef = builder.inputType('LinkPaymentExportFilter', {
  description: 'Filters the tries and payments on one payment link. A row must match all given fields.',
  fields: (t) => ({
    linkId: t.id({ required: true, description: 'The ID of the payment link.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Only tries and payments made at or after this time.' }),
    createdTo: t.field({ type: 'DateTime', description: 'Only tries and payments made before this time.' }),
  }),
});

const GuardDecisionExportRef = builder.inputType('GuardDecisionExportFilter', {
  description: 'Filters what rules and lists of the guard said. A row must match all given fields.',
  fields: (t) => ({
    kind: t.string({ description: 'Only decisions of this kind of rule, such as prompts_per_phone, or list.' }),
    mode: t.string({ description: 'Only decisions with this effect: watch, hold, refuse or allow.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Only decisions made at or after this time.' }),
    createdTo: t.field({ type: 'DateTime', description: 'Only decisions made before this time.' }),
  }),
});

const BatchRowExportRef = builder.inputType('PayoutBatchRowExportFilter', {
  description: 'Names the batch of payouts whose rows are exported.',
  fields: (t) => ({ batchId: t.id({ required: true, description: 'The ID of the batch.' }) }),
});

export const ExportRowsRef = builder.inputType('ExportRows', {
  description:
    'The list or report to export and its filter. Set exactly one field. `{}` exports all rows of a list. A report needs its period.',
  isOneOf: true,
  fields: (t) => ({
    payments: t.field({ type: PaymentFilterRef, description: 'Payments.' }),
    disbursements: t.field({ type: DisbursementFilterRef, description: 'Payouts and refunds.' }),
    inquiries: t.field({ type: InquiryFilterRef, description: 'Inquiries.' }),
    deliveries: t.field({ type: DeliveryExportRef, description: 'Deliveries to one endpoint.' }),
    events: t.field({ type: EventFilterRef, description: 'Events.' }),
    paymentLinks: t.field({ type: PaymentLinkFilterRef, description: 'Payment links.' }),
    linkPayments: t.field({ type: LinkPaymentExportRef, description: 'Tries and payments on one payment link.' }),
    guardDecisions: t.field({ type: GuardDecisionExportRef, description: 'What rules and lists of the guard said.' }),
    batchRows: t.field({ type: BatchRowExportRef, description: 'Rows of one batch of payouts.' }),
    ...reportRows(t),
  }),
});

/** What exports call a list that the reporting API calls otherwise. */
const lists = {
  paymentLinks: 'links',
  linkPayments: 'link_payments',
  guardDecisions: 'guard_decisions',
  batchRows: 'batch_rows',
  ...reportLists,
} as const satisfies Record<string, ExportList>;
type Asked = Exclude<ExportList, (typeof lists)[keyof typeof lists]> | keyof typeof lists;

export type RowsAsked = { [Name in Asked]?: Record<string, unknown> | null };

/** What exports call a field that the reporting API calls otherwise. */
const names: Record<ExportList, Record<string, string>> = {
  payments: { netStatus: 'net', reasonCode: 'resultCode', reasonCategory: 'category' },
  disbursements: {},
  inquiries: {},
  deliveries: { createdFrom: 'since', createdTo: 'until' },
  events: { createdFrom: 'since', createdTo: 'until' },
  links: {},
  link_payments: {},
  guard_decisions: { createdFrom: 'since', createdTo: 'until' },
  batch_rows: {},
  report_collections: {},
  report_payouts: {},
  report_settlement: {},
  report_balances: {},
};

/** The requested list and its filter, in the form of exports, which check it. */
export function rowsOf(asked: RowsAsked): { list: ExportList; filter: Record<string, unknown> } {
  const [rows] = Object.entries(present(asked)) as [Asked, Record<string, unknown>][];
  // The input type has exactly one.
  if (!rows) throw new Error('no list was asked for');
  const [name, given] = rows;
  const list = name in lists ? lists[name as keyof typeof lists] : (name as ExportList);
  const filter = Object.entries(present(given)).map(([field, value]) => [names[list][field] ?? field, value]);
  return { list, filter: Object.fromEntries(filter) };
}
