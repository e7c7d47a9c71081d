import type { BucketView, UploadView } from '@tillgate/domain/reading/buckets';
import { moment, table } from './table.ts';

/** Formats buckets, one per line. */
export function bucketsText(buckets: BucketView[]): string {
  if (buckets.length === 0) return 'No buckets.';
  const rows = buckets.map(({ bucketId, name, endpoint, region, bucket, prefix, accessKeyId, schedules, last }) => [
    bucketId,
    name,
    `${endpoint ?? 'Amazon S3'} ${region}`,
    `${bucket}/${prefix}`,
    accessKeyId,
    String(schedules),
    last === null ? '-' : uploadText(last),
  ]);
  return table(['BUCKET', 'NAME', 'SERVER', 'PLACE', 'ACCESS KEY ID', 'SCHEDULES', 'LAST'], rows);
}

/** Formats the result of an upload in one line. */
export function uploadText({ status, objectKey, error, nextAttemptAt, endedAt }: UploadView): string {
  if (status === 'uploaded' && endedAt !== null) return `uploaded ${objectKey} ${moment(new Date(endedAt))}`;
  if (status === 'failed') return `failed: ${error ?? ''}`;
  if (error === null) return 'waiting for the worker';
  return `failed: ${error} Next attempt ${nextAttemptAt === null ? '-' : moment(new Date(nextAttemptAt))}`;
}
