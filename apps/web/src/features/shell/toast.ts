import type { ReactNode } from 'react';
import { unlessNewVersion } from './new-version.ts';

type Kind = 'success' | 'error' | 'info';

/** Whether this page has shown a toast, and the listeners for that. */
let isWanted = false;
const watchers = new Set<() => void>();

let settleHost: () => void;
const host = new Promise<void>((resolve) => {
  settleHost = resolve;
});

/** For the host alone: whether it has to be there. */
export const toastDemand = {
  read: () => isWanted,
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  /** The host is mounted and shows toasts from now on. */
  hostIsUp: () => settleHost(),
};

/** The code that shows toasts is loaded with the first toast: most visits have none. */
async function say(kind: Kind, text: ReactNode): Promise<void> {
  isWanted = true;
  for (const watcher of watchers) watcher();
  const [{ toast: shown }] = await Promise.all([import('@tillgate/ui/toasts'), host]);
  shown[kind](text);
}

/** A short answer to an action. Errors of forms belong to the form instead. */
export const toast = {
  success: (text: string): void => void say('success', text).catch(unlessNewVersion),
  /** Shows an error. Takes what `useMessageOf` makes, which may be nothing. */
  error: (text: ReactNode): void => void (text && say('error', text).catch(unlessNewVersion)),
  info: (text: string): void => void say('info', text).catch(unlessNewVersion),
};
