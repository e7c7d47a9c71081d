'use client';

import { Badge, type DataTableColumn } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { formatNumber, Time } from '@/format';
import { StatusCode } from './status-code.tsx';
import type { RequestRow } from './types.ts';

export function useRequestColumns(): DataTableColumn<RequestRow>[] {
  const t = useTranslations('requests');
  return [
    {
      id: 'at',
      header: t('columns.at'),
      phone: 'below',
      cell: ({ createdAt }) => <Time value={createdAt} format="dateTimeSeconds" />,
    },
    {
      id: 'call',
      header: t('columns.call'),
      mono: true,
      isLong: true,
      phone: 'start',
      cell: ({ method, path }) => (
        <span>
          <span className="text-muted-foreground">{method}</span> {path}
        </span>
      ),
    },
    { id: 'status', header: t('columns.status'), phone: 'end', cell: (row) => <StatusCode status={row.statusCode} /> },
    {
      id: 'code',
      header: t('columns.code'),
      mono: true,
      cell: ({ errorCode, replayed }) => (
        <span className="inline-flex items-center gap-2">
          {errorCode}
          {replayed && (
            <Badge tone="info" className="font-sans">
              {t('replayed')}
            </Badge>
          )}
        </span>
      ),
    },
    {
      id: 'duration',
      header: t('columns.duration'),
      align: 'right',
      hideBelow: 'sm',
      phone: 'below',
      cell: ({ durationMs }) => t('ms', { ms: formatNumber(durationMs) }),
    },
    {
      id: 'key',
      header: t('columns.key'),
      hideBelow: 'lg',
      phone: 'hidden',
      cell: ({ keyName, keyLastFour }) => (
        <span className="text-muted-foreground">
          {keyName ?? '—'} {keyLastFour && <span className="font-mono text-xs">…{keyLastFour}</span>}
        </span>
      ),
    },
  ];
}
