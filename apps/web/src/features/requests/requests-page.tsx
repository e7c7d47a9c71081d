'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CodeBlock, DataTable, EmptyState, PageHeader } from '@tillgate/ui';
import { Terminal } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryState } from 'nuqs';
import { useTranslations } from 'use-intl/react';
import { ListFoot } from '@/features/lists/list-foot';
import { SamePageLinks } from '@/features/lists/same-page-links';
import { useList } from '@/features/lists/use-list';
import { useRowHref } from '@/features/lists/use-row-href';
import { LoadError } from '@/features/shell/load-error';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { requestList } from './filters.ts';
import { useRequestColumns } from './request-columns.tsx';
import { RequestFilters } from './request-filters.tsx';

const RequestSheet = dynamic(() => import('./request-sheet.tsx').then((part) => part.RequestSheet));

const refreshMs = 5_000;

/** The calls of the REST API, as their developers debug them. */
export function RequestsPage({ apiUrl }: { apiUrl: string }) {
  const t = useTranslations('requests');
  const trpc = useTRPC();
  const tenant = useTenant();
  const list = useList(requestList);
  const [open, setOpen] = useQueryState('request', { history: 'push' });
  const rowHref = useRowHref('request');
  const columns = useRequestColumns();
  const requests = useQuery(
    trpc.requests.list.queryOptions(
      { ...tenant, ...list.input },
      { placeholderData: keepPreviousData, refetchInterval: list.isAtTop && refreshMs },
    ),
  );
  const rows = requests.data?.rows ?? [];
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} />
      <RequestFilters list={list} />
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
              <NoRequests apiUrl={apiUrl} isFiltered={list.isFiltered} />
            )
          }
        />
      </SamePageLinks>
      <ListFoot
        page={requests.data && { ...requests.data, count: rows.length }}
        isFetching={requests.isPlaceholderData}
        turnTo={list.turnTo}
      />
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
