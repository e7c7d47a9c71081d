import type {
  ExportCadence,
  ExportFormat,
  ExportList,
  ExportModel,
  ExportStatus,
  ExportUploadModel,
} from '@tillgate/db';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { type ActorView, describeActors, withoutEmail } from '../reading/actors.ts';
import { type UploadView, uploadView } from '../reading/buckets/index.ts';
import { readableLists } from '../reading/exports/index.ts';
import { schedulesMax } from './schedule.ts';

/** An export that a schedule made. */
type ScheduledExport = {
  exportId: string;
  status: ExportStatus;
  rowCount: number;
  /** Why it failed. */
  error: string | null;
  createdAt: string;
  /** Its upload to the bucket; null without a bucket, and before the file is ready. */
  upload: UploadView | null;
};

export type ScheduleView = {
  scheduleId: string;
  name: string;
  list: ExportList;
  format: ExportFormat;
  filter: unknown;
  columns: string[];
  timeZone: string;
  cadence: ExportCadence;
  hour: number;
  /** Who gets an email with a link. */
  userIds: string[];
  readers: ActorView[];
  /** The bucket that each file is also uploaded to. */
  bucket: { bucketId: string; name: string } | null;
  createdBy: ActorView;
  createdAt: string;
  nextAt: string;
  /** Since when it makes no exports. */
  pausedAt: string | null;
  /** The latest export. */
  last: ScheduledExport | null;
};

/** The schedules of a tenant whose lists the caller may read, by name. */
export async function listSchedules(ctx: TenantContext): Promise<ScheduleView[]> {
  requirePermission(ctx, 'exports.use');
  const rows = await ctx.db.prisma.exportSchedule.findMany({
    where: { ...ctx.tenant, list: { in: readableLists(ctx) } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: schedulesMax,
    include: {
      exports: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 1, include: { upload: true } },
      bucket: { select: { id: true, name: true } },
    },
  });
  const actors = rows.flatMap(({ userIds, createdBy }) => [createdBy, ...userIds.map(actorOf)]);
  const described = await describeActors(ctx.db.prisma, ctx.tenant.applicationId, actors);
  const nameOf = (actor: string) => withoutEmail(described(actor));
  return rows.map(({ id, name, list, format, filter, columns, timeZone, cadence, hour, userIds, ...row }) => ({
    scheduleId: id,
    name,
    list,
    format,
    filter,
    columns,
    timeZone,
    cadence,
    hour,
    userIds,
    readers: userIds.map((userId) => nameOf(actorOf(userId))),
    bucket: row.bucket && { bucketId: row.bucket.id, name: row.bucket.name },
    createdBy: nameOf(row.createdBy),
    createdAt: row.createdAt.toISOString(),
    nextAt: row.nextAt.toISOString(),
    pausedAt: row.pausedAt?.toISOString() ?? null,
    last: lastOf(row.exports),
  }));
}

const actorOf = (userId: string) => `user:${userId}`;

type Stored = Pick<ExportModel, 'id' | 'status' | 'rowCount' | 'error' | 'createdAt'> & {
  upload: ExportUploadModel | null;
};

function lastOf([made]: Stored[]): ScheduledExport | null {
  if (!made) return null;
  const { id: exportId, status, rowCount, error, createdAt, upload } = made;
  const tried = upload && uploadView(upload);
  return { exportId, status, rowCount, error, createdAt: createdAt.toISOString(), upload: tried };
}
