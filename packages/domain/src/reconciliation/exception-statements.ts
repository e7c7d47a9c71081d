import { only, type Queryable, query, type Sql, sql } from '@tillgate/db';
import { closeWhere, openReviewsOnce } from '../reviews/index.ts';
import { type OwnedShortcode, ofShortcode } from './line-statements.ts';

const ofTenant = ({ applicationId, environment }: OwnedShortcode): Sql => sql`
  application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"`;

async function count(db: Queryable, name: string, change: Sql, before: Sql): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    name,
    sql`WITH ${before}, changed AS (${change} RETURNING 1) SELECT count(*)::int AS count FROM changed`,
  );
  return only(rows).count;
}

/** Lines without a payment or disbursement. Younger ones may still get one. */
export function openMissingHere(db: Queryable, owned: OwnedShortcode, before: Date, at: Date): Promise<number> {
  const line = sql`line AS (
    SELECT * FROM statement_lines WHERE ${ofShortcode(owned)} AND matched_at IS NULL AND kind IN ('paid_in', 'withdrawn')
      AND completed_at <= ${before}::timestamptz)`;
  const detail = sql`json_build_object('receipt', s.receipt, 'kind', s.kind, 'statementId', s.statement_id)`;
  const reviews = openReviewsOnce(sql`line`, 'statement_line', 'statement_missing_here', detail, at);
  return count(db, 'statement_open_missing_here', reviews, line);
}

/**
 * Reversals that were not requested here, with the reversed payment. A reversal with two legs counts by its leg of money
 * out.
 */
export function openReversed(db: Queryable, owned: OwnedShortcode, before: Date, at: Date): Promise<number> {
  const line = sql`line AS (
    SELECT l.*, p.id AS reversed_id FROM statement_lines l LEFT JOIN LATERAL (
      SELECT m.payment_id AS id FROM statement_lines m
      WHERE m.application_id = l.application_id AND m.environment = l.environment AND m.shortcode = l.shortcode
        AND m.receipt = l.linked_receipt AND m.kind = 'paid_in') p ON true
    WHERE l.id IN (SELECT id FROM statement_lines WHERE ${ofShortcode(owned)} AND matched_at IS NULL AND kind = 'reversal'
      AND completed_at <= ${before}::timestamptz)
      AND (l.withdrawn_cents > 0 OR NOT EXISTS (
        SELECT 1 FROM statement_lines o WHERE o.application_id = l.application_id AND o.environment = l.environment
          AND o.shortcode = l.shortcode AND o.receipt = l.receipt AND o.kind = 'reversal' AND o.withdrawn_cents > 0)))`;
  const detail = sql`json_strip_nulls(json_build_object('receipt', s.receipt, 'linkedReceipt', s.linked_receipt,
    'paymentId', s.reversed_id, 'statementId', s.statement_id))`;
  const reviews = openReviewsOnce(sql`line`, 'statement_line', 'statement_reversed', detail, at);
  return count(db, 'statement_open_reversed', reviews, line);
}

/**
 * Lines whose payment or disbursement has a different amount. Only lines matched at `at`, because older ones were judged
 * before.
 */
export function openAmountDiffered(db: Queryable, owned: OwnedShortcode, at: Date): Promise<number> {
  const line = sql`line AS (
    SELECT l.*, coalesce(p.exact_amount::numeric, p.amount, d.amount) AS recorded,
      -- A receipt may have several lines: their sum is what was moved.
      (SELECT sum(m.paid_in_cents + m.withdrawn_cents) FROM statement_lines m
        WHERE m.application_id = l.application_id AND m.environment = l.environment AND m.shortcode = l.shortcode
          AND m.receipt = l.receipt AND m.kind = l.kind)::numeric / 100 AS reported
    FROM (SELECT * FROM statement_lines WHERE ${ofShortcode(owned)} AND kind <> 'fee' AND matched_at = ${at}::timestamptz) l
    LEFT JOIN payments p ON p.id = l.payment_id LEFT JOIN disbursements d ON d.id = l.disbursement_id),
  differing AS (SELECT * FROM line WHERE recorded <> reported)`;
  const detail = sql`json_build_object('receipt', s.receipt, 'recorded', s.recorded::text,
    'reported', trim_scale(s.reported)::text, 'paymentId', s.payment_id, 'disbursementId', s.disbursement_id)`;
  const reviews = openReviewsOnce(sql`differing`, 'statement_line', 'statement_amount_differed', detail, at);
  return count(db, 'statement_open_amount_differed', reviews, line);
}

/** Near either end of a statement nothing counts as missing, because payments are recorded after they are made. */
const marginSeconds = 600;

/**
 * Successes with a receipt that no statement has, although one covers their time. Statements with unreadable rows do not
 * count. Nor do statements of accounts that never had such money, because a shortcode has several accounts.
 * @param since only statements that were imported since then
 */
export async function openMissingThere(db: Queryable, owned: OwnedShortcode, since: Date, at: Date): Promise<number> {
  let opened = 0;
  for (const [kind, table, matched] of [
    ['payment', sql`payments`, sql`l.payment_id`],
    ['disbursement', sql`disbursements`, sql`l.disbursement_id`],
  ] as const) {
    const missing = sql`missing AS (
      SELECT DISTINCT ON (r.id) r.id, r.application_id, r.environment, r.provider_receipt AS receipt, s.id AS statement_id
      FROM (SELECT * FROM statements WHERE ${ofShortcode(owned)} AND problem_count = 0
        AND imported_at >= ${since}::timestamptz) s
      JOIN ${table} r ON r.application_id = s.application_id AND r.environment = s.environment
        AND r.shortcode = s.shortcode AND r.status = 'success' AND r.provider_receipt IS NOT NULL
        AND r.created_at BETWEEN s.covers_from + make_interval(secs => ${marginSeconds})
          AND s.covers_to - make_interval(secs => ${marginSeconds})
      WHERE (s.account = '' OR EXISTS (
        SELECT 1 FROM statement_lines l WHERE ${ofShortcode(owned)} AND l.account = s.account AND ${matched} IS NOT NULL))
        AND NOT EXISTS (
        SELECT 1 FROM statement_lines l WHERE l.application_id = r.application_id AND l.environment = r.environment
          AND l.shortcode = r.shortcode AND l.receipt = upper(r.provider_receipt) AND l.kind <> 'fee'))`;
    const detail = sql`json_build_object('receipt', s.receipt, 'statementId', s.statement_id)`;
    const reviews = openReviewsOnce(sql`missing`, kind, 'statement_missing_there', detail, at);
    opened += await count(db, `statement_open_missing_${kind}`, reviews, missing);
  }
  return opened;
}

const actor = 'system';

/** Closes exceptions of missing money that has since arrived: here as a payment, there on another statement. */
export async function closeArrived(db: Queryable, owned: OwnedShortcode, at: Date): Promise<number> {
  const here = { by: actor, note: 'It was recorded here after the statement had been imported.', at };
  const there = { by: actor, note: 'A statement that was imported later has it.', at };
  const rows = await query<{ count: number }>(
    db,
    'statement_close_arrived',
    sql`
      WITH here AS (${closeWhere(
        sql`${ofTenant(owned)} AND subject_kind = 'statement_line'
          AND reason IN ('statement_missing_here', 'statement_reversed')
          AND EXISTS (SELECT 1 FROM statement_lines l WHERE l.id = reviews.subject_id AND l.matched_at IS NOT NULL)`,
        here,
      )}),
      there AS (${closeWhere(
        sql`${ofTenant(owned)} AND reason = 'statement_missing_there'
          AND EXISTS (
            SELECT 1 FROM statement_lines l WHERE l.application_id = reviews.application_id
              AND l.environment = reviews.environment AND l.receipt = upper(reviews.detail->>'receipt')
              AND l.kind <> 'fee')`,
        there,
      )})
      SELECT (SELECT count(*) FROM here)::int + (SELECT count(*) FROM there)::int AS count`,
  );
  return only(rows).count;
}
