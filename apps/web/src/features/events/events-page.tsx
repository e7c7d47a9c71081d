'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Badge, buttonVariants, type DataTableColumn } from '@tillgate/ui';
import { BookOpen, Zap } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { ExportButton } from '@/features/exports/export-button';
import { ListFilters } from '@/features/lists/list-filters';
import { ListPage } from '@/features/lists/list-page';
import { useList } from '@/features/lists/use-list';
import { useRowHref } from '@/features/lists/use-row-href';
import { Link } from '@/features/shell/link';
import { onDemand } from '@/features/shell/on-demand';
import { tenantPath } from '@/features/shell/tenant';
import { useAddress } from '@/features/shell/use-address';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { DeliveriesSummary } from './deliveries-summary.tsx';
import { eventList } from './filters.ts';
import type { EventRow } from './types.ts';

const EventSheet = onDemand(() => import('./event-sheet.tsx').then((part) => part.EventSheet));

const refreshMs = 5_000;
const parameters = ['event'] as const;

/** The webhook events of the application, with their deliveries. */
export function EventsPage() {
  const t = useTranslations('events');
  const trpc = useTRPC();
  const tenant = useTenant();
  const list = useList(eventList);
  const hrefOf = useRowHref('event');
  const [{ event: open }, setAddress] = useAddress(parameters);
  const columns = useColumns();
  const events = useQuery(
    trpc.events.list.queryOptions(
      { ...tenant, ...list.input },
      { placeholderData: keepPreviousData, refetchInterval: list.isAtTop && refreshMs },
    ),
  );
  return (
    <ListPage
      list={list}
      actions={
        <>
          <Link href={tenantPath(tenant, 'developers/event-types')} className={buttonVariants()}>
            <BookOpen aria-hidden="true" />
            {t('types')}
          </Link>
          <ExportButton list="events" input={list.input} />
        </>
      }
      filters={<ListFilters list={list} />}
      query={events}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => hrefOf(id)}
      openKey={open}
      columns={columns}
      nameOf={({ type }) => type}
      icon={<Zap />}
    >
      {open && <EventSheet eventId={open} onClose={() => setAddress({ event: null })} />}
    </ListPage>
  );
}

function useColumns(): DataTableColumn<EventRow>[] {
  const t = useTranslations('events');
  const word = useTranslations('webhooks');
  return [
    { id: 'at', header: t('columns.at'), cell: ({ createdAt }) => <Time value={createdAt} format="dateTimeSeconds" /> },
    {
      id: 'type',
      header: t('columns.type'),
      mono: true,
      cell: ({ type, test }) => (
        <span className="inline-flex items-center gap-2">
          {type}
          {test && (
            <Badge tone="info" className="font-sans">
              {word('test')}
            </Badge>
          )}
        </span>
      ),
    },
    {
      id: 'deliveries',
      header: t('columns.deliveries'),
      phone: 'end',
      cell: ({ deliveries }) => <DeliveriesSummary deliveries={deliveries} />,
    },
    {
      id: 'subject',
      header: t('columns.subject'),
      mono: true,
      hideBelow: 'lg',
      phone: 'hidden',
      cell: ({ subjectId }) => subjectId,
    },
  ];
}
