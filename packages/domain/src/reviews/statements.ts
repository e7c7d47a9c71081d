import {
  execute,
  only,
  type Queryable,
  query,
  type ReviewReason,
  type ReviewSubject,
  raw,
  type Sql,
  sql,
} from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import type { Tenant } from '../kernel/context.ts';

// Every statement that writes `reviews.status` is in this file. A trigger keeps `needs_review` of
// payments and disbursements.

/** Why a person has to look at something. `detail` holds the facts that the reason's sentence names. */
export type NewReview = { reason: ReviewReason; detail: object };

/**
 * Opens reviews of each row of `from`, a CTE with `id`, `application_id` and `environment`. An open review for the same
 * reason does not change.
 */
export function openReviews(from: Sql, kind: ReviewSubject, reviews: NewReview[], at: Date): Sql {
  const reasons = reviews.map(({ reason }) => reason);
  const details = reviews.map(({ detail }) => JSON.stringify(detail));
  return sql`
    INSERT INTO reviews
      (id, application_id, environment, subject_kind, subject_id, reason, detail, status, opened_at)
    SELECT gen_random_uuid(), s.application_id, s.environment, ${kind}::"ReviewSubject", s.id,
      r.reason::"ReviewReason", r.detail::json, 'open', ${at}::timestamptz
    FROM ${from} s, unnest(${reasons}::text[], ${details}::text[]) AS r(reason, detail)
    ON CONFLICT (subject_kind, subject_id, reason) WHERE status = 'open' DO NOTHING`;
}

/**
 * Opens a review of each row of `from` (see {@link openReviews}), with facts of the row: `detail` is a
 * JSON expression over `s`. A row that ever had a review for this reason gets none, so that a person
 * closes it once.
 * @param newsAt when the row last had something new, as an expression over `s`: a review that was closed before then does
 *   not count
 */
export function openReviewsOnce(
  from: Sql,
  kind: ReviewSubject,
  reason: ReviewReason,
  detail: Sql,
  at: Date,
  newsAt?: Sql,
): Sql {
  return sql`
    INSERT INTO reviews
      (id, application_id, environment, subject_kind, subject_id, reason, detail, status, opened_at)
    SELECT gen_random_uuid(), s.application_id, s.environment, ${kind}::"ReviewSubject", s.id,
      ${reason}::"ReviewReason", ${detail}, 'open', ${at}::timestamptz
    FROM ${from} s
    WHERE NOT EXISTS (
      SELECT 1 FROM reviews r WHERE r.subject_kind = ${kind}::"ReviewSubject" AND r.subject_id = s.id
        AND r.reason = ${reason}::"ReviewReason" AND ${newsAt ? sql`(r.closed_at IS NULL OR r.closed_at >= ${newsAt})` : sql`true`})
    ON CONFLICT (subject_kind, subject_id, reason) WHERE status = 'open' DO NOTHING`;
}

/** The table of each kind of subject that belongs to one tenant. */
const tables = { payment: raw('payments'), disbursement: raw('disbursements'), inquiry: raw('inquiries') };

/** Opens a review of a payment, disbursement or inquiry. */
export async function openReviewOf(
  db: Queryable,
  subject: { kind: keyof typeof tables; id: string },
  review: NewReview,
  at: Date,
): Promise<void> {
  await execute(
    db,
    `review_open_${subject.kind}`,
    sql`
      WITH subject AS (
        SELECT id, application_id, environment FROM ${tables[subject.kind]} WHERE id = ${subject.id}::uuid)
      ${openReviews(sql`subject`, subject.kind, [review], at)}`,
  );
}

/** Opens a review of a callback, for the tenant whose hook it came to. */
export async function openReviewOfCallback(
  db: Queryable,
  callback: Tenant & { id: string },
  review: NewReview,
  at: Date,
): Promise<void> {
  const { id, applicationId, environment } = callback;
  await execute(
    db,
    'review_open_callback',
    sql`
      WITH subject AS (
        SELECT ${id}::uuid AS id, ${applicationId}::uuid AS application_id, ${environment}::"Environment" AS environment)
      ${openReviews(sql`subject`, 'callback', [review], at)}`,
  );
}

/** Opens a review of each address that callbacks of production were refused from since `from`. */
export async function openReviewsOfRefused(db: Queryable, { from, at }: { from: Date; at: Date }): Promise<void> {
  const refused = sql`(SELECT * FROM refused_callbacks WHERE last_at > ${from}::timestamptz)`;
  const detail = sql`json_build_object('address', s.address)`;
  await execute(
    db,
    'reviews_open_of_refused',
    openReviewsOnce(refused, 'refused_callbacks', 'callbacks_refused', detail, at, sql`s.last_at`),
  );
}

/** Who closes a review, and why. */
export type Closing = { by: string; note: string; at: Date };

/** open → closed for the rows that meet a condition. Returns `id` and `application_id`. */
export function closeWhere(condition: Sql, { by, note, at }: Closing): Sql {
  return sql`
    UPDATE reviews SET status = 'closed', closed_at = ${at}::timestamptz, closed_by = ${by}, closing_note = ${note}
    WHERE status = 'open' AND ${condition} RETURNING id, application_id`;
}

/**
 * Closes all open reviews of a subject, in the transaction that resolves them.
 * @param reasons only those with these reasons; all without it
 * @returns how many
 */
export async function closeReviewsOf(
  db: Queryable,
  subject: { kind: ReviewSubject; id: string },
  closing: Closing,
  reasons: ReviewReason[] | null = null,
): Promise<number> {
  const ofSubject = sql`
    subject_kind = ${subject.kind}::"ReviewSubject" AND subject_id = ${subject.id}::uuid
      AND (${reasons}::text[] IS NULL OR reason::text = ANY (${reasons}::text[]))`;
  return execute(db, 'reviews_close_of_subject', closeWhere(ofSubject, closing));
}

/**
 * Closes one review, or with `all` every open review of its subject, with one audit entry.
 * @returns how many were open
 */
export async function closeReview(
  db: Queryable,
  review: { id: string; all: boolean },
  closing: Closing,
  audit: Audit,
): Promise<number> {
  const which = sql`
    (id = ${review.id}::uuid OR (${review.all}::boolean AND (subject_kind, subject_id) = (
      SELECT r.subject_kind, r.subject_id FROM reviews r WHERE r.id = ${review.id}::uuid)))`;
  const detail = sql`${JSON.stringify(audit.detail)}::jsonb || jsonb_build_object('closed', (SELECT count(*) FROM closed))`;
  const rows = await query<{ closed: number }>(
    db,
    'review_close',
    sql`
      WITH closed AS (${closeWhere(which, closing)}),
      asked AS (SELECT ${review.id}::uuid AS id, application_id FROM closed LIMIT 1),
      audited AS (${insertAudit(sql`asked`, audit, closing.at, detail)})
      SELECT count(*)::int AS closed FROM closed`,
  );
  return only(rows).closed;
}
