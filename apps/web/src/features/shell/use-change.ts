'use client';

import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { dataOf, hasSessionEnded } from '@/trpc/errors';
import { useProven } from './reauthentication.tsx';

/** Slower queries are shown when they arrive, without waiting for them. */
const refreshMaxMs = 2_000;

/** Loads again all that the page shows. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => {
    const late = new Promise<void>((resolve) => setTimeout(resolve, refreshMaxMs));
    return Promise.race([client.invalidateQueries(), late]);
  }, [client]);
}

/**
 * A mutation of what pages show: `const revoke = useChange(trpc.keys.revoke.mutationOptions())`. It asks for a fresh
 * proof of identity when the server wants one. It succeeds when the page shows the change. After a refusal, the page
 * is loaded again, too: what it shows may be out of date. Not when the session is over: nothing could be read.
 *
 * `isSeenOnce`: the answer holds a secret that cannot be shown again. It comes at once, and the page is loaded after it.
 */
export function useChange<Data, Failure, Input, Context>(
  options: UseMutationOptions<Data, Failure, Input, Context>,
  { isSeenOnce = false }: { isSeenOnce?: boolean } = {},
) {
  const refresh = useRefresh();
  const { mutationFn, ...others } = useProven()(options);
  return useMutation<Data, Failure, Input, Context>({
    ...others,
    ...(mutationFn && {
      mutationFn: async (input, context) => {
        const data = await mutationFn(input, context).catch((error: unknown) => {
          if (dataOf(error) && !hasSessionEnded(error)) void refresh();
          throw error;
        });
        const loaded = refresh();
        if (!isSeenOnce) await loaded;
        return data;
      },
    }),
  });
}
