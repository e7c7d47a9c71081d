'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

/** What to do after an endpoint was changed: everything about endpoints and deliveries is read anew. */
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
