'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CodeBlock, DataTable, EmptyState, PageHeader } from '@tillgate/ui';
import { Terminal } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryState } from 'nuqs';
import { useTranslations } from 'use-intl/react';
import { ListPages } from '@/features/developers/list-pages';
import { LoadError } from '@/features/developers/load-error';
import { SamePageLinks } from '@/features/developers/same-page-links';
import { useListFilters } from '@/features/developers/use-list-filters';
import { useRowHref } from '@/features/developers/use-row-href';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { useRequestColumns } from './request-columns.tsx';
import { RequestFilters, requestFilterNames } from './request-filters.tsx';

const RequestSheet = dynamic(() => import('./request-sheet.tsx').then((part) => part.RequestSheet));

const refreshMs = 5_000;

/** The calls of the REST API, as their developers debug them. */
export function RequestsPage({ apiUrl }: { apiUrl: string }) {
  const t = useTranslations('requests');
  const trpc = useTRPC();
  const tenant = useTenant();
  const filters = useListFilters(requestFilterNames);
  const [open, setOpen] = useQueryState('request', { history: 'push' });
  const rowHref = useRowHref('request');
  const columns = useRequestColumns();
  const { values, page } = filters;
  const isNewest = !page.before && !page.after;
  const requests = useQuery(
    trpc.requests.list.queryOptions(
      { ...tenant, ...values, ...page },
      { placeholderData: keepPreviousData, refetchInterval: isNewest && refreshMs },
    ),
  );
  const rows = requests.data?.rows ?? [];
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} />
      <RequestFilters filters={filters} />
      <SamePageLinks>
        <DataTable
          caption={t('title')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          getRowHref={({ id }) => rowHref(id)}
          selectedKey={open ?? undefined}
          isLoading={requests.isPending}
          empty={
            requests.isError ? (
              <LoadError query={requests} />
            ) : (
              <NoRequests apiUrl={apiUrl} isFiltered={filters.isFiltered} />
            )
          }
        />
      </SamePageLinks>
      <ListPages page={requests.data} isFetching={requests.isPlaceholderData} turnTo={filters.turnTo} />
      {open && <RequestSheet requestId={open} onClose={() => void setOpen(null)} />}
    </div>
  );
}

function NoRequests({ apiUrl, isFiltered }: { apiUrl: string; isFiltered: boolean }) {
  const t = useTranslations('requests.empty');
  const command = `curl '${apiUrl}/payments?limit=1' \\\n  -H 'Authorization: Bearer <key>'`;
  return (
    <EmptyState
      icon={<Terminal />}
      title={isFiltered ? t('filteredTitle') : t('title')}
      description={isFiltered ? t('filteredDescription') : t('description')}
      action={!isFiltered && <CodeBlock code={command} label={t('command')} />}
    />
  );
}
