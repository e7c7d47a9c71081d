import type { ScheduleView } from '@tillgate/domain/exports';
import type { ExportView } from '@tillgate/domain/reading/exports';
import { facts, moment, table } from './table.ts';

/** Formats one export for people. */
export function exportText(view: ExportView): string {
  return facts([
    ['Export', view.exportId],
    ['List', `${view.list} as ${view.format}`],
    ['Status', view.status],
    ['Rows', progressText(view)],
    ['Error', view.error ?? undefined],
    ['Size', view.fileBytes === null ? undefined : `${view.fileBytes} bytes`],
    ['SHA-256', view.fileSha256 ?? undefined],
    ['Created', time(view.createdAt)],
    ['Removed', view.expiresAt === null ? undefined : time(view.expiresAt)],
  ]);
}

/** Formats several exports, one per line, and says how to see more. */
export function exportsText(exports: ExportView[], next: string | null): string {
  if (exports.length === 0) return 'No exports.';
  const rows = exports.map((view) => [
    view.exportId,
    view.list,
    view.format,
    view.status,
    progressText(view),
    time(view.createdAt),
  ]);
  const shown = table(['EXPORT', 'LIST', 'FORMAT', 'STATUS', 'ROWS', 'CREATED'], rows);
  return next === null ? shown : `${shown}\nThere are more. To see them, add --before ${next}`;
}

/** Formats schedules, one per line. */
export function schedulesText(schedules: ScheduleView[]): string {
  if (schedules.length === 0) return 'No schedules.';
  const rows = schedules.map(
    ({ scheduleId, name, list, format, cadence, hour, timeZone, nextAt, pausedAt, bucket, last }) => [
      scheduleId,
      name,
      `${list} as ${format}`,
      `${cadence} at ${String(hour).padStart(2, '0')}:00 ${timeZone}`,
      pausedAt === null ? time(nextAt) : 'paused',
      last === null ? '-' : `${last.upload?.status ?? last.status} ${time(last.createdAt)}`,
      bucket?.name ?? '-',
    ],
  );
  return table(['SCHEDULE', 'NAME', 'FILE', 'WHEN', 'NEXT', 'LAST', 'BUCKET'], rows);
}

export function progressText({ status, rowCount, expectedRows }: ExportView): string {
  return status === 'ready' || status === 'expired' ? String(rowCount) : `${rowCount} of ${expectedRows}`;
}

const time = (text: string) => moment(new Date(text));
