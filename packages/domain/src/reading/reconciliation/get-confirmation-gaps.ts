import { query, type Sql, sql } from '@tillgate/db';
import type { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import { daysFrom, startOf } from '../../kernel/business-day.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { dayMs } from '../../kernel/time.ts';
import { ofTenant } from '../keyset.ts';
import { readingIssues } from '../refusals.ts';
import { type ConfirmationPoint, findConfirmationGaps, type WindowedChange } from './confirmation-continuity.ts';
import type { BalanceGap } from './continuity.ts';
import { confirmationGapsSchema } from './schemas.ts';

const daysMax = 31;
/** Confirmations and other changes that are compared at once. */
const rowsMax = 200_000;
/** How many days back the last balance before the range is searched. */
const lookBackDays = 7;
/** How far our clock and the provider's may differ. */
const skewSeconds = 60;
/** Prompts and payouts complete within this time, even if they are reported later. */
const happensSeconds = 300;

export type ConfirmationGaps = {
  /** Confirmations that reported a balance. */
  confirmations: number;
  gaps: BalanceGap[];
};

type Range = { shortcode: string; from: Date; to: Date };
type Change = WindowedChange & { isPayout: boolean };

/**
 * The gaps in the balance between confirmations of offline payments. Other known changes count: prompts, refunds,
 * payouts, and unmatched lines of statements.
 * @throws DomainError invalid_input (a range that is reversed, too long, or has too many confirmations)
 */
export async function getConfirmationGaps(
  ctx: TenantContext,
  input: z.input<typeof confirmationGapsSchema>,
): Promise<ConfirmationGaps> {
  requirePermission(ctx, 'statements.read');
  const { shortcode, from, to } = parseInput(confirmationGapsSchema, input);
  const days = daysFrom(from, to).length;
  if (days === 0) throw invalidInput(issue('to', issues.endBeforeStart));
  if (days > daysMax) throw invalidInput(issue('to', issues.daysAfterFrom({ max: daysMax })));
  const range = { shortcode, from: startOf(from), to: startOf(to, 1) };
  const points = [...(await readPointBefore(ctx, range)), ...(await readPoints(ctx, range))];
  const [first, last] = [points[0], points.at(-1)];
  const confirmations = points.filter(({ at }) => at >= range.from).length;
  if (!first || !last || confirmations === 0) return { confirmations, gaps: [] };
  const changes = await readChanges(ctx, { shortcode, from: first.at, to: last.at });
  if (points.length > rowsMax || changes.length > rowsMax) {
    throw invalidInput(issue('from', readingIssues.tooManyConfirmations));
  }
  // Payouts leave from this account or another one of the shortcode: use whichever gives fewer gaps.
  const all = findConfirmationGaps(points, changes);
  if (all.length === 0) return { confirmations, gaps: all };
  const others = findConfirmationGaps(
    points,
    changes.filter(({ isPayout }) => !isPayout),
  );
  return { confirmations, gaps: others.length < all.length ? others : all };
}

const pointColumns: Sql = sql`
  paid_at AS at, receipt, amount_cents::float8 AS "amountCents", balance_cents::float8 AS "balanceCents"`;

function readPoints({ db, tenant }: TenantContext, { shortcode, from, to }: Range): Promise<ConfirmationPoint[]> {
  return query(
    db.pool,
    'confirmation_points',
    sql`
      SELECT ${pointColumns} FROM told_balances
      WHERE ${ofTenant(tenant)} AND shortcode = ${shortcode} AND paid_at >= ${from}::timestamptz
        AND paid_at < ${to}::timestamptz
      ORDER BY paid_at, receipt LIMIT ${rowsMax + 1}::int`,
  );
}

/** The confirmations of the last second before the range, for the balance that it begins with. */
function readPointBefore({ db, tenant }: TenantContext, { shortcode, from }: Range): Promise<ConfirmationPoint[]> {
  const since = new Date(from.getTime() - lookBackDays * dayMs);
  const earlier = sql`${ofTenant(tenant)} AND shortcode = ${shortcode} AND paid_at < ${from}::timestamptz
    AND paid_at >= ${since}::timestamptz`;
  return query(
    db.pool,
    'confirmation_point_before',
    sql`
      SELECT ${pointColumns} FROM told_balances
      WHERE ${earlier} AND paid_at = (SELECT max(paid_at) FROM told_balances WHERE ${earlier}) ORDER BY receipt`,
  );
}

/** Changes of the balance without a confirmation. Other applications may share the shortcode. */
function readChanges({ db, tenant }: TenantContext, { shortcode, from, to }: Range): Promise<Change[]> {
  const sister = sql`
    SELECT a.id FROM applications a
    WHERE a.organization_id = (SELECT o.organization_id FROM applications o WHERE o.id = ${tenant.applicationId}::uuid)`;
  const money = sql`environment = ${tenant.environment}::"Environment" AND shortcode = ${shortcode}
    AND status = 'success' AND application_id IN (${sister})
    AND created_at BETWEEN ${from}::timestamptz - make_interval(secs => ${happensSeconds}::int)
      AND ${to}::timestamptz + make_interval(secs => ${happensSeconds}::int)`;
  const happens = sql`make_interval(secs => ${happensSeconds}::int)`;
  const skew = sql`make_interval(secs => ${skewSeconds}::int)`;
  // A confirmation may come late; a prompt or payout is requested before its money moves.
  const ends = sql`least(coalesce(settled_at, created_at), created_at + ${happens}) + ${skew}`;
  return query(
    db.pool,
    'confirmation_changes',
    sql`
      SELECT CASE source WHEN 'c2b' THEN created_at - ${happens} ELSE created_at - ${skew} END AS "from",
        CASE source WHEN 'c2b' THEN created_at + ${skew} ELSE ${ends} END AS "to",
        (coalesce(exact_amount::numeric, amount) * 100)::float8 AS cents, false AS "isPayout"
      FROM payments p WHERE ${money} AND NOT EXISTS (
        SELECT 1 FROM told_balances t WHERE t.application_id IN (${sister}) AND t.environment = p.environment
          AND t.shortcode = p.shortcode AND t.receipt = p.provider_receipt)
        AND NOT (p.provider_receipt IS NULL AND p.same_money_as IS NOT NULL)
      UNION ALL
      SELECT created_at - ${skew}, ${ends}, -amount::float8 * 100, kind = 'payout' FROM disbursements WHERE ${money}
      UNION ALL
      SELECT completed_at, completed_at, (paid_in_cents - withdrawn_cents)::float8, false FROM statement_lines l
      WHERE ${ofTenant(tenant)} AND shortcode = ${shortcode} AND (matched_at IS NULL OR kind = 'fee')
        AND completed_at BETWEEN ${from}::timestamptz AND ${to}::timestamptz AND NOT EXISTS (
          SELECT 1 FROM told_balances t WHERE t.application_id = l.application_id AND t.environment = l.environment
            AND t.shortcode = l.shortcode AND t.receipt = l.receipt)
      LIMIT ${rowsMax + 1}::int`,
  );
}
