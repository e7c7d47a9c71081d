import type { ExportUploadModel, UploadStatus } from '@tillgate/db';
import { bucketsMax, shownBucket } from '../../buckets/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { type ActorView, describeActors, withoutEmail } from '../actors.ts';

/** An upload to a bucket. */
export type UploadView = {
  uploadId: string;
  /** Null is a small file that tests the bucket. */
  exportId: string | null;
  status: UploadStatus;
  /** The name of the file in the bucket. */
  objectKey: string;
  attempts: number;
  /** The next attempt; null without one. */
  nextAttemptAt: string | null;
  /** Why the last attempt failed. */
  error: string | null;
  bytes: number | null;
  createdAt: string;
  endedAt: string | null;
};

export type BucketView = {
  bucketId: string;
  name: string;
  /** Null: Amazon's endpoint of the region. */
  endpoint: string | null;
  region: string;
  bucket: string;
  prefix: string;
  pathStyle: boolean;
  accessKeyId: string;
  createdBy: ActorView;
  createdAt: string;
  keysReplacedAt: string | null;
  /** How many schedules upload to it. */
  schedules: number;
  last: UploadView | null;
};

/** The buckets of a tenant, by name. Nobody can read the secret keys. */
export async function listBuckets(ctx: TenantContext): Promise<BucketView[]> {
  requirePermission(ctx, 'exports.use');
  const rows = await ctx.db.prisma.bucket.findMany({
    where: ctx.tenant,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: bucketsMax,
    select: {
      ...shownBucket,
      _count: { select: { schedules: true } },
      uploads: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 1 },
    },
  });
  const actors = rows.map(({ createdBy }) => createdBy);
  const described = await describeActors(ctx.db.prisma, ctx.tenant.applicationId, actors);
  return rows.map(({ id, createdBy, createdAt, keysReplacedAt, _count, uploads: [last], ...shown }) => ({
    bucketId: id,
    ...shown,
    createdBy: withoutEmail(described(createdBy)),
    createdAt: createdAt.toISOString(),
    keysReplacedAt: keysReplacedAt?.toISOString() ?? null,
    schedules: _count.schedules,
    last: last ? uploadView(last) : null,
  }));
}

/** An upload as people see it. */
export function uploadView({ id, exportId, status, objectKey, error, ...row }: ExportUploadModel): UploadView {
  return {
    uploadId: id,
    exportId,
    status,
    objectKey,
    error,
    attempts: row.attemptCount,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    bytes: row.bytes === null ? null : Number(row.bytes),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
