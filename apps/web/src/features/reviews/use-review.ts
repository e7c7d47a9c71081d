'use client';

import { useQuery } from '@tanstack/react-query';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';

const refreshMs = 5_000;

/** A review with its evidence, read again while it is on screen. */
export function useReview(reviewId: string) {
  const trpc = useTRPC();
  const tenant = useTenant();
  return useQuery(trpc.reviews.get.queryOptions({ ...tenant, reviewId }, { staleTime: 0, refetchInterval: refreshMs }));
}
