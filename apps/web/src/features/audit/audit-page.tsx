'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DataTable, type DataTableColumn, EmptyState, PageHeader } from '@tillgate/ui';
import { ScrollText } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryState } from 'nuqs';
import { useTranslations } from 'use-intl/react';
import { ActorName } from '@/features/developers/actor-name';
import { ListPages } from '@/features/developers/list-pages';
import { LoadError } from '@/features/developers/load-error';
import { SamePageLinks } from '@/features/developers/same-page-links';
import type { AuditRow } from '@/features/developers/types';
import { useListFilters } from '@/features/developers/use-list-filters';
import { useRowHref } from '@/features/developers/use-row-href';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { AuditFilters, auditFilterNames } from './audit-filters.tsx';
import { EnvironmentName } from './environment-name.tsx';
import { useSentence } from './use-sentence.ts';

const AuditSheet = dynamic(() => import('./audit-sheet.tsx').then((part) => part.AuditSheet));

/** Who did what in the application and its organization. */
export function AuditPage() {
  const t = useTranslations('audit');
  const trpc = useTRPC();
  const tenant = useTenant();
  const filters = useListFilters(auditFilterNames);
  const [open, setOpen] = useQueryState('entry', { history: 'push' });
  const rowHref = useRowHref('entry');
  const columns = useColumns();
  const { values, page } = filters;
  const entries = useQuery(
    trpc.audit.list.queryOptions({ ...tenant, ...values, ...page }, { placeholderData: keepPreviousData }),
  );
  const opened = entries.data?.rows.find(({ id }) => id === open);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} />
      <AuditFilters filters={filters} />
      <SamePageLinks>
        <DataTable
          caption={t('title')}
          columns={columns}
          rows={entries.data?.rows ?? []}
          rowKey={({ id }) => id}
          getRowHref={({ id }) => rowHref(id)}
          selectedKey={open ?? undefined}
          isLoading={entries.isPending}
          empty={entries.isError ? <LoadError query={entries} /> : <NoEntries isFiltered={filters.isFiltered} />}
        />
      </SamePageLinks>
      <ListPages page={entries.data} isFetching={entries.isPlaceholderData} turnTo={filters.turnTo} />
      {opened && <AuditSheet entry={opened} onClose={() => void setOpen(null)} />}
    </div>
  );
}

function useColumns(): DataTableColumn<AuditRow>[] {
  const t = useTranslations('audit');
  const sentence = useSentence();
  return [
    {
      id: 'what',
      header: t('columns.what'),
      cell: (row) => <span className="line-clamp-2 max-w-xl whitespace-normal font-normal">{sentence(row)}</span>,
    },
    {
      id: 'who',
      header: t('columns.who'),
      phone: 'below',
      cell: ({ who }) => (
        <span className="inline-block max-w-56 truncate align-middle">
          <ActorName who={who} />
        </span>
      ),
    },
    {
      id: 'environment',
      header: t('columns.environment'),
      hideBelow: 'md',
      phone: 'hidden',
      cell: ({ detail }) => <EnvironmentName environment={detail.environment} />,
    },
    {
      id: 'at',
      header: t('columns.at'),
      align: 'right',
      phone: 'below',
      cell: ({ createdAt }) => <Time value={createdAt} format="dateTimeSeconds" className="text-muted-foreground" />,
    },
  ];
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations('audit.empty');
  return (
    <EmptyState
      icon={<ScrollText />}
      title={isFiltered ? t('filteredTitle') : t('title')}
      description={isFiltered ? t('filteredDescription') : t('description')}
    />
  );
}
