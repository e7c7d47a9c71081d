import type { DisbursementDoor, DisbursementKind, DisbursementStatus } from '@tillgate/db';
import { wireCode } from '../../catalogue/index.ts';
import type { TenantContext } from '../../context.ts';
import { reasonOf } from '../../disbursements/index.ts';
import { parseInput } from '../../input.ts';
import { normaliseMsisdn } from '../../msisdn.ts';
import { type Page, readPage } from '../keyset.ts';
import { type BrowseDisbursementsInput, browseDisbursementsSchema } from './browse-filter.ts';
import { type Mover, readRequesters } from './mover.ts';

/** A payout or refund in a list of many. */
export type DisbursementListRow = {
  disbursementId: string;
  kind: DisbursementKind;
  status: DisbursementStatus;
  /** Whole KES. */
  amount: number;
  /** Payouts only, masked. */
  phone: string | null;
  /** Refunds only: the receipt that is reversed. */
  transactionId: string | null;
  providerReceipt: string | null;
  /** Of failures. */
  reason: { code: number | string; title: string } | null;
  requestedBy: Mover;
  createdAt: string;
  settledAt: string | null;
  needsReview: boolean;
};

type Stored = {
  id: string;
  kind: DisbursementKind;
  status: DisbursementStatus;
  amount: number;
  phone: string | null;
  transactionId: string | null;
  providerReceipt: string | null;
  resultCode: string | null;
  resultDesc: string | null;
  settledBy: DisbursementDoor | null;
  createdAt: Date;
  settledAt: Date | null;
  needsReview: boolean;
};

const fits = `
  ($1::"DisbursementKind" IS NULL OR r.kind = $1)
  AND ($2::"DisbursementStatus" IS NULL OR r.status = $2)
  AND ($3::int IS NULL OR r.amount >= $3) AND ($4::int IS NULL OR r.amount <= $4)
  AND ($5::text IS NULL OR r.phone = $5)
  AND ($6::text IS NULL OR r.provider_receipt = $6 OR upper(r.transaction_id) = $6)
  AND ($7::text IS NULL OR EXISTS (
    SELECT 1 FROM audit_entries a
    WHERE a.subject_id = r.id::text AND a.action = 'disbursement.requested' AND a.actor = $7))
  AND ($8::text IS NULL OR r.provider_receipt = upper($8) OR upper(r.transaction_id) = upper($8) OR r.phone = $9
    OR r.id::text = lower($8) OR r.conversation_id = $8 OR r.originator_conversation_id = $8)
  AND ($10::boolean IS NULL OR r.needs_review = $10)`;

/**
 * A tenant's payouts and refunds for people, newest first, a page at a time in either direction, in bounded time.
 * @throws DomainError invalid_input
 */
export async function browseDisbursements(
  ctx: TenantContext,
  input: BrowseDisbursementsInput,
): Promise<Page<DisbursementListRow>> {
  const { limit, before, after, createdFrom, createdTo, ...given } = parseInput(browseDisbursementsSchema, input);
  const { kind, status, amountMin, amountMax, phone, receipt, requestedBy, search, needsReview } = given;
  const values = [
    kind,
    status,
    amountMin,
    amountMax,
    phone,
    receipt,
    requestedBy && `user:${requestedBy}`,
    search,
    search && (normaliseMsisdn(search) ?? search),
    needsReview,
  ].map((value) => value ?? null);
  const page = await readPage<Stored>(
    ctx.db,
    {
      name: 'disbursements_browse',
      scanned: {
        from: 'disbursements',
        where: 'application_id = $1 AND environment = $2::"Environment"',
        values: [ctx.tenant.applicationId, ctx.tenant.environment],
        idType: 'uuid',
      },
      columns: `r.id, r.kind, r.status, r.amount, r.phone, r.transaction_id AS "transactionId",
        r.provider_receipt AS "providerReceipt", r.result_code AS "resultCode", r.result_desc AS "resultDesc",
        r.settled_by AS "settledBy", r.created_at AS "createdAt", r.settled_at AS "settledAt",
        r.needs_review AS "needsReview"`,
      filter: { where: fits, values },
      isUnfiltered: values.every((value) => value === null),
    },
    { limit, before, after, since: createdFrom, until: createdTo },
  );
  const requesterOf = await readRequesters(
    ctx,
    page.rows.map(({ id }) => id),
  );
  return { ...page, rows: page.rows.map((row) => listRow(row, requesterOf(row.id))) };
}

function listRow(row: Stored, requestedBy: Mover): DisbursementListRow {
  const decoded = row.status === 'failed' ? reasonOf(row) : null;
  const { id, phone, resultCode: _code, resultDesc: _desc, settledBy: _door, createdAt, settledAt, ...rest } = row;
  return {
    disbursementId: id,
    ...rest,
    phone: phone && `0${phone.slice(3, 6)}…${phone.slice(-3)}`,
    reason: decoded && { code: wireCode(String(decoded.code)), title: decoded.title },
    requestedBy,
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}
