import { execute, type Queryable, query, type Sql, sql } from '@tillgate/db';
import { type OwnedShortcode, ofShortcode } from './line-statements.ts';

/** How far the provider's clock may be behind ours. */
const clockSkewSeconds = 60;

const unmatched = (owned: OwnedShortcode): Sql => sql`
  SELECT * FROM statement_lines WHERE ${ofShortcode(owned)} AND matched_at IS NULL`;

/** All applications of the organization, because they may share a shortcode. */
const siblings = ({ applicationId }: OwnedShortcode): Sql => sql`
  SELECT a.id FROM applications a
  WHERE a.organization_id = (SELECT o.organization_id FROM applications o WHERE o.id = ${applicationId}::uuid)`;

/** Lines of money in with the receipt of a success. A payment of the same shortcode comes first. */
export function matchPaidInByReceipt(db: Queryable, owned: OwnedShortcode, at: Date): Promise<number> {
  return execute(
    db,
    'statement_match_paid_in',
    sql`
      WITH line AS (${unmatched(owned)} AND kind = 'paid_in'),
      found AS (
        SELECT DISTINCT ON (line.id) line.id, p.id AS payment_id
        FROM line JOIN payments p ON p.application_id IN (${siblings(owned)}) AND p.environment = line.environment
          AND p.provider_receipt = line.receipt AND p.status = 'success'
        ORDER BY line.id, (p.shortcode = line.shortcode) DESC, p.created_at)
      UPDATE statement_lines l SET payment_id = found.payment_id, matched_by = 'receipt', matched_at = ${at}::timestamptz
      FROM found WHERE l.id = found.id AND l.matched_at IS NULL`,
  );
}

/** Lines of money out with the receipt of a payout, or of a reversal or what it reverses. */
export function matchMoneyOutByReceipt(db: Queryable, owned: OwnedShortcode, at: Date): Promise<number> {
  return execute(
    db,
    'statement_match_money_out',
    sql`
      WITH line AS (${unmatched(owned)} AND kind IN ('withdrawn', 'reversal') AND withdrawn_cents > 0),
      candidate AS (
        SELECT line.id, d.id AS disbursement_id, 1 AS rank, d.created_at
        FROM line JOIN disbursements d ON d.application_id IN (${siblings(owned)}) AND d.environment = line.environment
          AND d.provider_receipt = line.receipt AND d.status = 'success'
          AND (d.kind = 'reversal') = (line.kind = 'reversal')
        UNION ALL
        SELECT line.id, d.id, 2, d.created_at
        FROM line JOIN disbursements d ON d.application_id IN (${siblings(owned)}) AND d.environment = line.environment
          AND d.transaction_id = line.linked_receipt AND d.kind = 'reversal' AND d.status <> 'failed'
          AND line.kind = 'reversal' AND coalesce(d.provider_receipt, line.receipt) = line.receipt),
      found AS (SELECT DISTINCT ON (id) id, disbursement_id FROM candidate ORDER BY id, rank, created_at)
      UPDATE statement_lines l
      SET disbursement_id = found.disbursement_id, matched_by = 'receipt', matched_at = ${at}::timestamptz
      FROM found WHERE l.id = found.id AND l.matched_at IS NULL`,
  );
}

/**
 * Lines of money in with exactly one possible success without a receipt, for which the line is also the only possibility:
 * the same shortcode and amount, made at most `windowSeconds` before the line, and the same phone number or reference. A
 * contradicting value excludes a pair. A pending prompt that also fits prevents the match.
 */
export function matchPaidInByEvidence(
  db: Queryable,
  owned: OwnedShortcode,
  at: Date,
  windowSeconds: number,
): Promise<number> {
  const fullPhone = (text: Sql) => sql`substring(${text}, '(?:^|[^0-9])(254[17][0-9]{8})(?![0-9])')`;
  return execute(
    db,
    'statement_match_by_evidence',
    sql`
      WITH line AS (
        SELECT u.*, coalesce(${fullPhone(sql`u.other_party`)}, ${fullPhone(sql`u.details`)}) AS payer
        FROM (${unmatched(owned)} AND kind = 'paid_in') u),
      candidate AS (
        SELECT line.id, p.id AS payment_id, p.status,
          count(*) OVER (PARTITION BY line.id) AS payments, count(*) OVER (PARTITION BY p.id) AS lines
        FROM line JOIN payments p ON p.application_id IN (${siblings(owned)}) AND p.environment = line.environment
          AND p.shortcode = line.shortcode AND p.status IN ('success', 'pending') AND p.provider_receipt IS NULL
          AND p.same_money_as IS NULL AND p.exact_amount IS NULL AND p.amount::bigint * 100 = line.paid_in_cents
          AND p.created_at <= line.completed_at + make_interval(secs => ${clockSkewSeconds})
          AND p.created_at >= line.completed_at - make_interval(secs => ${windowSeconds}::int)
          AND (p.phone = line.payer OR (line.account_ref <> '' AND p.account_ref = line.account_ref))
          AND coalesce(p.phone = line.payer, true)
          AND (line.account_ref = '' OR p.account_ref = line.account_ref)
        WHERE NOT EXISTS (SELECT 1 FROM statement_lines m WHERE m.payment_id = p.id AND m.kind = 'paid_in'))
      UPDATE statement_lines l
      SET payment_id = c.payment_id, matched_by = 'evidence', matched_at = ${at}::timestamptz
      FROM candidate c
      WHERE l.id = c.id AND l.matched_at IS NULL AND c.payments = 1 AND c.lines = 1 AND c.status = 'success'`,
  );
}

/** Matches fees with the record of their receipt, or of the receipt that they name. */
export function matchFees(db: Queryable, owned: OwnedShortcode, at: Date): Promise<number> {
  return execute(
    db,
    'statement_match_fees',
    sql`
      WITH line AS (${unmatched(owned)} AND kind = 'fee'),
      found AS (
        SELECT DISTINCT ON (line.id) line.id, m.payment_id, m.disbursement_id
        FROM line JOIN statement_lines m ON m.application_id = line.application_id AND m.environment = line.environment
          AND m.shortcode = line.shortcode AND m.receipt IN (line.receipt, line.linked_receipt) AND m.kind <> 'fee'
          AND m.matched_at IS NOT NULL
        ORDER BY line.id, (m.receipt = line.receipt) DESC, (m.disbursement_id IS NOT NULL) DESC)
      UPDATE statement_lines l SET payment_id = found.payment_id, disbursement_id = found.disbursement_id,
        matched_by = 'receipt', matched_at = ${at}::timestamptz
      FROM found WHERE l.id = found.id AND l.matched_at IS NULL`,
  );
}

/** Shortcodes with lines since a time that have no payment or disbursement yet. */
export function listOpenShortcodes(db: Queryable, since: Date): Promise<OwnedShortcode[]> {
  return query(
    db,
    'statement_list_open_shortcodes',
    sql`
      SELECT DISTINCT application_id AS "applicationId", environment, shortcode FROM statement_lines
      WHERE matched_at IS NULL AND kind <> 'fee' AND completed_at >= ${since}::timestamptz`,
  );
}
