'use client';

import { useSyncExternalStore } from 'react';
import { onDemand } from './on-demand.tsx';
import { toastDemand } from './toast.ts';

const Toasts = onDemand(async () => (await import('./toasts.tsx')).Toasts);

const never = () => false;

/** Where toasts appear, from the first one on. */
export function ToastHost() {
  const isWanted = useSyncExternalStore(toastDemand.watch, toastDemand.read, never);
  return isWanted && <Toasts />;
}
