'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReauthenticationCancelled, useReauthentication } from '@/features/shell/reauthentication';
import { useTRPC } from '@/trpc/client';

/** Runs a change of the keys: asks who the person is where that is due, keeps what went wrong, reads the list anew. */
export function useKeyChange() {
  const { run } = useReauthentication();
  const trpc = useTRPC();
  const client = useQueryClient();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);

  /** Answers undefined when it did not happen. */
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
