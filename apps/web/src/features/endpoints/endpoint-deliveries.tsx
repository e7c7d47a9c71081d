'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DataTable, type DataTableColumn, EmptyState } from '@tillgate/ui';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { DeliveryBadge } from '@/features/deliveries/delivery-badge';
import type { DeliveryRow } from '@/features/deliveries/types';
import { ExportButton } from '@/features/exports/export-button';
import { ListFilters } from '@/features/lists/list-filters';
import { ListFoot } from '@/features/lists/list-foot';
import { selectionColumn } from '@/features/lists/selection';
import { useList } from '@/features/lists/use-list';
import { useSelection } from '@/features/lists/use-selection';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { Time, timeText, usePreferences } from '@/format';
import { useTRPC } from '@/trpc/client';
import { deliveryList } from './delivery-filters.ts';
import { ResendResult, type ResendResults, ResendSelected } from './resend-selected.tsx';
import type { Endpoint } from './types.ts';

const refreshMs = 3_000;

/** The deliveries to an endpoint, newest first. */
export function EndpointDeliveries({ endpoint: { endpointId, health } }: { endpoint: Endpoint }) {
  const t = useTranslations('deliveries');
  const trpc = useTRPC();
  const tenant = useTenant();
  const list = useList(deliveryList);
  const { after: _, ...input } = list.input;
  const deliveries = useQuery(
    trpc.deliveries.list.queryOptions(
      { ...tenant, endpointId, ...input },
      { placeholderData: keepPreviousData, refetchInterval: refreshMs },
    ),
  );
  const rows = deliveries.data?.deliveries ?? [];
  const mayResend = usePermission('endpoints.write');
  const preferences = usePreferences();
  const selection = useSelection(rows.map(({ deliveryId }) => deliveryId));
  const [results, setResults] = useState<ResendResults>();
  const columns = useColumns(health.circuit.state !== 'closed');
  const boxes = selectionColumn<DeliveryRow>(selection, {
    idOf: ({ deliveryId }) => deliveryId,
    nameOf: ({ createdAt, type }) => t('bulk.one', { type, time: timeText(createdAt, 'dateTimeSeconds', preferences) }),
    all: t('bulk.page'),
    count: rows.length,
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <ListFilters list={list} />
        <ExportButton list="deliveries" input={{ endpointId, ...input }} />
      </div>
      {results && <ResendResult results={results} />}
      <DataTable
        caption={t('title')}
        columns={mayResend ? [boxes, ...columns] : columns}
        rows={rows}
        rowKey={({ deliveryId }) => deliveryId}
        getRowHref={({ deliveryId }) => tenantPath(tenant, `developers/deliveries/${deliveryId}`)}
        isLoading={deliveries.isPending}
        empty={deliveries.isError ? <LoadError query={deliveries} /> : <NoDeliveries isFiltered={list.isFiltered} />}
      />
      <ListFoot
        page={
          deliveries.data && { count: rows.length, newer: input.before ? 'newest' : null, older: deliveries.data.next }
        }
        isFetching={deliveries.isPlaceholderData}
        // The server pages towards older deliveries only. The other way leads back to the newest.
        turnTo={({ before }) => list.turnTo({ before })}
      />
      {mayResend && <ResendSelected selection={selection} total={rows.length} onDone={setResults} />}
    </div>
  );
}

function useColumns(isPaused: boolean): DataTableColumn<DeliveryRow>[] {
  const t = useTranslations('deliveries');
  return [
    { id: 'at', header: t('columns.at'), cell: ({ createdAt }) => <Time value={createdAt} format="dateTimeSeconds" /> },
    {
      id: 'type',
      header: t('columns.type'),
      mono: true,
      cell: ({ type, test, copy }) => `${type}${test ? ` · ${t('test')}` : ''}${copy > 0 ? ` · ${t('copy')}` : ''}`,
    },
    {
      id: 'status',
      header: t('columns.status'),
      phone: 'end',
      cell: ({ status, attemptCount }) => <DeliveryBadge status={status} attemptCount={attemptCount} />,
    },
    {
      id: 'answer',
      header: t('columns.answer'),
      cell: ({ lastStatusCode, lastError }) =>
        lastStatusCode ?? <span className="text-muted-foreground">{lastError ? t('noAnswer') : '—'}</span>,
    },
    { id: 'attempts', header: t('columns.attempts'), align: 'right', phone: 'hidden', cell: (row) => row.attemptCount },
    {
      id: 'next',
      header: t('columns.next'),
      hideBelow: 'lg',
      phone: 'hidden',
      cell: ({ nextAttemptAt }) =>
        nextAttemptAt &&
        // A paused endpoint gets one test delivery at a time. The others wait, whatever time they were planned for.
        (isPaused ? (
          <span className="text-muted-foreground">{t('waitsForEndpoint')}</span>
        ) : (
          <Time value={nextAttemptAt} format="dateTimeSeconds" />
        )),
    },
  ];
}

function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations('deliveries.empty');
  return (
    <EmptyState
      icon={<Inbox />}
      title={isFiltered ? t('filteredTitle') : t('title')}
      description={isFiltered ? undefined : t('description')}
    />
  );
}
