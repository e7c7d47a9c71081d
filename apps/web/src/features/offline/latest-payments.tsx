'use client';

import { Card, CardHeader, DataTable, type DataTableColumn, EmptyState } from '@tillgate/ui';
import { Store } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { Person } from '@/features/lists/person';
import { StatusBadge } from '@/features/payments/status-badge';
import { Link } from '@/features/shell/link';
import { Permitted } from '@/features/shell/permitted';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, maskPhone, Time } from '@/format';
import type { OfflineState } from './types.ts';

type Payment = OfflineState['recent'][number];

const skeletonRows = 10;
const nothing = <span className="text-muted-foreground">—</span>;

/** The newest offline payments, with the way to all of them. */
export function LatestPayments({ rows }: { rows: Payment[] | undefined }) {
  const t = useTranslations('offline.recent');
  const tenant = useTenant();
  return (
    <Card>
      <CardHeader
        title={t('title')}
        actions={
          <Permitted permission="payments.read">
            <Link
              href={`${tenantPath(tenant, 'payments')}?source=c2b`}
              className="touch-area text-link text-sm hover:underline"
            >
              {t('all')}
            </Link>
          </Permitted>
        }
      />
      <DataTable
        isEmbedded
        caption={t('title')}
        columns={useColumns()}
        rows={rows ?? []}
        rowKey={({ paymentId }) => paymentId}
        getRowHref={({ paymentId }) => tenantPath(tenant, `payments/${paymentId}`)}
        getRowName={({ amount, accountRef }) => [formatMoney(amount), accountRef].filter(Boolean).join(', ')}
        isLoading={rows === undefined}
        skeletonRows={skeletonRows}
        empty={<EmptyState icon={<Store />} title={t('empty')} description={t('emptyMore')} />}
      />
    </Card>
  );
}

function useColumns(): DataTableColumn<Payment>[] {
  const t = useTranslations('offline.recent');
  return [
    { id: 'time', header: t('time'), cell: ({ createdAt }) => <Time value={createdAt} format="relative" /> },
    {
      id: 'payer',
      header: t('payer'),
      cell: ({ payerName, phone }) => <Person name={payerName}>{phone ? maskPhone(phone) : nothing}</Person>,
      hideBelow: 'md',
      phone: 'hidden',
    },
    { id: 'reference', header: t('reference'), cell: ({ accountRef }) => accountRef || nothing, phone: 'start' },
    {
      id: 'receipt',
      header: t('receipt'),
      cell: ({ providerReceipt }) => providerReceipt ?? nothing,
      mono: true,
      hideBelow: 'md',
      phone: 'hidden',
    },
    { id: 'amount', header: t('amount'), cell: ({ amount }) => formatMoney(amount), align: 'right', phone: 'end' },
    { id: 'status', header: t('status'), cell: (payment) => <StatusBadge {...payment} /> },
  ];
}
