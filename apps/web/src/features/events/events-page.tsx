'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Badge, type DataTableColumn } from '@tillgate/ui';
import { Zap } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryState } from 'nuqs';
import { useTranslations } from 'use-intl/react';
import { ExportButton } from '@/features/exports/export-button';
import { ListFilters } from '@/features/lists/list-filters';
import { OpenablePage } from '@/features/lists/openable-page';
import { useList } from '@/features/lists/use-list';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { DeliveriesSummary } from './deliveries-summary.tsx';
import { eventList } from './filters.ts';
import type { EventRow } from './types.ts';

const EventSheet = dynamic(() => import('./event-sheet.tsx').then((part) => part.EventSheet));

const refreshMs = 5_000;

/** The webhook events of the application, with their deliveries. */
export function EventsPage() {
  const trpc = useTRPC();
  const tenant = useTenant();
  const list = useList(eventList);
  const [open, setOpen] = useQueryState('event', { history: 'push' });
  const columns = useColumns();
  const events = useQuery(
    trpc.events.list.queryOptions(
      { ...tenant, ...list.input },
      { placeholderData: keepPreviousData, refetchInterval: list.isAtTop && refreshMs },
    ),
  );
  return (
    <OpenablePage
      list={list}
      actions={<ExportButton list="events" input={list.input} />}
      filters={<ListFilters list={list} />}
      query={events}
      param="event"
      openId={open}
      columns={columns}
      icon={<Zap />}
    >
      {open && <EventSheet eventId={open} onClose={() => void setOpen(null)} />}
    </OpenablePage>
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
