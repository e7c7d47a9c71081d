'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Badge, Card, CardHeader, DataTable, type DataTableColumn, EmptyState } from '@tillgate/ui';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ExportButton } from '@/features/exports/export-button';
import { ListFoot } from '@/features/lists/list-foot';
import { Person } from '@/features/lists/person';
import { StatusReason } from '@/features/lists/status-reason';
import { StatusBadge } from '@/features/payments/status-badge';
import { useSaidNetwork } from '@/features/rails/use-networks';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { AttemptRow, LinkDetail } from './types.ts';

const nothing = <span className="text-muted-foreground">—</span>;

type Props = { link: LinkDetail; refreshMs: number | false };

/** Who tried to pay on a link, what became of it, and what they answered. */
export function AttemptsTable({ link, refreshMs }: Props) {
  const t = useTranslations('links.attempts');
  const trpc = useTRPC();
  const tenant = useTenant();
  const mayOpen = usePermission('payments.read');
  const [place, setPlace] = useState<{ before?: string; after?: string }>({});
  const attempts = useQuery(
    trpc.links.attempts.queryOptions(
      { ...tenant, linkId: link.linkId, ...place },
      { placeholderData: keepPreviousData, refetchInterval: refreshMs },
    ),
  );
  const { data } = attempts;
  return (
    <div className="flex flex-col gap-2">
      <Card>
        <CardHeader
          title={t('title')}
          description={t('description')}
          actions={<ExportButton list="link_payments" input={{ linkId: link.linkId }} />}
        />
        <DataTable
          isEmbedded
          caption={t('title')}
          columns={useColumns(link)}
          rows={data?.rows ?? []}
          rowKey={({ id }) => id}
          getRowHref={({ payment }) =>
            payment && mayOpen ? tenantPath(tenant, `payments/${payment.paymentId}`) : undefined
          }
          getRowName={({ amount, phone }) => [formatMoney(amount), phone].filter(Boolean).join(', ')}
          isLoading={attempts.isPending}
          skeletonRows={3}
          empty={
            attempts.isError ? (
              <LoadError query={attempts} />
            ) : (
              <EmptyState icon={<Smartphone />} title={t('empty')} description={t('emptyMore')} />
            )
          }
        />
      </Card>
      {data && (data.older || data.newer) && (
        <ListFoot
          page={{ ...data, count: data.rows.length }}
          isFetching={attempts.isPlaceholderData}
          turnTo={({ before, after }) => setPlace({ ...(before && { before }), ...(after && { after }) })}
        />
      )}
    </div>
  );
}

function useColumns(link: LinkDetail): DataTableColumn<AttemptRow>[] {
  const t = useTranslations('links.attempts');
  const labels = new Map(link.fields.map(({ name, label }) => [name, label]));
  return [
    { id: 'time', header: t('time'), width: '9.75rem', cell: ({ createdAt }) => <Time value={createdAt} /> },
    {
      id: 'phone',
      header: t('phone'),
      width: '10rem',
      phone: 'below',
      cell: ({ payment, phone }) => <Person name={payment?.payerName ?? null}>{phone ?? nothing}</Person>,
    },
    {
      id: 'amount',
      header: t('amount'),
      width: '7.5rem',
      align: 'right',
      phone: 'end',
      cell: ({ amount }) => <span className="font-medium tabular-nums">{formatMoney(amount)}</span>,
    },
    { id: 'what', header: t('what'), phone: 'below', cell: (row) => <What row={row} /> },
    {
      id: 'reference',
      header: t('reference'),
      width: '9rem',
      mono: true,
      hideBelow: 'md',
      phone: 'hidden',
      cell: ({ payment }) => payment?.providerReceipt ?? payment?.accountRef ?? nothing,
    },
    ...(labels.size > 0
      ? [
          {
            id: 'answers',
            header: t('answers'),
            width: '14rem',
            isLong: true,
            phone: 'below' as const,
            cell: ({ answers }: AttemptRow) => {
              const said = Object.entries(answers).map(([name, text]) => `${labels.get(name) ?? name}: ${text}`);
              return said.length > 0 ? said.join(' · ') : nothing;
            },
          },
        ]
      : []),
  ];
}

/** What became of a try, in words. */
function What({ row: { state, payment, reason, refusal, retryAt } }: { row: AttemptRow }) {
  const t = useTranslations('links.attempts');
  const said = useSaidNetwork();
  if (payment) {
    const isUncounted = payment.status === 'success' && !payment.isCounted;
    const also = state === 'offline' ? t('offline') : isUncounted ? t('uncounted') : reason?.title;
    return (
      <StatusReason reason={also}>
        <StatusBadge status={payment.status} />
      </StatusReason>
    );
  }
  if (state === 'waiting' || state === 'handed') {
    return (
      <Badge tone="info" dot>
        {t('waiting')}
      </Badge>
    );
  }
  const why = state === 'stale' ? t('stale') : t(`refusals.${refusal ?? 'other'}`, said);
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-0.5 whitespace-normal sm:py-1">
      <Badge tone="warning">{t('notSent')}</Badge>
      <span className="text-muted-foreground text-xs">
        {why} {retryAt && t.rich('retryAt', { time: () => <Time value={retryAt} format="time" /> })}
      </span>
    </span>
  );
}
