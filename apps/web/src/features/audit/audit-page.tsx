'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from '@tillgate/ui';
import { ScrollText } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { ActorName } from '@/features/actors/actor-name';
import { ListFilters } from '@/features/lists/list-filters';
import { ListPage } from '@/features/lists/list-page';
import { useList } from '@/features/lists/use-list';
import { useRowHref } from '@/features/lists/use-row-href';
import { onDemand } from '@/features/shell/on-demand';
import { useAddress } from '@/features/shell/use-address';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { EnvironmentName } from './environment-name.tsx';
import { auditList } from './filters.ts';
import type { AuditRow } from './types.ts';
import { useSentence } from './use-sentence.ts';

const AuditSheet = onDemand(() => import('./audit-sheet.tsx').then((part) => part.AuditSheet));

const parameters = ['entry'] as const;

/** The audit log of the application and its organization. */
export function AuditPage() {
  const trpc = useTRPC();
  const tenant = useTenant();
  const list = useList(auditList);
  const hrefOf = useRowHref('entry');
  const [{ entry: open }, setAddress] = useAddress(parameters);
  const columns = useColumns();
  const entries = useQuery(
    trpc.audit.list.queryOptions({ ...tenant, ...list.input }, { placeholderData: keepPreviousData }),
  );
  const opened = entries.data?.rows.find(({ id }) => id === open);
  return (
    <ListPage
      list={list}
      filters={<ListFilters list={list} />}
      query={entries}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => hrefOf(id)}
      openKey={open}
      columns={columns}
      icon={<ScrollText />}
    >
      {opened && <AuditSheet entry={opened} onClose={() => setAddress({ entry: null })} />}
    </ListPage>
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
