import { type ReviewReason, type ReviewStatus, type ReviewSubject, raw, type Sql, sql } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { normaliseMsisdn } from '../../kernel/phone.ts';
import { type ReasonWords, reasonInWords } from '../../reviews/index.ts';
import { type ActorView, describeActors, withoutEmail } from '../actors.ts';
import { given, ofTenant, type Page, readPage, rowsOf } from '../keyset.ts';
import { shortPhone } from '../payments/payment-row.ts';
import { joinSubjects, subjectMoney } from '../review-subjects.ts';
import { type BrowseReviewsInput, browseReviewsSchema } from './schemas.ts';

/** A review in a list of many. */
export type ReviewListRow = {
  reviewId: string;
  subjectKind: ReviewSubject;
  subjectId: string;
  reason: ReviewReason;
  words: ReasonWords;
  status: ReviewStatus;
  openedAt: string;
  closedAt: string | null;
  assignedTo: ActorView | null;
  /** KES, with cents where it has any; null where it is not known. */
  amount: number | null;
  /** Masked. */
  phone: string | null;
  receipt: string | null;
  /** Status of the payment, disbursement or inquiry; null for a callback. */
  subjectStatus: string | null;
};

type Stored = Omit<ReviewListRow, 'reviewId' | 'words' | 'openedAt' | 'closedAt' | 'assignedTo'> & {
  id: string;
  detail: unknown;
  createdAt: Date;
  closedAt: Date | null;
  assignedTo: string | null;
};

const columns: Sql = sql`
  r.id, r.subject_kind AS "subjectKind", r.subject_id AS "subjectId", r.reason, r.detail, r.status,
  r.created_at AS "createdAt", r.closed_at AS "closedAt", r.assigned_to AS "assignedTo",
  ${subjectMoney}, coalesce(p.phone, d.phone, h.phone) AS phone,
  coalesce(p.status::text, d.status::text, i.status::text) AS "subjectStatus"`;

/**
 * Reviews, the newest first, a page at a time in either direction, in bounded time.
 * @throws DomainError invalid_input
 */
export async function browseReviews(ctx: TenantContext, input: BrowseReviewsInput): Promise<Page<ReviewListRow>> {
  requirePermission(ctx, 'reviews.read');
  const { state, limit, before, after, ...filter } = parseInput(browseReviewsSchema, input);
  // Each state has its own index. The state is not a parameter, so that the planner can choose the index.
  const status = raw(state === 'open' ? `'open'` : `'closed'`);
  const page = await readPage<Stored>(
    ctx.db,
    {
      rows: rowsOf(
        sql`(SELECT *, opened_at AS created_at FROM reviews) review`,
        sql`${ofTenant(ctx.tenant)} AND status = ${status}`,
      ),
      idType: 'uuid',
      columns,
      joins: joinSubjects,
      conditions: [
        given(filter.reason, (reason) => sql`r.reason = ${reason}::"ReviewReason"`),
        given(filter.subjectKind, (kind) => sql`r.subject_kind = ${kind}::"ReviewSubject"`),
        given(filter.isOffline, () => ofOfflinePayment),
        given(filter.assignedTo, (to) =>
          to === 'nobody' ? sql`r.assigned_to IS NULL` : sql`r.assigned_to = ${to}::uuid`,
        ),
        given(filter.search, searchCondition),
      ],
    },
    { limit, before, after },
  );
  const describe = await describeActors(
    ctx.db.prisma,
    ctx.tenant.applicationId,
    page.rows.map(({ assignedTo }) => assignedTo && `user:${assignedTo}`),
  );
  return {
    ...page,
    rows: page.rows.map((row) =>
      listRow(row, row.assignedTo ? withoutEmail(describe(`user:${row.assignedTo}`)) : null),
    ),
  };
}

const ofOfflinePayment: Sql = sql`
  p.source = 'c2b' OR (r.subject_kind = 'callback' AND EXISTS (
    SELECT 1 FROM provider_callbacks c WHERE c.id = r.subject_id AND c.kind IN ('c2b_confirmation', 'c2b_validation')))`;

function searchCondition(text: string): Sql {
  const receipt = text.toUpperCase();
  const phone = normaliseMsisdn(text) ?? text;
  const id = text.toLowerCase();
  return sql`
    ${receipt} IN (upper(p.provider_receipt), upper(d.provider_receipt), upper(d.transaction_id), upper(i.transaction_id),
      upper(h.receipt), l.receipt, upper(r.detail->>'receipt'))
    OR ${phone} IN (p.phone, d.phone, h.phone, h.payer_phone) OR ${id} IN (r.id::text, r.subject_id::text)
    OR upper(${text}) IN (upper(p.account_ref), upper(h.reference))
    OR ${text} IN (p.checkout_request_id, d.conversation_id, d.originator_conversation_id)`;
}

function listRow(row: Stored, assignedTo: ActorView | null): ReviewListRow {
  const { id, detail, createdAt, closedAt, ...rest } = row;
  return {
    reviewId: id,
    ...rest,
    words: reasonInWords({ ...rest, detail }),
    phone: shortPhone(row.phone),
    openedAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    assignedTo,
  };
}
