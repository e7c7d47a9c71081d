'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DataTableColumn } from '@tillgate/ui';
import { ClipboardCheck } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { useActorName } from '@/features/actors/actor-name';
import { HeldLine } from '@/features/lists/held-line';
import { ListFilters } from '@/features/lists/list-filters';
import { ListPage } from '@/features/lists/list-page';
import { useList } from '@/features/lists/use-list';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { reviewList } from './filters.ts';
import type { ReviewRow } from './types.ts';
import { useReasonText } from './use-reason-text.ts';

const refreshMs = 15_000;

/** What waits for a person, newest first. */
export function ReviewsPage() {
  const t = useTranslations('reviews');
  const trpc = useTRPC();
  const tenant = useTenant();
  const list = useList(reviewList);
  const page = useQuery(
    trpc.reviews.list.queryOptions(
      { ...tenant, ...list.input },
      { placeholderData: keepPreviousData, refetchInterval: refreshMs },
    ),
  );
  return (
    <ListPage
      list={list}
      filters={
        <>
          <HeldLine />
          <ListFilters list={list} />
        </>
      }
      query={page}
      columns={useColumns()}
      keyOf={({ reviewId }) => reviewId}
      hrefOf={({ reviewId }) => tenantPath(tenant, `reviews/${reviewId}`)}
      caption={t('list.caption')}
      icon={<ClipboardCheck />}
    />
  );
}

function useColumns(): DataTableColumn<ReviewRow>[] {
  const t = useTranslations('reviews');
  const textOf = useReasonText();
  const nameOf = useActorName();
  return [
    {
      id: 'opened',
      header: t('list.opened'),
      cell: ({ openedAt }) => <Time value={openedAt} format="relative" />,
      phone: 'below',
    },
    {
      id: 'why',
      header: t('list.why'),
      cell: ({ words }) => <span className="line-clamp-2 min-w-0 whitespace-normal">{textOf(words)}</span>,
      phone: 'start',
    },
    {
      id: 'about',
      header: t('list.about'),
      cell: ({ subjectKind }) => t(`subjects.${subjectKind}`),
      hideBelow: 'md',
      phone: 'hidden',
    },
    {
      id: 'receipt',
      header: t('list.receipt'),
      cell: ({ receipt }) => receipt ?? '—',
      mono: true,
      hideBelow: 'lg',
      phone: 'hidden',
    },
    {
      id: 'assigned',
      header: t('list.assigned'),
      cell: ({ assignedTo }) => (
        <span className="block max-w-40 truncate">{assignedTo ? nameOf(assignedTo) : t('assignees.nobody')}</span>
      ),
      hideBelow: 'lg',
      phone: 'hidden',
    },
    {
      id: 'amount',
      header: t('list.amount'),
      cell: ({ amount }) => (amount === null ? '—' : formatMoney(amount)),
      align: 'right',
      phone: 'end',
    },
  ];
}
