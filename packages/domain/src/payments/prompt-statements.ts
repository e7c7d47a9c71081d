import { execute, type Queryable, query, sql } from '@tillgate/db';
import { type ClaimOutcome, completeClaims } from '../idempotency/index.ts';
import { openReviews } from '../reviews/index.ts';
import { type PaymentRow, paymentColumns } from './read-statements.ts';

/** A prompt that the provider accepted, and the outcome of its claim. */
export type Prompted = {
  id: string;
  merchantRequestId: string | null;
  checkoutRequestId: string;
  promptedAt: Date;
  claim: ClaimOutcome | undefined;
};

/**
 * Transaction 2 of prompts that the provider accepted: their ids, and the outcomes of their claims. The status is not
 * touched.
 */
export async function recordPrompted(db: Queryable, prompted: readonly Prompted[]): Promise<void> {
  const list = prompted.map(({ claim, ...rest }) => ({ ...rest, claimId: claim?.id, outcome: claim?.outcome }));
  const claimIds = prompted.flatMap(({ claim }) => claim?.id ?? []);
  await execute(
    db,
    'payments_prompted',
    sql`
      WITH fact AS MATERIALIZED (
        SELECT id, "merchantRequestId" AS merchant_request_id, "checkoutRequestId" AS checkout_request_id,
          "promptedAt" AS at, "claimId" AS claim_id, outcome
        FROM json_to_recordset(${JSON.stringify(list)}::json) AS f("id" uuid, "merchantRequestId" text,
          "checkoutRequestId" text, "promptedAt" timestamptz, "claimId" uuid, "outcome" json)),
      prompted AS (
        UPDATE payments p SET merchant_request_id = f.merchant_request_id, checkout_request_id = f.checkout_request_id,
          prompted_at = f.at
        FROM fact f WHERE p.id = ANY(${prompted.map(({ id }) => id)}::uuid[]) AND p.id = f.id)
      ${completeClaims(sql`fact`, claimIds)}`,
  );
}

/**
 * Takes the right to query a pending payment now. Returns undefined when the payment is settled, its prompt has no id, or
 * it was queried after `notSince`.
 */
export async function claimQuery(
  db: Queryable,
  id: string,
  now: Date,
  notSince: Date,
): Promise<PaymentRow | undefined> {
  const [row] = await query<PaymentRow>(
    db,
    'payment_claim_query',
    sql`
      UPDATE payments SET last_queried_at = ${now}
      WHERE id = ${id} AND status = 'pending' AND checkout_request_id IS NOT NULL
        AND (last_queried_at IS NULL OR last_queried_at <= ${notSince})
      RETURNING ${paymentColumns}`,
  );
  return row;
}

type DuePayment = {
  id: string;
  applicationId: string;
  needsReview: boolean;
  /** No final report came in time: the payment ends now. */
  isOver: boolean;
};

/**
 * Pending payments whose next query is due, moved to the next rung of the ladder (seconds after creation). After the last
 * rung, or when no acknowledgement came within `unacknowledgedSeconds`, they need review. They are due once more at
 * `expirySeconds`, when they expire.
 */
export function claimDueQueries(
  db: Queryable,
  by: {
    now: Date;
    ladderSeconds: number[];
    unacknowledgedSeconds: number;
    expirySeconds: number;
    limit: number;
    /** Most rows of one application and environment, among the `scanMax` that are due longest. */
    perTenantMax: number;
    scanMax: number;
  },
): Promise<DuePayment[]> {
  const graceSeconds = by.expirySeconds - (by.ladderSeconds.at(-1) ?? 0);
  const endsAt = sql`p.created_at + make_interval(secs => ${by.expirySeconds}::int)`;
  // An expired payment becomes due again if ending it fails.
  const again = sql`${by.now}::timestamptz + make_interval(secs => ${graceSeconds}::int)`;
  return query(
    db,
    'payments_claim_due_queries',
    sql`
      WITH oldest AS (
        SELECT id, next_query_at, application_id, environment FROM payments
        WHERE status = 'pending' AND next_query_at <= ${by.now} ORDER BY next_query_at LIMIT ${by.scanMax}),
      fair AS (
        SELECT id, next_query_at FROM (
          SELECT id, next_query_at,
            row_number() OVER (PARTITION BY application_id, environment ORDER BY next_query_at) AS place
          FROM oldest) placed
        WHERE place <= ${by.perTenantMax} ORDER BY next_query_at LIMIT ${by.limit}),
      due AS (
        SELECT p.id, p.next_query_at >= ${endsAt} AS is_over, greatest(${endsAt}, ${again}) AS end_at, (
          SELECT min(p.created_at + make_interval(secs => rung)) FROM unnest(${by.ladderSeconds}::int[]) rung
          WHERE p.created_at + make_interval(secs => rung) > ${by.now}
            AND (p.checkout_request_id IS NOT NULL OR rung <= ${by.unacknowledgedSeconds})) AS next_rung
        FROM payments p JOIN fair ON fair.id = p.id
        WHERE p.status = 'pending' AND p.next_query_at <= ${by.now} FOR UPDATE OF p SKIP LOCKED),
      taken AS (
        UPDATE payments p SET next_query_at = coalesce(due.next_rung, due.end_at)
        FROM due WHERE p.id = due.id AND p.status = 'pending'
        RETURNING p.id, p.application_id, p.environment, due.is_over,
          due.next_rung IS NULL AND NOT due.is_over AS needs_review),
      unanswered AS (SELECT * FROM taken WHERE needs_review),
      reviewed AS (${openReviews(sql`unanswered`, 'payment', [{ reason: 'outcome_unknown', detail: {} }], by.now)})
      SELECT id, application_id AS "applicationId", needs_review AS "needsReview", is_over AS "isOver" FROM taken`,
  );
}

/**
 * Makes a sweep query a pending payment at a time, or earlier when the ladder says so. Skips payments older than
 * `expirySeconds`: a sweep would end them instead.
 */
export async function postponeQuery(
  db: Queryable,
  { id, until, expirySeconds }: { id: string; until: Date; expirySeconds: number },
): Promise<void> {
  await execute(
    db,
    'payment_postpone_query',
    sql`
      UPDATE payments SET next_query_at = least(next_query_at, ${until}::timestamptz)
      WHERE id = ${id} AND status = 'pending'
        AND ${until}::timestamptz < created_at + make_interval(secs => ${expirySeconds}::int)`,
  );
}

/** Notes when the network first said that it does not know an unacknowledged prompt. */
export async function noteNotFound(db: Queryable, id: string, at: Date): Promise<void> {
  await execute(
    db,
    'payment_note_not_found',
    sql`
      UPDATE payments SET not_found_at = ${at}
      WHERE id = ${id} AND status = 'pending' AND prompted_at IS NULL AND not_found_at IS NULL`,
  );
}

/** The network knows the prompt after all. */
export async function forgetNotFound(db: Queryable, id: string): Promise<void> {
  await execute(db, 'payment_forget_not_found', sql`UPDATE payments SET not_found_at = NULL WHERE id = ${id}`);
}
