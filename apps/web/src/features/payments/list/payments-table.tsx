'use client';

import { CopyButton, cn, DataTable, type DataTableColumn } from '@tillgate/ui';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import { Person } from '@/features/lists/person';
import { StatusReason } from '@/features/lists/status-reason';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, maskPhone, Time } from '@/format';
import { givenReference } from '@/format/given-reference';
import { StatusBadge } from '../status-badge.tsx';
import type { PaymentRow } from '../types.ts';

/** The last characters of an id, enough to distinguish rows. */
const idEnd = 6;
const nothing = <span className="text-muted-foreground">—</span>;

/** The columns of the list, all of them. */
export function usePaymentColumns(): DataTableColumn<PaymentRow>[] {
  const t = useTranslations('payments');
  return useMemo(
    () => [
      {
        id: 'time',
        header: t('columns.time'),
        width: '9.75rem',
        cell: (row) => <Time value={row.createdAt} className="tabular-nums" />,
      },
      {
        id: 'phone',
        header: t('columns.phone'),
        width: '11rem',
        cell: (row) => (
          <Person name={row.payerName} rail={row.rail}>
            {row.phone ? maskPhone(row.phone) : nothing}
          </Person>
        ),
      },
      {
        id: 'amount',
        header: t('columns.amount'),
        width: '8rem',
        align: 'right',
        phone: 'end',
        cell: (row) => (
          <span className={cn('font-medium tabular-nums', row.status === 'failed' && 'text-muted-foreground')}>
            {formatMoney(row.amount)}
          </span>
        ),
      },
      {
        id: 'reference',
        header: t('columns.reference'),
        width: '9rem',
        hideBelow: 'sm',
        isLong: true,
        phone: 'below',
        cell: (row) => givenReference(row) ?? nothing,
      },
      {
        id: 'receipt',
        header: t('columns.receipt'),
        width: '7.25rem',
        mono: true,
        hideBelow: 'md',
        phone: 'hidden',
        cell: (row) => row.providerReceipt ?? nothing,
      },
      {
        id: 'source',
        header: t('columns.source'),
        width: '6rem',
        hideBelow: 'lg',
        phone: 'hidden',
        cell: (row) => t(`source.${row.source}`),
      },
      {
        id: 'status',
        header: t('columns.status'),
        cell: (row) => (
          <StatusReason reason={row.reason?.title}>
            <StatusBadge {...row} />
          </StatusReason>
        ),
      },
      {
        id: 'copy',
        header: <span className="sr-only">{t('columns.copy')}</span>,
        width: '3.5rem',
        align: 'right',
        hideBelow: 'lg',
        phone: 'hidden',
        cell: (row) => (
          <CopyButton
            value={row.paymentId}
            label={t('copyIdOf', { end: row.paymentId.slice(-idEnd) })}
            className="-my-1"
          />
        ),
      },
    ],
    [t],
  );
}

type Props = {
  columns: DataTableColumn<PaymentRow>[];
  rows: PaymentRow[];
  isLoading: boolean;
  isStale: boolean;
  empty: ReactNode;
};

/** Payments, the newest first; each row leads to the payment. */
export function PaymentsTable({ columns, rows, isLoading, isStale, empty }: Props) {
  const t = useTranslations('payments');
  const tenant = useTenant();
  return (
    <DataTable
      caption={t('title')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.paymentId}
      getRowHref={(row) => tenantPath(tenant, `payments/${row.paymentId}`)}
      getRowName={(row) =>
        [formatMoney(row.amount), row.payerName ?? row.phone, t(`status.${row.status}`)].filter(Boolean).join(', ')
      }
      isLoading={isLoading}
      isStale={isStale}
      skeletonRows={20}
      empty={empty}
    />
  );
}
