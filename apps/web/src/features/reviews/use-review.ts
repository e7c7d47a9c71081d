'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';

const refreshMs = 5_000;

/** A review with its evidence, read again while it is on screen. */
export function useReview(reviewId: string) {
  const trpc = useTRPC();
  const tenant = useTenant();
  return useQuery(trpc.reviews.get.queryOptions({ ...tenant, reviewId }, { staleTime: 0, refetchInterval: refreshMs }));
}

/** Reads reviews and the badge of the rail again, after something was done. */
export function useRefreshReviews(): () => Promise<unknown> {
  const trpc = useTRPC();
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries(trpc.reviews.pathFilter()),
      client.invalidateQueries(trpc.navigation.pathFilter()),
    ]);
}
