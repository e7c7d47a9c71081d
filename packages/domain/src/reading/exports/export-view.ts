import type { ExportFormat, ExportList, ExportModel, ExportStatus } from '@tillgate/db';
import { hasPermission, type WithAuthority } from '../../kernel/authority.ts';
import type { Permission } from '../../kernel/permission.ts';
import type { ActorView } from '../actors.ts';
import { exportSources } from './sources.ts';

export type ExportView = {
  exportId: string;
  list: ExportList;
  format: ExportFormat;
  status: ExportStatus;
  /** The filter as requested. */
  filter: unknown;
  columns: string[];
  timeZone: string;
  /** Rows in the file so far. */
  rowCount: number;
  /** Number of rows at the time of the request. */
  expectedRows: number;
  /** 0 to 1. */
  progress: number;
  /** Of a file that is ready. */
  fileBytes: number | null;
  fileSha256: string | null;
  error: string | null;
  requestedBy: ActorView;
  createdAt: string;
  endedAt: string | null;
  /** When the file is removed. */
  expiresAt: string | null;
  /** The schedule that made it, while that exists. */
  schedule: { scheduleId: string; name: string } | null;
};

/** An export with the name of its schedule. */
export type StoredExport = ExportModel & { schedule: { id: string; name: string } | null };

/** The lists whose exports the caller may read. */
export function readableLists(ctx: WithAuthority): ExportList[] {
  const lists = Object.entries(exportSources) as [ExportList, { permission: Permission }][];
  return lists.flatMap(([list, { permission }]) => (hasPermission(ctx, permission) ? [list] : []));
}

/** An export as people see it. */
export function exportView(row: StoredExport, requestedBy: ActorView): ExportView {
  return {
    exportId: row.id,
    list: row.list,
    format: row.format,
    status: row.status,
    filter: row.filter,
    columns: row.columns,
    timeZone: row.timeZone,
    rowCount: row.rowCount,
    expectedRows: row.expectedRows,
    progress: progressOf(row),
    fileBytes: row.fileBytes === null ? null : Number(row.fileBytes),
    fileSha256: row.fileSha256,
    error: row.error,
    requestedBy,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    schedule: row.schedule && { scheduleId: row.schedule.id, name: row.schedule.name },
  };
}

/** More rows may match while the file is made, so an open export is never shown as complete. */
function progressOf({ status, rowCount, expectedRows }: ExportModel): number {
  if (status === 'ready' || status === 'expired') return 1;
  const share = expectedRows === 0 ? 0 : rowCount / expectedRows;
  return Math.min(Math.floor(share * 100) / 100, 0.99);
}
