'use client';

import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { needsReauthentication } from '@/trpc/errors';
import { onDemand } from './on-demand.tsx';

const ReauthenticationDialog = onDemand(
  async () => (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog,
);

/** The person closed the dialog: what they wanted was not done. */
export class ReauthenticationCancelled extends Error {
  constructor() {
    super('Cancelled.');
    this.name = 'ReauthenticationCancelled';
  }
}

type Reauthentication = {
  /**
   * Does the work; when the server wants a fresh proof of who the person is, asks them for it and does the work once more.
   * @throws ReauthenticationCancelled when they close the dialog, and whatever the work throws
   */
  run<T>(work: () => Promise<T>): Promise<T>;
};

const ReauthenticationContext = createContext<Reauthentication | undefined>(undefined);

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

  const value = useMemo<Reauthentication>(
    () => ({
      async run(work) {
        try {
          return await work();
        } catch (error) {
          if (!needsReauthentication(error)) throw error;
        }
        await ask();
        return work();
      },
    }),
    [ask],
  );

  return (
    <ReauthenticationContext value={value}>
      {children}
      {asking && <ReauthenticationDialog onConfirmed={asking.confirm} onCancel={asking.cancel} />}
    </ReauthenticationContext>
  );
}

/** `const { run } = useReauthentication(); await run(() => mutation.mutateAsync(input))` */
export function useReauthentication(): Reauthentication {
  const value = useContext(ReauthenticationContext);
  if (!value) throw new Error('useReauthentication is for components below the providers.');
  return value;
}
