import { execute, type Queryable, sql } from '@tillgate/db';

/**
 * Advances a schedule to its next time.
 * @returns false when another worker has, or the schedule is paused or has ended
 */
export async function claimRun(db: Queryable, run: { scheduleId: string; at: Date; next: Date }): Promise<boolean> {
  const moved = await execute(
    db,
    'export_schedule_claim_run',
    sql`
      UPDATE export_schedules SET next_at = ${run.next}::timestamptz
      WHERE id = ${run.scheduleId}::uuid AND next_at = ${run.at}::timestamptz AND paused_at IS NULL`,
  );
  return moved === 1;
}
