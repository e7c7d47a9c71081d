'use client';

import { useQuery } from '@tanstack/react-query';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { PaymentDetail } from '../types.ts';

const liveMs = 2_000;
const calmMs = 15_000;

/** Whether something about it is still pending: its outcome, an event, a delivery or an order. */
function isMoving({ payment, deliveries, orders, reversals }: PaymentDetail): boolean {
  return (
    payment.status === 'pending' ||
    deliveries.some(({ status }) => status === 'due') ||
    orders.some(({ status }) => status === 'approved') ||
    reversals.some(({ status }) => status === 'pending')
  );
}

/** A payment with all that is on record about it, read again while it moves. */
export function usePayment(paymentId: string) {
  const trpc = useTRPC();
  const tenant = useTenant();
  return useQuery(
    trpc.payments.get.queryOptions(
      { ...tenant, paymentId },
      {
        staleTime: 0,
        refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? liveMs : calmMs),
      },
    ),
  );
}
