'use client';

import type { DataTableColumn } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { ActorName } from '@/features/actors/actor-name';
import { formatMoney, Time } from '@/format';
import { LinkBadge } from './link-badge.tsx';
import type { LinkRow } from './types.ts';
import { useAmountText } from './use-amount-text.ts';

const nothing = <span className="text-muted-foreground max-sm:hidden">—</span>;

export function useLinkColumns(): DataTableColumn<LinkRow>[] {
  const t = useTranslations('links');
  const amountText = useAmountText();
  return [
    {
      id: 'title',
      header: t('columns.title'),
      isLong: true,
      cell: ({ title, accountReference, referencePrefix }) => (
        <span className="flex min-w-0 flex-col">
          <span>{title}</span>
          <span className="font-mono font-normal text-muted-foreground text-xs">
            {accountReference ?? `${referencePrefix}-…`}
          </span>
        </span>
      ),
    },
    {
      id: 'kind',
      header: t('columns.kind'),
      width: '7.5rem',
      hideBelow: 'md',
      phone: 'hidden',
      cell: ({ kind }) => t(`kind.${kind}`),
    },
    {
      id: 'amount',
      header: t('columns.amount'),
      width: '9.5rem',
      align: 'right',
      phone: 'end',
      cell: (row) => <span className="whitespace-normal font-medium tabular-nums">{amountText(row)}</span>,
    },
    {
      id: 'status',
      header: t('columns.status'),
      width: '9.5rem',
      phone: 'below',
      cell: (row) => <LinkBadge {...row} />,
    },
    {
      id: 'paid',
      header: t('columns.paid'),
      width: '9rem',
      align: 'right',
      hideBelow: 'sm',
      phone: 'below',
      cell: ({ paidAmount, paidCount }) =>
        paidCount === 0 ? (
          nothing
        ) : (
          <span className="flex flex-col max-sm:flex-row max-sm:gap-1.5 sm:py-1.5">
            <span className="tabular-nums">{formatMoney(paidAmount)}</span>
            <span className="text-muted-foreground text-xs">{t('figures.payments', { count: paidCount })}</span>
          </span>
        ),
    },
    {
      id: 'ends',
      header: t('columns.ends'),
      width: '8.5rem',
      hideBelow: 'md',
      phone: 'hidden',
      cell: ({ expiresAt }) => (expiresAt ? <Time value={expiresAt} className="tabular-nums" /> : t('never')),
    },
    {
      id: 'by',
      header: t('columns.by'),
      width: '11rem',
      hideBelow: 'lg',
      phone: 'hidden',
      cell: ({ by }) => (
        <span className="wrap-anywhere line-clamp-2 max-w-40">
          <ActorName who={by} />
        </span>
      ),
    },
  ];
}
