import { type DisbursementDoor, type DisbursementKind, type DisbursementStatus, type Sql, sql } from '@tillgate/db';
import { wireCode } from '../../catalogue/index.ts';
import { reasonOf } from '../../disbursements/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { Tenant, TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { normaliseMsisdn } from '../../kernel/phone.ts';
import { addressesOf, type RailName } from '../../rails/index.ts';
import type { ActorView } from '../actors.ts';
import { given, type Page, type PageQuery, readPage, rowsWithin, type Span } from '../keyset.ts';
import { maskPhonesIn } from '../masked-text.ts';
import { madeBefore } from '../period.ts';
import {
  type BrowseDisbursementsInput,
  browseDisbursementsSchema,
  noCode,
  type refundSources,
} from './browse-filter.ts';
import { readRequesters } from './requesters.ts';

/** A payout or refund in a list of many. */
type DisbursementListRow = {
  disbursementId: string;
  kind: DisbursementKind;
  status: DisbursementStatus;
  rail: RailName;
  /** Whole KES. */
  amount: number;
  /** Payouts only, masked. */
  phone: string | null;
  /** Payouts only, as the provider reported it. */
  payeeName: string | null;
  /** Refunds only: the receipt that is reversed. */
  transactionId: string | null;
  providerReceipt: string | null;
  /** Only of failures. */
  reason: { code: number | string; title: string } | null;
  requestedBy: ActorView;
  createdAt: string;
  settledAt: string | null;
  needsReview: boolean;
};

export type StoredDisbursement = {
  id: string;
  kind: DisbursementKind;
  status: DisbursementStatus;
  rail: RailName;
  amount: number;
  phone: string | null;
  payeeName: string | null;
  transactionId: string | null;
  providerReceipt: string | null;
  resultCode: string | null;
  resultDesc: string | null;
  settledBy: DisbursementDoor | null;
  createdAt: Date;
  settledAt: Date | null;
  needsReview: boolean;
};

/**
 * A tenant's payouts and refunds for people, newest first, a page at a time in either direction, in bounded time.
 * @throws DomainError invalid_input
 */
export async function browseDisbursements(
  ctx: TenantContext,
  input: BrowseDisbursementsInput,
): Promise<Page<DisbursementListRow>> {
  requirePermission(ctx, 'payouts.read');
  const { limit, before, after, createdFrom, createdTo, ...filter } = parseInput(browseDisbursementsSchema, input);
  const page = await readPage<StoredDisbursement>(ctx.db, disbursementsOf(ctx.tenant, filter), {
    limit,
    before,
    after,
    since: createdFrom,
    until: madeBefore({ createdTo, movedTo: filter.movedTo }),
  });
  const requesterOf = await readRequesters(
    ctx,
    page.rows.map(({ id }) => id),
  );
  return { ...page, rows: page.rows.map((row) => listRow(row, requesterOf(row.id))) };
}

/** The payouts and refunds of a tenant, or of a span of them, that meet a filter. */
export function disbursementsOf(within: Tenant | Span, filter: Filter): PageQuery {
  return {
    rows: rowsWithin(sql`disbursements`, within),
    idType: 'uuid',
    columns: sql`r.id, r.kind, r.status, r.rail, r.amount, r.phone, r.payee_name AS "payeeName",
      r.transaction_id AS "transactionId",
      r.provider_receipt AS "providerReceipt", r.result_code AS "resultCode", r.result_desc AS "resultDesc",
      r.settled_by AS "settledBy", r.created_at AS "createdAt", r.settled_at AS "settledAt",
      r.needs_review AS "needsReview"`,
    conditions: conditionsOf(filter),
    isPrepared: true,
  };
}

type Known = Omit<
  ReturnType<typeof browseDisbursementsSchema.parse>,
  'limit' | 'before' | 'after' | 'createdFrom' | 'createdTo' | 'needsReview'
>;
/** Null means absent. */
type Filter = { [Name in keyof Known]?: Known[Name] | null } & { needsReview?: boolean | null };

function conditionsOf(filter: Filter): (Sql | undefined)[] {
  return [
    given(filter.kind, (kind) => sql`r.kind = ${kind}::"DisbursementKind"`),
    given(filter.status, (status) => sql`r.status = ${status}::"DisbursementStatus"`),
    given(filter.rail, (rail) => sql`r.rail = ${rail}::"Rail"`),
    given(filter.amountMin, (amount) => sql`r.amount >= ${amount}`),
    given(filter.amountMax, (amount) => sql`r.amount <= ${amount}`),
    given(filter.phone, (phone) => sql`r.phone = ${phone}`),
    given(filter.receipt, (receipt) => sql`r.provider_receipt = ${receipt} OR upper(r.transaction_id) = ${receipt}`),
    given(
      filter.requestedBy,
      (userId) => sql`
        EXISTS (
          SELECT 1 FROM audit_entries a
          WHERE a.subject_id = r.id::text AND a.action = 'disbursement.requested' AND a.actor = ${`user:${userId}`})`,
    ),
    given(filter.resultCode, failedWith),
    given(filter.shortcode, (number) => sql`r.shortcode = ANY(${addressesOf(number)}::text[])`),
    given(filter.source, refundedSource),
    given(filter.movedFrom, (from) => sql`r.status = 'success' AND r.settled_at >= ${from}::timestamptz`),
    given(filter.movedTo, (to) => sql`r.status = 'success' AND r.settled_at < ${to}::timestamptz`),
    given(filter.search, searchCondition),
    given(filter.needsReview, (wanted) => sql`r.needs_review = ${wanted}`),
  ];
}

function failedWith(code: string): Sql {
  return sql`r.status = 'failed' AND coalesce(r.result_code, '') = ${code === noCode ? '' : code}`;
}

function refundedSource(source: (typeof refundSources)[number]): Sql {
  if (source === 'none') return sql`r.kind = 'reversal' AND r.payment_id IS NULL`;
  return sql`
    r.kind = 'reversal'
    AND EXISTS (SELECT 1 FROM payments p WHERE p.id = r.payment_id AND p.source = ${source}::"PaymentSource")`;
}

function searchCondition(text: string): Sql {
  const receipt = text.toUpperCase();
  return sql`
    r.provider_receipt = ${receipt} OR upper(r.transaction_id) = ${receipt} OR r.phone = ${normaliseMsisdn(text) ?? text}
    OR position(lower(${text}) IN lower(r.payee_name)) > 0
    OR r.id::text = ${text.toLowerCase()} OR r.conversation_id = ${text} OR r.originator_conversation_id = ${text}`;
}

function listRow(row: StoredDisbursement, requestedBy: ActorView): DisbursementListRow {
  const decoded = row.status === 'failed' ? reasonOf(row) : null;
  const { id, phone, resultCode: _code, resultDesc: _desc, settledBy: _door, createdAt, settledAt, ...rest } = row;
  return {
    disbursementId: id,
    ...rest,
    payeeName: row.payeeName && maskPhonesIn(row.payeeName),
    phone: phone && `0${phone.slice(3, 6)}…${phone.slice(-3)}`,
    reason: decoded && { code: wireCode(String(decoded.code)), title: decoded.title },
    requestedBy,
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}
