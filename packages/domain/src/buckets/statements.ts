import { type Prisma, type Queryable, query, sql, type UploadStatus } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import { isSignalDue, nextSignal } from '../signals/next-signal.ts';

// Every statement that writes `export_uploads.status` is in this file. A new upload is `due`.

type Tx = Pick<Prisma.TransactionClient, 'exportUpload'>;

type NewUpload = {
  id: string;
  bucketId: string;
  /** Null is a test of the bucket. */
  exportId: string | null;
  objectKey: string;
  at: Date;
};

/** Inserts an upload that is due now. An export has one: a second one changes nothing. */
export async function insertUpload(tx: Tx, { id, bucketId, exportId, objectKey, at }: NewUpload): Promise<void> {
  const data = { id, bucketId, objectKey, nextAttemptAt: at, createdAt: at, ...(exportId && { exportId }) };
  await tx.exportUpload.createMany({ data: [data], skipDuplicates: true });
}

/** An upload with the bucket that it goes to. */
export type ClaimedUpload = Tenant & {
  id: string;
  exportId: string | null;
  objectKey: string;
  /** Attempts recorded before this one. */
  attemptCount: number;
  claimedUntil: Date;
  bucketId: string;
  endpoint: string | null;
  region: string;
  bucket: string;
  pathStyle: boolean;
  accessKeyId: string;
  sealedSecretKey: string;
};

/**
 * Claims an upload that is due.
 * @param claim.dueBy clocks may differ, so this may be later than now
 * @returns undefined when the upload is not due, or another worker has it
 */
export async function claimUpload(
  db: Queryable,
  id: string,
  { until, dueBy, now }: { until: Date; dueBy: Date; now: Date },
): Promise<ClaimedUpload | undefined> {
  const [row] = await query<ClaimedUpload>(
    db,
    'upload_claim',
    sql`
      UPDATE export_uploads u SET claimed_until = ${until}::timestamptz
      FROM buckets b
      WHERE u.id = ${id}::uuid AND b.id = u.bucket_id AND u.status = 'due'
        AND u.next_attempt_at <= ${dueBy}::timestamptz
        AND (u.claimed_until IS NULL OR u.claimed_until <= ${now}::timestamptz)
      RETURNING u.id, u.export_id AS "exportId", u.object_key AS "objectKey", u.attempt_count AS "attemptCount",
        u.claimed_until AS "claimedUntil", b.id AS "bucketId", b.application_id AS "applicationId", b.environment,
        b.endpoint, b.region, b.bucket, b.path_style AS "pathStyle", b.access_key_id AS "accessKeyId",
        b.sealed_secret_key AS "sealedSecretKey"`,
  );
  return row;
}

/**
 * At most `limit` uploads that are due, unclaimed and not signalled recently. Later sweeps skip them for a time that
 * grows with their wait. Returns their ids.
 */
export async function claimDueUploads(
  db: Queryable,
  { now, secondsMin, limit }: { now: Date; secondsMin: number; limit: number },
): Promise<string[]> {
  const since = sql`next_attempt_at`;
  const rows = await query<{ id: string }>(
    db,
    'uploads_claim_due',
    sql`
      UPDATE export_uploads SET signal_after = ${nextSignal(now, { since, secondsMin })} WHERE id IN (
        SELECT id FROM export_uploads
        WHERE status = 'due' AND next_attempt_at <= ${now}::timestamptz
          AND (claimed_until IS NULL OR claimed_until <= ${now}::timestamptz) AND ${isSignalDue(now)}
        ORDER BY next_attempt_at LIMIT ${limit}::int FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING id`,
  );
  return rows.map(({ id }) => id);
}

type RecordedAttempt = {
  status: UploadStatus;
  /** Null when no attempt follows. */
  nextAttemptAt: Date | null;
  error: string | null;
  /** Size of the uploaded file; null without one. */
  bytes: number | null;
  at: Date;
};

/**
 * Records the attempt of a claim: due → due, uploaded or failed.
 * @returns false when the claim has lapsed, or the bucket was removed
 */
export async function recordUpload(
  tx: Tx,
  { id, claimedUntil }: Pick<ClaimedUpload, 'id' | 'claimedUntil'>,
  { status, nextAttemptAt, error, bytes, at }: RecordedAttempt,
): Promise<boolean> {
  const { count } = await tx.exportUpload.updateMany({
    where: { id, status: 'due', claimedUntil },
    data: {
      status,
      nextAttemptAt,
      error,
      bytes,
      claimedUntil: null,
      signalAfter: null,
      attemptCount: { increment: 1 },
      endedAt: nextAttemptAt === null ? at : null,
    },
  });
  return count === 1;
}
