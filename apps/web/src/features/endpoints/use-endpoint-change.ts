'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

/** Returns what to call after a change of an endpoint: it loads all data about endpoints and deliveries again. */
export function useEndpointsChanged(): () => Promise<void> {
  const trpc = useTRPC();
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries(trpc.endpoints.pathFilter()),
      client.invalidateQueries(trpc.deliveries.pathFilter()),
    ]);
  };
}
