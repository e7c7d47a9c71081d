'use client';

import { Card, CardHeader, DataTable, type DataTableColumn } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { useReasonText } from '@/features/reviews/use-reason-text';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import type { OfflineState } from './types.ts';

type Row = OfflineState['reviews']['rows'][number];

/** What waits for a person: offline payments with something odd, and confirmations that no payment could be made of. */
export function OfflineReviews({ rows }: { rows: Row[] }) {
  const t = useTranslations('offline.reviews');
  const tenant = useTenant();
  return (
    <Card>
      <CardHeader
        title={t('title')}
        description={t('more')}
        actions={
          <Link href={tenantPath(tenant, 'reviews')} className="touch-area text-link text-sm hover:underline">
            {t('all')}
          </Link>
        }
      />
      <DataTable
        isEmbedded
        caption={t('title')}
        columns={useColumns()}
        rows={rows}
        rowKey={({ reviewId }) => reviewId}
        getRowHref={({ reviewId }) => tenantPath(tenant, `reviews/${reviewId}`)}
      />
    </Card>
  );
}

function useColumns(): DataTableColumn<Row>[] {
  const t = useTranslations('reviews.list');
  const textOf = useReasonText();
  return [
    {
      id: 'opened',
      header: t('opened'),
      cell: ({ openedAt }) => <Time value={openedAt} format="relative" />,
      phone: 'below',
    },
    {
      id: 'why',
      header: t('why'),
      cell: ({ words }) => <span className="line-clamp-2 min-w-0 whitespace-normal">{textOf(words)}</span>,
      phone: 'start',
    },
    {
      id: 'receipt',
      header: t('receipt'),
      cell: ({ receipt }) => receipt ?? '—',
      mono: true,
      hideBelow: 'md',
      phone: 'hidden',
    },
    {
      id: 'amount',
      header: t('amount'),
      cell: ({ amount }) => (amount === null ? '—' : formatMoney(amount)),
      align: 'right',
      phone: 'end',
    },
  ];
}
