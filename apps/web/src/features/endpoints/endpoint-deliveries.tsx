'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, DataTable, type DataTableColumn, EmptyState, FilterBar } from '@tillgate/ui';
import { Inbox } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { ChoiceFilter } from '@/features/developers/choice-filter';
import { DeliveryBadge } from '@/features/developers/delivery-badge';
import { eventTypes } from '@/features/developers/event-types';
import { ListPages } from '@/features/developers/list-pages';
import { LoadError } from '@/features/developers/load-error';
import { PeriodFilter } from '@/features/developers/period-filter';
import type { DeliveryRow, Endpoint } from '@/features/developers/types';
import { type ListFilters, useListFilters } from '@/features/developers/use-list-filters';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';

const names = ['tab', 'status', 'type'] as const;
const statuses = ['due', 'delivered', 'exhausted', 'cancelled'] as const;
const refreshMs = 3_000;

/** What an endpoint was sent, the newest first. */
export function EndpointDeliveries({ endpoint: { endpointId } }: { endpoint: Endpoint }) {
  const t = useTranslations('deliveries');
  const trpc = useTRPC();
  const tenant = useTenant();
  const filters = useListFilters(names);
  const { status, type } = filters.values;
  const { after: _, ...page } = filters.page;
  const deliveries = useQuery(
    trpc.deliveries.list.queryOptions(
      { ...tenant, endpointId, status, type, ...page },
      { placeholderData: keepPreviousData, refetchInterval: refreshMs },
    ),
  );
  const rows = deliveries.data?.deliveries ?? [];
  const isFiltered = status !== undefined || type !== undefined || page.since !== undefined;
  return (
    <div className="flex flex-col gap-3">
      <Filters filters={filters} />
      <DataTable
        caption={t('title')}
        columns={useColumns()}
        rows={rows}
        rowKey={({ deliveryId }) => deliveryId}
        getRowHref={({ deliveryId }) => tenantPath(tenant, `developers/deliveries/${deliveryId}`)}
        isLoading={deliveries.isPending}
        empty={deliveries.isError ? <LoadError query={deliveries} /> : <NoDeliveries isFiltered={isFiltered} />}
      />
      <ListPages
        page={deliveries.data && { rows, newer: page.before ? 'newest' : null, older: deliveries.data.next }}
        isFetching={deliveries.isFetching && deliveries.isPlaceholderData}
        // Deliveries page towards the older ones only; the other way leads back to the newest.
        turnTo={({ before }) => filters.turnTo({ before })}
      />
    </div>
  );
}

function Filters({ filters }: { filters: ListFilters<(typeof names)[number]> }) {
  const t = useTranslations('deliveries');
  const word = useTranslations('developers');
  const { values, set, days } = filters;
  return (
    <FilterBar label={t('filters.label')}>
      <ChoiceFilter
        label={t('filters.status')}
        options={statuses.map((value) => ({ value, label: word(`deliveryStatus.${value}`) }))}
        value={values.status}
        onChange={(status) => set({ status })}
      />
      <ChoiceFilter
        label={t('filters.type')}
        options={eventTypes.map((value) => ({ value, label: value }))}
        value={values.type}
        onChange={(type) => set({ type })}
      />
      <PeriodFilter value={days} onChange={({ from, to }) => set({ from, to })} />
      {(values.status || values.type || days.from || days.to) && (
        <Button
          variant="ghost"
          onClick={() => set({ status: undefined, type: undefined, from: undefined, to: undefined })}
        >
          {word('clearFilters')}
        </Button>
      )}
    </FilterBar>
  );
}

function useColumns(): DataTableColumn<DeliveryRow>[] {
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
      cell: ({ nextAttemptAt }) => nextAttemptAt && <Time value={nextAttemptAt} format="dateTimeSeconds" />,
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
