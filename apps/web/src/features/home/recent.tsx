'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge, Card, CardHeader, DataTable, type DataTableColumn, type Tone } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Person } from '@/features/lists/person';
import { StatusReason } from '@/features/lists/status-reason';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, maskPhone, Time } from '@/format';
import { givenReference } from '@/format/given-reference';
import { useTRPC } from '@/trpc/client';
import type { RecentPayment } from './types.ts';

const quickMs = 1_500;
const calmMs = 5_000;
const rowsMax = 6;

const tones = { pending: 'info', success: 'success', failed: 'danger', refunded: 'neutral' } satisfies Record<
  string,
  Tone
>;

const shownStatus = ({ status, refunded }: RecentPayment) => (refunded > 0 ? 'refunded' : status);

/** The latest payments; pending ones change under the eye. */
export function Recent({ className }: { className?: string }) {
  return usePermission('payments.read') ? <RecentPayments className={className} /> : null;
}

function RecentPayments({ className }: { className?: string }) {
  const t = useTranslations('home.recent');
  const trpc = useTRPC();
  const tenant = useTenant();
  const recent = useQuery(
    trpc.reports.recent.queryOptions(tenant, {
      refetchInterval: ({ state }) =>
        state.data?.payments.some(({ status }) => status === 'pending') ? quickMs : calmMs,
    }),
  );
  const columns = useColumns();
  const empty = recent.isError ? (
    <LoadError query={recent} />
  ) : (
    <p className="px-4 py-6 text-center text-muted-foreground text-sm">{t('empty')}</p>
  );
  return (
    <Card className={className}>
      <CardHeader
        title={t('title')}
        actions={
          <Link href={tenantPath(tenant, 'payments')} className="touch-area text-link text-sm hover:underline">
            {t('all')}
          </Link>
        }
      />
      <DataTable
        columns={columns}
        rows={recent.data?.payments ?? []}
        rowKey={({ paymentId }) => paymentId}
        getRowHref={({ paymentId }) => tenantPath(tenant, `payments/${paymentId}`)}
        isLoading={recent.isPending}
        skeletonRows={rowsMax}
        empty={empty}
        caption={t('caption')}
        isEmbedded
      />
    </Card>
  );
}

function useColumns(): DataTableColumn<RecentPayment>[] {
  const t = useTranslations('home');
  return [
    { id: 'time', header: t('recent.time'), cell: ({ createdAt }) => <Time value={createdAt} format="relative" /> },
    {
      id: 'phone',
      header: t('recent.phone'),
      cell: ({ payerName, phone }) => (
        <Person name={payerName}>{phone ? maskPhone(phone) : t('recent.noPhone')}</Person>
      ),
    },
    {
      id: 'reference',
      header: t('recent.reference'),
      cell: (payment) => givenReference(payment) ?? '—',
      hideBelow: 'md',
    },
    { id: 'amount', header: t('recent.amount'), cell: ({ amount }) => formatMoney(amount), align: 'right' },
    {
      id: 'status',
      header: t('recent.status'),
      cell: (payment) => (
        <StatusReason reason={payment.reason?.title}>
          <Badge tone={tones[shownStatus(payment)]} dot={payment.status === 'pending'}>
            {t(`statuses.${shownStatus(payment)}`)}
          </Badge>
        </StatusReason>
      ),
    },
  ];
}
