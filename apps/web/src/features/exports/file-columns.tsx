'use client';

import { Badge, type DataTableColumn, Progress } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { useActorName } from '@/features/actors/actor-name';
import { formatNumber, formatShare, Time } from '@/format';
import { FileActions } from './file-actions.tsx';
import { formatBytes } from './size.ts';
import type { ExportRow } from './types.ts';
import { isOpen } from './use-exports.ts';
import { useFilterLine } from './use-filter-words.ts';

const tones = {
  queued: 'neutral',
  running: 'info',
  ready: 'success',
  failed: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
} as const;

/** The state of an export as a badge. */
export function ExportBadge({ status }: Pick<ExportRow, 'status'>) {
  const t = useTranslations('exports.statuses');
  return (
    <Badge tone={tones[status]} dot={status === 'running'}>
      {t(status)}
    </Badge>
  );
}

/** The columns of the list of exports. */
export function useFileColumns(): DataTableColumn<ExportRow>[] {
  const t = useTranslations('exports');
  const actorName = useActorName();
  return [
    { id: 'what', header: t('files.what'), phone: 'start', cell: (row) => <What row={row} /> },
    { id: 'status', header: t('files.status'), phone: 'end', cell: (row) => <ExportBadge status={row.status} /> },
    { id: 'rows', header: t('files.rows'), cell: (row) => <Rows row={row} /> },
    {
      id: 'size',
      header: t('files.size'),
      align: 'right',
      hideBelow: 'md',
      phone: 'hidden',
      cell: ({ fileBytes }) => (fileBytes === null ? '—' : formatBytes(fileBytes)),
    },
    {
      id: 'who',
      header: t('files.who'),
      hideBelow: 'lg',
      phone: 'hidden',
      cell: ({ requestedBy, schedule }) => (
        <span className="block max-w-40 truncate">
          {schedule ? t('files.scheduled', { name: schedule.name }) : actorName(requestedBy)}
        </span>
      ),
    },
    { id: 'when', header: t('files.when'), cell: ({ createdAt }) => <Time value={createdAt} /> },
    {
      id: 'expires',
      header: t('files.expires'),
      hideBelow: 'lg',
      phone: 'hidden',
      cell: ({ status, expiresAt }) =>
        expiresAt && status === 'ready' ? <Time value={expiresAt} format="relative" /> : '—',
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('files.actions')}</span>,
      align: 'right',
      phone: 'below',
      cell: (row) => <FileActions row={row} />,
    },
  ];
}

/** The list, the format and the filters; of a failed export, why it failed. */
function What({ row: { list, format, filter, error, status } }: { row: ExportRow }) {
  const t = useTranslations('exports');
  const line = useFilterLine()(list, { ...Object(filter) });
  return (
    <span className="flex min-w-0 max-w-[60vw] flex-col sm:max-w-72 lg:max-w-96">
      <span className="truncate font-medium">{`${t(`lists.${list}`)} · ${t(`formats.${format}`)}`}</span>
      <span className="truncate text-muted-foreground text-xs" title={line}>
        {line}
      </span>
      {status === 'failed' && error && <span className="whitespace-normal text-danger text-xs">{error}</span>}
    </span>
  );
}

function Rows({ row }: { row: ExportRow }) {
  const t = useTranslations('exports.files');
  const { rowCount, expectedRows, progress } = row;
  if (!isOpen(row)) return <span className="tabular-nums">{formatNumber(rowCount)}</span>;
  return (
    <span className="flex w-36 items-center gap-2">
      <Progress
        label={t('progress')}
        value={expectedRows === 0 ? undefined : progress}
        max={1}
        valueText={formatShare(progress)}
      />
      <span className="text-muted-foreground text-xs tabular-nums">{formatShare(progress)}</span>
    </span>
  );
}
