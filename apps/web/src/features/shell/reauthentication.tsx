'use client';

import type { UseMutationOptions } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { needsReauthentication } from '@/trpc/errors';
import { onDemand } from './on-demand.tsx';

const ReauthenticationDialog = onDemand(
  async () => (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog,
);

/** The person closed the dialog, so their action was not carried out. */
class ReauthenticationCancelled extends Error {
  constructor() {
    super('Cancelled.');
    this.name = 'ReauthenticationCancelled';
  }
}

/**
 * Does the work; when the server wants a fresh proof of who the person is, asks them for it and does the work once more.
 * @throws ReauthenticationCancelled when they close the dialog, and whatever the work throws
 */
type Run = <T>(work: () => Promise<T>) => Promise<T>;

const ReauthenticationContext = createContext<Run | undefined>(undefined);

type Asking = { confirm(): void; cancel(): void };

/** Asks once, however many pieces of work wait for the answer. */
export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState<Asking>();
  const pending = useRef<Promise<void>>(undefined);

  const ask = useCallback((): Promise<void> => {
    pending.current ??= new Promise<void>((resolve, reject) => {
      setAsking({ confirm: resolve, cancel: () => reject(new ReauthenticationCancelled()) });
    }).finally(() => {
      pending.current = undefined;
      setAsking(undefined);
    });
    return pending.current;
  }, []);

  const run = useCallback<Run>(
    async (work) => {
      try {
        return await work();
      } catch (error) {
        if (!needsReauthentication(error)) throw error;
      }
      await ask();
      return work();
    },
    [ask],
  );

  return (
    <ReauthenticationContext value={run}>
      {children}
      {asking && <ReauthenticationDialog onConfirmed={asking.confirm} onCancel={asking.cancel} />}
    </ReauthenticationContext>
  );
}

/**
 * For mutations that may need a fresh proof of identity: asks for it when the server requires one, then continues. `const
 * proven = useProven(); useMutation(proven(trpc.endpoints.delete.mutationOptions()))`
 */
export function useProven() {
  const run = useContext(ReauthenticationContext);
  if (!run) throw new Error('useProven is for components below the providers.');
  return function proven<Data, Failure, Input, Context>(
    options: UseMutationOptions<Data, Failure, Input, Context>,
  ): UseMutationOptions<Data, Failure, Input, Context> {
    const { mutationFn } = options;
    if (!mutationFn) return options;
    return { ...options, mutationFn: (input, context) => run(() => mutationFn(input, context)) };
  };
}
