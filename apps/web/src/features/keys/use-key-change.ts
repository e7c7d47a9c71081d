'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReauthenticationCancelled, useReauthentication } from '@/features/shell/reauthentication';
import { useTRPC } from '@/trpc/client';

/** Runs a change of the keys: asks for a fresh proof of identity when needed, keeps the error, and loads the list again. */
export function useKeyChange() {
  const { run } = useReauthentication();
  const trpc = useTRPC();
  const client = useQueryClient();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);

  /** Returns undefined when the change failed. */
  async function change<T>(work: () => Promise<T>): Promise<T | undefined> {
    setPending(true);
    setError(undefined);
    try {
      const done = await run(work);
      void client.invalidateQueries(trpc.keys.list.pathFilter());
      return done;
    } catch (thrown) {
      if (!(thrown instanceof ReauthenticationCancelled)) setError(thrown);
      return undefined;
    } finally {
      setPending(false);
    }
  }
  return { change, error, isPending };
}
