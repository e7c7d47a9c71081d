'use client';

import dynamic from 'next/dynamic';
import { useSyncExternalStore } from 'react';
import { toastDemand } from './toast.ts';

const Toasts = dynamic(async () => (await import('./toasts.tsx')).Toasts, { ssr: false });

const never = () => false;

/** Where toasts appear, from the first one on. */
export function ToastHost() {
  const isWanted = useSyncExternalStore(toastDemand.watch, toastDemand.read, never);
  return isWanted && <Toasts />;
}
