import { query, sql } from '@tillgate/db';
import { rowsBackup } from '../../audit/index.ts';
import type { Context } from '../../kernel/context.ts';
import { secondsSince } from '../../kernel/time.ts';

/** What PostgreSQL writes by itself into a new file of its log when nothing happens. No archive waits for it. */
const quietBytes = 16_384;

/** Half an hour: then the doctor and `ops/prometheus/alerts.yaml` call for a person. */
export const archiveAgeSecondsMax = 1_800;
/** A day and a half: a daily backup was missed. The alert has the same. */
export const rowsAgeSecondsMax = 129_600;

export type Backups = {
  /** What the server archives by itself; undefined when it does not (`archive_mode = off`). */
  archive: { ageSeconds: number; isFailing: boolean } | undefined;
  /** How old the rows of the last `tillgate backup` are; undefined when there was none. */
  rowsAgeSeconds: number | undefined;
};

/**
 * How old the archive of the server is and whether it fails, and how old the last backup of rows is. The archive counts
 * as 0 seconds old while there is nothing to archive. Every role may read this.
 */
export async function readBackups({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Backups> {
  const [row] = await query<{ archiveAge: number | null; isFailing: boolean; backedUpAt: Date | null }>(
    db.pool,
    'backups',
    sql`
      WITH archiver AS (
        SELECT *, current_setting('archive_mode') <> 'off' AS is_on,
          left(last_archived_wal, 24) ~ '^[0-9A-F]{24}$' AS is_segment, substr(last_archived_wal, 9, 8) AS high,
          ('x' || substr(last_archived_wal, 17, 8))::bit(32)::bigint AS segment,
          pg_size_bytes(current_setting('wal_segment_size')) AS segment_bytes
        FROM pg_stat_archiver),
      archived AS (
        SELECT *, CASE WHEN is_segment THEN (high || '/' || to_hex(segment * segment_bytes))::pg_lsn + segment_bytes
          ELSE '0/0'::pg_lsn END AS up_to
        FROM archiver)
      SELECT
        CASE WHEN NOT is_on THEN NULL
          WHEN pg_current_wal_lsn() - up_to <= ${quietBytes}::int THEN 0
          ELSE extract(epoch FROM clock_timestamp() - coalesce(last_archived_time, stats_reset))::float8
        END AS "archiveAge",
        coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS "isFailing",
        (SELECT max(created_at) FROM audit_entries WHERE subject_id = ${rowsBackup} AND action = 'backup.made')
          AS "backedUpAt"
      FROM archived`,
  );
  const ageSeconds = row?.archiveAge ?? undefined;
  return {
    archive: ageSeconds === undefined ? undefined : { ageSeconds, isFailing: row?.isFailing === true },
    rowsAgeSeconds: row?.backedUpAt ? secondsSince(row.backedUpAt, clock.now()) : undefined,
  };
}
