import type { ExportLanguage, ExportList } from '@tillgate/db';
import { zoneTime } from '../kernel/zone-time.ts';
import type { ColumnKind } from '../reading/exports/index.ts';
import { reportColumns } from '../reading/reports/index.ts';
import type { PeopleColumn, PeopleLayout } from './formats/people-sheet.ts';
import { no, titleOf, valuesOf, yes } from './words.ts';

type Column = { name: string; kind: ColumnKind };
/** What the sheet for people shows, and by which columns of the rows. */
export type People = { names: readonly string[]; layout: PeopleLayout };

const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => name);

/** The columns of each list as a person reads them: what happened first, ids last. */
const orders: Record<ExportList, readonly string[]> = {
  payments: [
    ...['created_at', 'status', 'exact_amount', 'payer_name', 'phone', 'account_reference', 'receipt', 'reason'],
    ...['settled_at', 'refunded', 'net_amount', 'net_status', 'needs_review', 'source', 'shortcode'],
    ...['result_code', 'result_description', 'rail', 'payment_id', 'application_id'],
  ],
  disbursements: [
    ...['created_at', 'kind', 'status', 'amount', 'payee_name', 'phone', 'receipt', 'reversed_receipt', 'reason'],
    ...['settled_at', 'needs_review', 'result_code', 'result_description', 'rail', 'disbursement_id'],
  ],
  inquiries: ['created_at', 'kind', 'status', 'receipt', 'result_description', 'ended_at', 'rail', 'inquiry_id'],
  deliveries: [
    ...['created_at', 'event_type', 'status', 'attempts', 'last_status_code', 'last_error', 'next_attempt_at'],
    ...['ended_at', 'test', 'event_id', 'delivery_id'],
  ],
  events: [
    ...['created_at', 'event_type', 'delivered', 'due', 'exhausted', 'cancelled', 'test', 'subject_id', 'event_id'],
  ],
  links: [
    ...['created_at', 'title', 'account_reference', 'status', 'amount', 'payments', 'paid_amount', 'kind'],
    ...['expires_at', 'ended_by', 'link_id'],
  ],
  link_payments: [
    ...['created_at', 'state', 'status', 'amount', 'payer_name', 'phone', 'account_reference', 'receipt', 'answers'],
    ...['reason', 'refusal', 'settled_at', 'attempt_id', 'payment_id'],
  ],
  guard_decisions: [
    ...['created_at', 'rule', 'mode', 'amount', 'payment_id', 'disbursement_id', 'rule_id', 'decision_id'],
  ],
  batch_rows: [
    ...['row_number', 'reference', 'given_name', 'payee_name', 'phone', 'amount', 'row_state', 'status', 'paid_amount'],
    ...['receipt', 'reason', 'skipped_because', 'settled_at', 'handed_at', 'result_code', 'disbursement_id', 'row_id'],
  ],
  report_collections: namesOf(reportColumns.collections),
  report_payouts: namesOf(reportColumns.payouts),
  report_settlement: namesOf(reportColumns.settlement),
  // The application is always the same.
  report_balances: [...namesOf(reportColumns.balances).filter((name) => name !== 'application_id'), 'application_id'],
};

/** People see an amount once, to the cent. */
const shownAs: { [List in ExportList]?: Readonly<Record<string, string>> } = {
  payments: { amount: 'exact_amount' },
  report_collections: { exact_gross: 'gross' },
  report_settlement: { exact_collected: 'collected' },
};

/** The columns of a list in the order of people, of those that were asked for. A new column of a list stands last. */
export function peopleOrder(list: ExportList, asked: readonly string[]): string[] {
  const names = [...new Set(asked.map((name) => shownAs[list]?.[name] ?? name))];
  const place = (name: string) => (orders[list].includes(name) ? orders[list].indexOf(name) : orders[list].length);
  return names.sort((a, b) => place(a) - place(b));
}

/** Columns in the words of a language. */
export function peopleOf(
  columns: readonly Column[],
  how: { isPayments: boolean; language: ExportLanguage; timeZone: string; lines?: readonly string[] },
): People {
  const { language, timeZone, lines = [] } = how;
  const columnOf = ({ name, kind }: Column): PeopleColumn => ({
    title: titleOf(name, language),
    kind,
    values: valuesOf(name, how),
    isUuid: name.endsWith('_id'),
  });
  return {
    names: columns.map(({ name }) => name),
    layout: { columns: columns.map(columnOf), zone: zoneTime(timeZone), lines, yes: yes[language], no: no[language] },
  };
}
