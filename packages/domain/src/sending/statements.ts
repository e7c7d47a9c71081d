import { execute, only, type Queryable, query, sql } from '@tillgate/db';
import type { BatchRow } from '../batches/index.ts';
import type { Tenant } from '../kernel/context.ts';
import { isSignalDue, nextSignal } from '../signals/next-signal.ts';
import { type RecentPayout, recentMax } from './round.ts';

/**
 * Takes a running batch for one worker.
 * @returns false when another one has it, or it does not run
 */
export async function takeBatch(db: Queryable, id: string, by: { now: Date; until: Date }): Promise<boolean> {
  const written = await execute(
    db,
    'batch_take',
    sql`
      UPDATE payout_batches SET claimed_until = ${by.until}::timestamptz
      WHERE id = ${id}::uuid AND status = 'running' AND (claimed_until IS NULL OR claimed_until <= ${by.now}::timestamptz)`,
  );
  return written === 1;
}

/** Gives a batch back. */
export async function releaseBatch(db: Queryable, id: string): Promise<void> {
  await execute(db, 'batch_release', sql`UPDATE payout_batches SET claimed_until = NULL WHERE id = ${id}::uuid`);
}

/** Whether a batch still runs, and what became of the last payouts of its run. */
export async function readRecent(
  db: Queryable,
  { id, runningSince }: { id: string; runningSince: Date | null },
): Promise<{ isRunning: boolean; recent: RecentPayout[]; firstHandedAt: Date | null }> {
  const rows = await query<{ isRunning: boolean; recent: RecentPayout[] | null; firstHandedAt: Date | null }>(
    db,
    'batch_recent',
    sql`
      SELECT EXISTS (SELECT 1 FROM payout_batches WHERE id = ${id}::uuid AND status = 'running'
          AND running_since IS NOT DISTINCT FROM ${runningSince}::timestamptz) AS "isRunning",
        (SELECT min(handed_at) FROM payout_batch_rows WHERE batch_id = ${id}::uuid AND state = 'handed'
          AND handed_at >= ${runningSince}::timestamptz) AS "firstHandedAt",
        (SELECT json_agg(json_build_object('status', status, 'rail', rail, 'resultCode', result_code, 'isClear', is_clear)
            ORDER BY handed_at DESC) FROM (
          SELECT d.status, d.rail, d.result_code, d.acknowledged_at IS NOT NULL OR d.status <> 'pending' AS is_clear,
            r.handed_at
          FROM payout_batch_rows r JOIN disbursements d ON d.id = r.disbursement_id
          WHERE r.batch_id = ${id}::uuid AND r.state = 'handed' AND r.handed_at >= ${runningSince}::timestamptz
          ORDER BY r.handed_at DESC LIMIT ${recentMax}) last) AS recent`,
  );
  const { recent, ...run } = only(rows);
  return { ...run, recent: recent ?? [] };
}

/** Notes that the worker asks for the balance before the start: once for each batch. */
export async function noteBalanceAsked(db: Queryable, id: string, at: Date): Promise<boolean> {
  const written = await execute(
    db,
    'batch_balance_asked',
    sql`
      UPDATE payout_batches SET balance_asked_at = ${at}::timestamptz
      WHERE id = ${id}::uuid AND status = 'approved' AND balance_asked_at IS NULL`,
  );
  return written === 1;
}

/** Whole KES that other running batches of the tenant have still to send. */
export async function sumUnsent(
  db: Queryable,
  { applicationId, environment, id }: Tenant & { id: string },
): Promise<number> {
  const rows = await query<{ unsent: number }>(
    db,
    'batches_sum_unsent',
    sql`
      SELECT coalesce(sum(r.amount), 0)::float8 AS unsent
      FROM payout_batches b JOIN payout_batch_rows r ON r.batch_id = b.id AND r.state = 'good'
      WHERE b.application_id = ${applicationId}::uuid AND b.environment = ${environment}::"Environment"
        AND b.ended_at IS NULL AND b.status = 'running' AND b.id <> ${id}::uuid`,
  );
  return only(rows).unsent;
}

type Due = Pick<BatchRow, 'id' | 'applicationId'>;

/** Batches that a worker has to go on with and that nobody works on, at most `limit`. The next sweeps skip them for a while. */
export function claimDue(db: Queryable, by: { now: Date; secondsMin: number; limit: number }): Promise<Due[]> {
  const since = sql`coalesce(running_since, approved_at, created_at)`;
  return query<Due>(
    db,
    'batches_claim_due',
    sql`
      UPDATE payout_batches SET signal_after = ${nextSignal(by.now, { since, secondsMin: by.secondsMin })} WHERE id IN (
        SELECT b.id FROM payout_batches b
        WHERE b.ended_at IS NULL AND b.status IN ('checking', 'approved', 'running') AND ${isSignalDue(by.now)}
          AND (b.claimed_until IS NULL OR b.claimed_until <= ${by.now}::timestamptz)
          AND (b.status <> 'approved' OR b.scheduled_for IS NULL OR b.scheduled_for <= ${by.now}::timestamptz)
          AND (b.status <> 'running'
            OR EXISTS (SELECT 1 FROM payout_batch_rows r WHERE r.batch_id = b.id AND r.state = 'good'))
        ORDER BY b.created_at LIMIT ${by.limit} FOR UPDATE SKIP LOCKED)
      RETURNING id, application_id AS "applicationId"`,
  );
}

/** Running batches of which every row has its final outcome, at most `limit`. */
export async function listDone(db: Queryable, limit: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    'batches_done',
    sql`
      SELECT b.id FROM payout_batches b
      WHERE b.ended_at IS NULL AND b.status = 'running'
        AND NOT EXISTS (SELECT 1 FROM payout_batch_rows r WHERE r.batch_id = b.id AND r.state = 'good')
        AND NOT EXISTS (SELECT 1 FROM payout_batch_rows r JOIN disbursements d ON d.id = r.disbursement_id
          WHERE r.batch_id = b.id AND r.state = 'handed' AND d.status = 'pending')
      ORDER BY b.created_at LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Batches that were cancelled, rejected or expired since a time and have rows that could be paid, at most `limit`. */
export function listUnskipped(db: Queryable, since: Date, limit: number): Promise<Pick<BatchRow, 'id' | 'status'>[]> {
  return query<Pick<BatchRow, 'id' | 'status'>>(
    db,
    'batches_unskipped',
    sql`
      SELECT b.id, b.status FROM payout_batches b
      WHERE b.status IN ('cancelled', 'rejected', 'expired') AND b.ended_at > ${since}::timestamptz
        AND EXISTS (SELECT 1 FROM payout_batch_rows r WHERE r.batch_id = b.id AND r.state = 'good')
      ORDER BY b.ended_at LIMIT ${limit}`,
  );
}

/** Batches that are paused since before a time, at most `limit`. */
export async function listLongPaused(db: Queryable, before: Date, limit: number): Promise<BatchTenant[]> {
  return query<BatchTenant>(
    db,
    'batches_long_paused',
    sql`
      SELECT id, application_id AS "applicationId", environment FROM payout_batches
      WHERE ended_at IS NULL AND status = 'paused' AND paused_at < ${before}::timestamptz ORDER BY paused_at LIMIT ${limit}`,
  );
}

export type BatchTenant = Tenant & { id: string };

/** Lets another actor's name stand for the payouts of a batch that does not run. */
export async function storeRequester(db: Queryable, id: string, submittedBy: string): Promise<void> {
  await execute(
    db,
    'batch_requester',
    sql`UPDATE payout_batches SET submitted_by = ${submittedBy} WHERE id = ${id}::uuid AND status = 'paused'`,
  );
}

/** What became of the rows of a batch: numbers, and whole KES of what was paid. */
export type BatchTotals = {
  rows: number;
  refused: number;
  skipped: number;
  paid: number;
  failed: number;
  open: number;
  amountPaid: number;
};

export async function readTotals(db: Queryable, id: string): Promise<BatchTotals> {
  return only(
    await query<BatchTotals>(
      db,
      'batch_totals',
      sql`
        SELECT count(*)::int AS rows, (count(*) FILTER (WHERE r.state = 'refused'))::int AS refused,
          (count(*) FILTER (WHERE r.state = 'skipped'))::int AS skipped,
          (count(*) FILTER (WHERE d.status = 'success'))::int AS paid,
          (count(*) FILTER (WHERE d.status = 'failed'))::int AS failed,
          (count(*) FILTER (WHERE d.status = 'pending'))::int AS open,
          coalesce(sum(d.amount) FILTER (WHERE d.status = 'success'), 0)::float8 AS "amountPaid"
        FROM payout_batch_rows r LEFT JOIN disbursements d ON d.id = r.disbursement_id
        WHERE r.batch_id = ${id}::uuid`,
    ),
  );
}
