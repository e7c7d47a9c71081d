'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

/** Loads again what an exception or an import changes: this page, and the number beside Reviews. */
export function useRefresh(): () => Promise<void> {
  const trpc = useTRPC();
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries(trpc.reconciliation.pathFilter()),
      client.invalidateQueries(trpc.reviews.pathFilter()),
      client.invalidateQueries(trpc.navigation.pathFilter()),
    ]);
  };
}
