'use client';

import { type DataTableColumn, DropdownMenuItem } from '@tillgate/ui';
import { KeyRound, Send, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { MoreMenu } from '@/features/shell/more-menu';
import type { BucketAct, BucketRow } from './types.ts';
import { UploadText } from './upload-badge.tsx';

type OnAct = (kind: BucketAct, row: BucketRow) => void;

/** The columns of the list of buckets. `onAct` is absent for people who may not change them. */
export function useBucketColumns(onAct: OnAct | undefined): DataTableColumn<BucketRow>[] {
  const t = useTranslations('exports.buckets');
  return [
    { id: 'name', header: t('name'), phone: 'start', cell: (row) => <What row={row} /> },
    {
      id: 'keys',
      header: t('accessKeyId'),
      width: '12rem',
      hideBelow: 'md',
      phone: 'hidden',
      cell: ({ accessKeyId, schedules }) => (
        <span className="flex min-w-0 flex-col">
          <span className="truncate font-mono text-xs" title={accessKeyId}>
            {accessKeyId}
          </span>
          <span className="text-muted-foreground text-xs">{t('schedules', { count: schedules })}</span>
        </span>
      ),
    },
    {
      id: 'last',
      header: t('last'),
      width: '15rem',
      cell: ({ last }) =>
        last ? <UploadText upload={last} /> : <span className="text-muted-foreground">{t('never')}</span>,
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('actions')}</span>,
      width: '4.5rem',
      align: 'right',
      phone: 'end',
      cell: (row) => onAct && <BucketMenu row={row} onAct={onAct} />,
    },
  ];
}

function What({ row: { name, endpoint, region, bucket, prefix } }: { row: BucketRow }) {
  const line = `${bucket}/${prefix} · ${endpoint?.replace(/^https?:\/\//, '') ?? 'Amazon S3'} · ${region}`;
  return (
    <span className="flex min-w-0 flex-col max-sm:max-w-[60vw]">
      <span className="truncate font-medium">{name}</span>
      <span className="truncate text-muted-foreground text-xs" title={line}>
        {line}
      </span>
    </span>
  );
}

function BucketMenu({ row, onAct }: { row: BucketRow; onAct: OnAct }) {
  const t = useTranslations('exports.buckets');
  return (
    <MoreMenu label={t('menu', { name: row.name })}>
      <DropdownMenuItem icon={<Send />} onSelect={() => onAct('test', row)}>
        {t('test')}
      </DropdownMenuItem>
      <DropdownMenuItem icon={<KeyRound />} onSelect={() => onAct('replaceKeys', row)}>
        {t('replace.open')}
      </DropdownMenuItem>
      <DropdownMenuItem icon={<Trash2 />} tone="danger" onSelect={() => onAct('remove', row)}>
        {t('remove.open')}
      </DropdownMenuItem>
    </MoreMenu>
  );
}
