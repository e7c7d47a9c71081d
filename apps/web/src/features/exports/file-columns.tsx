'use client';

import { Badge, type DataTableColumn, Progress } from '@tillgate/ui';
import type { ReactNode } from 'react';
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
    {
      id: 'status',
      header: t('files.status'),
      width: '9.5rem',
      phone: 'end',
      cell: ({ status, expiresAt }) => (
        <span className="flex flex-col items-start gap-0.5 max-sm:items-end sm:py-1.5">
          <ExportBadge status={status} />
          {expiresAt && status === 'ready' && (
            <span className="whitespace-normal text-muted-foreground text-xs max-sm:max-w-32 max-sm:text-right">
              {t('files.expires')} <Time value={expiresAt} format="relative" />
            </span>
          )}
        </span>
      ),
    },
    { id: 'rows', header: t('files.rows'), width: '9rem', cell: (row) => <Rows row={row} /> },
    {
      id: 'when',
      header: t('files.when'),
      width: '11rem',
      hideBelow: 'md',
      cell: ({ createdAt, requestedBy, schedule }) => (
        <span className="flex min-w-0 flex-col">
          <Time value={createdAt} />
          <Muted>{schedule ? t('files.scheduled', { name: schedule.name }) : actorName(requestedBy)}</Muted>
        </span>
      ),
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('files.actions')}</span>,
      width: '9.5rem',
      align: 'right',
      phone: 'foot',
      cell: (row) => <FileActions row={row} />,
    },
  ];
}

function Muted({ children }: { children: ReactNode }) {
  return <span className="truncate text-muted-foreground text-xs">{children}</span>;
}

/** The list, the format and the filters; of a failed export, why it failed. */
function What({ row: { list, format, filter, timeZone, error, status, createdAt } }: { row: ExportRow }) {
  const t = useTranslations('exports');
  const line = useFilterLine()(list, { ...Object(filter) }, timeZone);
  return (
    <span className="flex min-w-0 flex-col max-sm:max-w-[60vw] sm:py-1.5">
      <span className="truncate font-medium max-sm:whitespace-normal">{`${t(`lists.${list}`)} · ${t(`formats.${format}`)}`}</span>
      <span className="truncate text-muted-foreground text-xs" title={line}>
        {line}
      </span>
      {/* Narrow tables have no column for it. */}
      <Time value={createdAt} className="text-muted-foreground text-xs max-sm:hidden md:hidden" />
      {status === 'failed' && error && <span className="whitespace-normal text-danger text-xs">{error}</span>}
    </span>
  );
}

function Rows({ row }: { row: ExportRow }) {
  const t = useTranslations('exports.files');
  const { rowCount, expectedRows, progress, fileBytes } = row;
  if (!isOpen(row)) {
    return (
      <span className="flex flex-col tabular-nums max-sm:flex-row max-sm:gap-2">
        <span>
          {/* A phone shows no headers; screen readers have them. */}
          <span aria-hidden="true" className="sm:hidden">
            {t('rows')}:{' '}
          </span>
          {formatNumber(rowCount)}
        </span>
        {fileBytes !== null && <Muted>{formatBytes(fileBytes)}</Muted>}
      </span>
    );
  }
  return (
    <span className="flex w-28 items-center gap-2">
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
