'use client';

import { useQuery } from '@tanstack/react-query';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { isSettled } from './types.ts';

const quickMs = 500;
const calmMs = 2_000;
/** Most orders are carried out within seconds, while the person still watches the button they pressed. */
const quickLooks = 12;

/**
 * Follows an order until its outcome is known: every half second at first, then every two. Undefined follows nothing.
 */
export function useOrder(orderId: string | undefined) {
  const trpc = useTRPC();
  const tenant = useTenant();
  const query = useQuery(
    trpc.orders.get.queryOptions(
      { ...tenant, orderId: orderId ?? '' },
      {
        enabled: orderId !== undefined,
        staleTime: 0,
        refetchInterval: ({ state }) => {
          // M-PESA reports the outcome of an executed order later.
          if (isSettled(state.data) && state.data?.result !== 'pending') return false;
          const isWaiting = state.data?.status === 'awaiting_approval';
          return isWaiting || state.dataUpdateCount > quickLooks ? calmMs : quickMs;
        },
      },
    ),
  );
  return { order: query.data, isSettled: isSettled(query.data), error: query.error, query };
}
