import { join, query, raw, type Sql, sql } from '@tillgate/db';
import type { TenantContext } from '../../kernel/context.ts';
import { given, ofTenant } from '../keyset.ts';
import { shortPhone } from '../payments/payment-row.ts';
import type { Finder, Hit } from './search-anything.ts';

const perLookupMax = 5;
/** Sorts after every text that has the same prefix. */
const lastCharacter = '\u{10ffff}';
/** No name: the lookups depend on the text. */
const planned = '';
const newestFirst = sql`created_at DESC`;

type Lookup = { where: Sql; order: Sql };
const newest = (where: Sql): Lookup => ({ where, order: newestFirst });

/** The first rows of each lookup by its index, the best lookup first, in one statement. */
async function ask<Row extends { nth: number }>(
  { db, tenant }: TenantContext,
  { table, columns }: { table: Sql; columns: Sql },
  lookups: (Lookup | undefined)[],
): Promise<Row[]> {
  const asked = lookups.filter((lookup) => lookup !== undefined);
  if (asked.length === 0) return [];
  const parts = asked.map(
    ({ where, order }, nth) => sql`(
      SELECT ${columns}, created_at AS "createdAt", ${raw(String(nth))} AS nth FROM ${table}
      WHERE ${ofTenant(tenant)} AND ${where} ORDER BY ${order} LIMIT ${raw(String(perLookupMax))})`,
  );
  const rows = await query<Row>(db.pool, planned, join(parts, ' UNION ALL '));
  return rows.sort((a, b) => a.nth - b.nth);
}

type PaymentRow = {
  nth: number;
  id: string;
  status: string;
  amount: number;
  phone: string | null;
  payerName: string | null;
  accountRef: string;
  providerReceipt: string | null;
  createdAt: Date;
};

const payments = {
  table: sql`payments`,
  columns: sql`id, status, exact_kes(amount, exact_amount)::float8 AS amount, phone, payer_name AS "payerName",
    account_ref AS "accountRef", provider_receipt AS "providerReceipt"`,
};

/** Payments by id, receipt, an id of the provider's, phone, and beginnings of references, receipts and names, the best match first. */
export const findPayments: Finder = async (ctx, { id, receipt, receiptStart, token, phone, reference, name }) => {
  const found = await ask<PaymentRow>(ctx, payments, [
    given(id, (value) => newest(sql`id = ${value}::uuid`)),
    given(receipt, (value) => newest(sql`provider_receipt = ${value}`)),
    given(token, (value) => newest(sql`checkout_request_id = ${value}`)),
    given(token, (value) => newest(sql`merchant_request_id = ${value}`)),
    given(phone, (value) => newest(sql`phone = ${value}`)),
    given(reference, (value) => newest(sql`lower(account_ref) = lower(${value})`)),
    given(reference, (value) => withPrefix(sql`lower(account_ref)`, value.toLowerCase())),
    given(receiptStart, (value) => withPrefix(sql`provider_receipt`, value)),
    given(name, (value) => withPrefix(sql`lower(payer_name)`, value.toLowerCase())),
  ]);
  return found.map(
    (row): Hit => ({
      kind: 'payment',
      id: row.id,
      title: row.providerReceipt ?? row.accountRef,
      detail: [row.payerName, shortPhone(row.phone), row.providerReceipt && row.accountRef].filter(Boolean).join(' · '),
      status: row.status,
      amount: row.amount,
      at: row.createdAt.toISOString(),
    }),
  );
};

/** Reads in the order of an index on `column`, so it stops after a few rows however many have the prefix. */
function withPrefix(column: Sql, prefix: string): Lookup {
  const where = sql`${column} > ${prefix} AND ${column} < ${prefix + lastCharacter} AND starts_with(${column}, ${prefix})`;
  return { where, order: sql`${column}, created_at DESC` };
}

type DisbursementRow = {
  nth: number;
  id: string;
  kind: string;
  status: string;
  amount: number;
  phone: string | null;
  payeeName: string | null;
  transactionId: string | null;
  providerReceipt: string | null;
  remarks: string;
  createdAt: Date;
};

const disbursements = {
  table: sql`disbursements`,
  columns: sql`
    id, kind, status, amount, phone, payee_name AS "payeeName", transaction_id AS "transactionId", provider_receipt AS "providerReceipt", remarks`,
};

/** Payouts and reversals by id, either receipt, an id of the provider's, phone, and the beginning of a name. */
export const findDisbursements: Finder = async (ctx, { id, receipt, receiptStart, token, phone, name }) => {
  const found = await ask<DisbursementRow>(ctx, disbursements, [
    given(id, (value) => newest(sql`id = ${value}::uuid`)),
    given(receipt, (value) => newest(sql`provider_receipt = ${value}`)),
    given(receipt, (value) => newest(sql`transaction_id = ${value}`)),
    given(receiptStart, (value) => withPrefix(sql`provider_receipt`, value)),
    given(token, (value) => newest(sql`conversation_id = ${value}`)),
    given(token, (value) => newest(sql`originator_conversation_id = ${value}`)),
    given(phone, (value) => newest(sql`phone = ${value}`)),
    given(name, (value) => withPrefix(sql`lower(payee_name)`, value.toLowerCase())),
  ]);
  return found.map(
    (row): Hit => ({
      kind: 'disbursement',
      id: row.id,
      title: row.providerReceipt ?? row.transactionId ?? row.remarks,
      detail: [row.kind, row.payeeName, shortPhone(row.phone)].filter(Boolean).join(' · '),
      status: row.status,
      amount: row.amount,
      at: row.createdAt.toISOString(),
    }),
  );
};

type InquiryRow = {
  nth: number;
  id: string;
  kind: string;
  status: string;
  transactionId: string | null;
  createdAt: Date;
};

const inquiries = { table: sql`inquiries`, columns: sql`id, kind, status, transaction_id AS "transactionId"` };
/** Without inquiries of sweeps. */
const ofPeople = sql`disbursement_id IS NULL AND callback_id IS NULL`;

/** Inquiries by id and by the provider's ids, without those of sweeps. */
export const findInquiries: Finder = async (ctx, { id, token }) => {
  const found = await ask<InquiryRow>(ctx, inquiries, [
    given(id, (value) => newest(sql`${ofPeople} AND id = ${value}::uuid`)),
    given(token, (value) => newest(sql`${ofPeople} AND conversation_id = ${value}`)),
    given(token, (value) => newest(sql`${ofPeople} AND originator_conversation_id = ${value}`)),
  ]);
  return found.map(
    (row): Hit => ({
      kind: 'inquiry',
      id: row.id,
      title: row.transactionId ?? row.kind,
      detail: row.kind,
      status: row.status,
      amount: null,
      at: row.createdAt.toISOString(),
    }),
  );
};
