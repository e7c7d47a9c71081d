'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type DataTableColumn, EmptyState, PageHeader } from '@tillgate/ui';
import { ScrollText } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryState } from 'nuqs';
import { useTranslations } from 'use-intl/react';
import { ActorName } from '@/features/actors/actor-name';
import { ListFilters } from '@/features/lists/list-filters';
import { OpenableTable } from '@/features/lists/openable-table';
import { useList } from '@/features/lists/use-list';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { EnvironmentName } from './environment-name.tsx';
import { auditList } from './filters.ts';
import type { AuditRow } from './types.ts';
import { useSentence } from './use-sentence.ts';

const AuditSheet = dynamic(() => import('./audit-sheet.tsx').then((part) => part.AuditSheet));

/** The audit log of the application and its organization. */
export function AuditPage() {
  const t = useTranslations('audit');
  const trpc = useTRPC();
  const tenant = useTenant();
  const list = useList(auditList);
  const [open, setOpen] = useQueryState('entry', { history: 'push' });
  const columns = useColumns();
  const entries = useQuery(
    trpc.audit.list.queryOptions({ ...tenant, ...list.input }, { placeholderData: keepPreviousData }),
  );
  const opened = entries.data?.rows.find(({ id }) => id === open);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} />
      <ListFilters list={list} />
      <OpenableTable
        list={list}
        query={entries}
        param="entry"
        openId={open}
        caption={t('title')}
        columns={columns}
        empty={<NoEntries isFiltered={list.isFiltered} />}
      />
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
