'use client';

import { Badge, type DataTableColumn } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { useActorName } from '@/features/actors/actor-name';
import { StatusReason } from '@/features/lists/status-reason';
import { Time } from '@/format';
import { ExportBadge } from './file-columns.tsx';
import { hourText } from './hour-text.ts';
import { ScheduleMenu } from './schedule-menu.tsx';
import type { ScheduleRow } from './types.ts';
import { UploadBadge } from './upload-badge.tsx';
import { useFilterLine } from './use-filter-words.ts';

const zoneNames: Record<string, string> = { 'Africa/Nairobi': 'EAT' };

/** The columns of the list of schedules. `onEnd` asks before it ends one. */
export function useScheduleColumns(onEnd: (row: ScheduleRow) => void): DataTableColumn<ScheduleRow>[] {
  const t = useTranslations('exports.schedules');
  const actorName = useActorName();
  return [
    { id: 'name', header: t('name'), phone: 'start', cell: (row) => <What row={row} /> },
    {
      id: 'when',
      header: t('when'),
      width: '28%',
      cell: ({ cadence, hour, timeZone, readers, bucket }) => (
        <span className="flex min-w-0 flex-col sm:py-1.5">
          <span className="whitespace-normal">
            {`${t(`every.${cadence}`, { hour: hourText(hour) })} ${zoneNames[timeZone] ?? timeZone}`}
          </span>
          {readers.length > 0 && (
            <span className="truncate text-muted-foreground text-xs">
              {t('readers', { names: readers.map(actorName).join(', ') })}
            </span>
          )}
          {bucket && (
            <span className="truncate text-muted-foreground text-xs">{t('bucket', { name: bucket.name })}</span>
          )}
        </span>
      ),
    },
    {
      id: 'next',
      header: t('next'),
      width: '15%',
      cell: ({ nextAt, pausedAt }) =>
        pausedAt ? (
          <Badge tone="warning">{t('paused')}</Badge>
        ) : (
          <span className="whitespace-normal">
            {/* A phone shows no headers; screen readers have them. */}
            <span aria-hidden="true" className="sm:hidden">
              {t('next')}:{' '}
            </span>
            <Time value={nextAt} format="relative" />
          </span>
        ),
    },
    { id: 'last', header: t('last'), width: '22%', cell: ({ last }) => <Last last={last} /> },
    {
      id: 'actions',
      header: <span className="sr-only">{t('actions')}</span>,
      width: '4.5rem',
      align: 'right',
      phone: 'end',
      cell: (row) => <ScheduleMenu row={row} onEnd={() => onEnd(row)} />,
    },
  ];
}

function What({ row: { name, list, format, filter, timeZone } }: { row: ScheduleRow }) {
  const t = useTranslations('exports');
  const line = [
    t(`lists.${list}`),
    t(`formats.${format}`),
    useFilterLine()(list, { ...Object(filter) }, timeZone),
  ].join(' · ');
  return (
    <span className="flex min-w-0 flex-col max-sm:max-w-[60vw]">
      <span className="truncate font-medium max-sm:whitespace-normal">{name}</span>
      <span className="truncate text-muted-foreground text-xs" title={line}>
        {line}
      </span>
    </span>
  );
}

/** The state of a schedule's latest file. */
function Last({ last }: Pick<ScheduleRow, 'last'>) {
  const t = useTranslations('exports.schedules');
  if (!last) return <span className="text-muted-foreground">{t('never')}</span>;
  return (
    <span className="flex flex-col items-start gap-0.5 max-sm:flex-row max-sm:flex-wrap max-sm:gap-x-2 sm:py-1.5">
      <StatusReason reason={last.upload?.error ?? last.error ?? undefined}>
        {last.upload ? <UploadBadge upload={last.upload} /> : <ExportBadge status={last.status} />}
      </StatusReason>
      <Time value={last.createdAt} format="relative" className="text-muted-foreground text-xs" />
    </span>
  );
}
