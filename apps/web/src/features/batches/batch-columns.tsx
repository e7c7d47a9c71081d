'use client';

import type { DataTableColumn } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { ActorName } from '@/features/actors/actor-name';
import { formatMoney, formatNumber, Time } from '@/format';
import { BatchBadge } from './batch-badge.tsx';
import type { BatchListRow } from './types.ts';

export function useBatchColumns(): DataTableColumn<BatchListRow>[] {
  const t = useTranslations('batches');
  return [
    { id: 'name', header: t('columns.name'), isLong: true, cell: ({ name }) => name },
    {
      id: 'rows',
      header: t('columns.rows'),
      width: '11rem',
      hideBelow: 'md',
      phone: 'below',
      cell: ({ rows, counts }) =>
        counts.refused === 0
          ? t('figures.amountHint', { count: rows })
          : t('rowsWith', { rows: formatNumber(rows), refused: formatNumber(counts.refused) }),
    },
    {
      id: 'amount',
      header: t('columns.amount'),
      width: '9.5rem',
      align: 'right',
      phone: 'end',
      cell: ({ amount }) => <span className="font-medium tabular-nums">{formatMoney(amount)}</span>,
    },
    {
      id: 'status',
      header: t('columns.status'),
      width: '11rem',
      phone: 'below',
      cell: ({ status }) => <BatchBadge status={status} />,
    },
    {
      id: 'paid',
      header: t('columns.paid'),
      width: '9rem',
      align: 'right',
      hideBelow: 'sm',
      phone: 'hidden',
      cell: ({ amountPaid }) => <span className="tabular-nums">{formatMoney(amountPaid)}</span>,
    },
    {
      id: 'by',
      header: t('columns.by'),
      width: '11rem',
      hideBelow: 'lg',
      phone: 'hidden',
      cell: ({ by }) => (
        <span className="block max-w-40 truncate">
          <ActorName who={by} />
        </span>
      ),
    },
    {
      id: 'created',
      header: t('columns.created'),
      width: '8.5rem',
      hideBelow: 'md',
      phone: 'below',
      cell: ({ createdAt }) => <Time value={createdAt} className="tabular-nums" />,
    },
  ];
}
