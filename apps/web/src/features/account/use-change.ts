'use client';

import { useState } from 'react';
import { ReauthenticationCancelled, useReauthentication } from '@/features/shell/reauthentication';

/** Runs a change: asks who the person is where that is due, and keeps what went wrong. */
export function useChange() {
  const { run } = useReauthentication();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);

  /** Returns the result of the change, or undefined when it failed. */
  async function change<T>(work: () => Promise<T>): Promise<{ done: T } | undefined> {
    setPending(true);
    setError(undefined);
    try {
      return { done: await run(work) };
    } catch (thrown) {
      if (!(thrown instanceof ReauthenticationCancelled)) setError(thrown);
      return undefined;
    } finally {
      setPending(false);
    }
  }
  return { change, error, isPending };
}
