'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReauthenticationCancelled, useReauthentication } from '@/features/shell/reauthentication';
import { useTRPC } from '@/trpc/client';

/** Runs a change of the members: asks for a fresh proof of identity when needed, and loads the lists again. */
export function useMembersChange() {
  const { run } = useReauthentication();
  const trpc = useTRPC();
  const client = useQueryClient();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);

  /** For dialogs that show what went wrong themselves. @throws whatever the work throws */
  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await run(work);
    } catch (thrown) {
      // Keys may have been made since they were listed. After a success, nobody is left to ask
      // about.
      void client.invalidateQueries(trpc.members.keysOf.pathFilter());
      throw thrown;
    } finally {
      void client.invalidateQueries(trpc.members.list.pathFilter());
      void client.invalidateQueries(trpc.members.invitations.pathFilter());
      void client.invalidateQueries(trpc.navigation.pathFilter());
    }
  }

  /** Whether it was done; what went wrong is kept in `error`. */
  async function change(work: () => Promise<unknown>): Promise<boolean> {
    setPending(true);
    setError(undefined);
    try {
      await attempt(work);
      return true;
    } catch (thrown) {
      if (!(thrown instanceof ReauthenticationCancelled)) setError(thrown);
      return false;
    } finally {
      setPending(false);
    }
  }
  return { attempt, change, error, isPending };
}
