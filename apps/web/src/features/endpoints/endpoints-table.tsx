'use client';

import { DataTable, type DataTableColumn } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { EndpointStateDot } from './endpoint-state.tsx';
import { FailureShare, waitingText } from './health-text.tsx';
import type { Endpoint } from './types.ts';

type Props = { rows: readonly Endpoint[]; isLoading: boolean; empty: ReactNode };

export function EndpointsTable({ rows, isLoading, empty }: Props) {
  const t = useTranslations('endpoints');
  const tenant = useTenant();
  const columns: DataTableColumn<Endpoint>[] = [
    {
      id: 'url',
      header: t('columns.url'),
      cell: ({ url, description }) => (
        <span className="flex min-w-0 flex-col">
          <span className="max-w-md truncate">{url}</span>
          {description && <span className="truncate font-normal text-muted-foreground text-xs">{description}</span>}
        </span>
      ),
    },
    { id: 'state', header: t('columns.state'), phone: 'end', cell: (row) => <EndpointStateDot endpoint={row} /> },
    {
      id: 'lastSuccess',
      header: t('columns.lastSuccess'),
      cell: ({ health: { lastSuccessAt } }) =>
        lastSuccessAt ? (
          <Time value={lastSuccessAt} format="relative" />
        ) : (
          <span className="text-muted-foreground">{t('never')}</span>
        ),
    },
    {
      id: 'failures',
      header: t('columns.failures'),
      hideBelow: 'md',
      phone: 'hidden',
      cell: (row) => <FailureShare health={row.health} />,
    },
    {
      id: 'waiting',
      header: t('columns.waiting'),
      align: 'right',
      phone: 'hidden',
      cell: ({ health }) => waitingText(health),
    },
    {
      id: 'events',
      header: t('columns.events'),
      hideBelow: 'lg',
      phone: 'hidden',
      cell: ({ events }) => (events.length === 0 ? t('allEvents') : t('someEvents', { count: events.length })),
    },
  ];
  return (
    <DataTable
      caption={t('title')}
      columns={columns}
      rows={rows}
      rowKey={({ endpointId }) => endpointId}
      getRowHref={({ endpointId }) => tenantPath(tenant, `developers/endpoints/${endpointId}`)}
      isLoading={isLoading}
      skeletonRows={3}
      density="comfortable"
      empty={empty}
    />
  );
}
