'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { PaymentFilters } from '../filters.ts';
import type { PaymentRow } from '../types.ts';

const watchMs = 2_500;

/**
 * The page of the list that the filters name. Its pending rows are read again every few seconds, and new payments are counted, not
 * inserted: nothing moves under the reader's hand.
 */
export function usePayments(filters: PaymentFilters) {
  const trpc = useTRPC();
  const tenant = useTenant();
  const { input, isAtTop } = filters;
  const list = useQuery(
    trpc.payments.list.queryOptions(
      { ...tenant, ...input },
      {
        placeholderData: keepPreviousData,
        // An empty list has no row to count from, so the list itself is polled.
        refetchInterval: ({ state }) => (isAtTop && state.data?.payments.length === 0 ? watchMs : false),
      },
    ),
  );
  const page = list.data;
  const pendingIds = useMemo(
    () => (page?.payments ?? []).filter(({ status }) => status === 'pending').map(({ paymentId }) => paymentId),
    [page],
  );
  const { before: _before, after: _after, ...filter } = input;
  const top = isAtTop ? (page?.top ?? undefined) : undefined;
  const watch = useQuery(
    trpc.payments.watch.queryOptions(
      { ...tenant, ...filter, paymentIds: pendingIds, after: top },
      {
        enabled: !list.isPlaceholderData && (pendingIds.length > 0 || top !== undefined),
        refetchInterval: watchMs,
        staleTime: 0,
      },
    ),
  );
  const rows = useMemo(() => merged(page?.payments ?? [], watch.data?.payments ?? []), [page, watch.data]);
  return {
    list,
    rows,
    newCount: watch.data && top !== undefined ? watch.data.newCount : 0,
    newMore: watch.data?.newMore ?? false,
  };
}

function merged(rows: PaymentRow[], changed: PaymentRow[]): PaymentRow[] {
  if (changed.length === 0) return rows;
  const byId = new Map(changed.map((row) => [row.paymentId, row]));
  return rows.map((row) => byId.get(row.paymentId) ?? row);
}
