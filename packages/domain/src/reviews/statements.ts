import {
  type Environment,
  execute,
  type Queryable,
  type ReviewReason,
  type ReviewSubject,
  raw,
  type Sql,
  sql,
} from '@tillgate/db';

// Every statement that writes `reviews.status` is in this file. A trigger keeps `needs_review` of
// payments and disbursements.

/** Why a person has to look at something. `detail` holds the facts that the reason's sentence names. */
export type NewReview = { reason: ReviewReason; detail: object };

/**
 * Opens reviews of each row of `from`, a CTE with `id`, `application_id` and `environment`. A review
 * that is open for the same reason stays as it is.
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
  callback: { id: string; applicationId: string; environment: Environment },
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

/** Closes the open reviews of a subject. Returns how many. */
export function closeReviewsOf(
  db: Queryable,
  subject: { kind: ReviewSubject; id: string },
  closed: { by: string; note: string; at: Date },
): Promise<number> {
  return execute(
    db,
    'reviews_close_of',
    sql`
      UPDATE reviews SET status = 'closed', closed_at = ${closed.at}, closed_by = ${closed.by}, closing_note = ${closed.note}
      WHERE subject_kind = ${subject.kind}::"ReviewSubject" AND subject_id = ${subject.id}::uuid AND status = 'open'`,
  );
}
