'use client';

import { useSyncExternalStore } from 'react';

let isOver = false;
const watchers = new Set<() => void>();

/** Whether the session of this page has ended while the page stays open because of typed text. */
export const sessionState = {
  isOver: () => isOver,
  set(next: boolean): void {
    if (next === isOver) return;
    isOver = next;
    for (const watcher of watchers) watcher();
  },
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

const never = () => false;

export const useSessionIsOver = (): boolean => useSyncExternalStore(sessionState.watch, sessionState.isOver, never);

/** The sign-in page, which leads back to the page that is open. */
export function signInPath(): string {
  if (typeof window === 'undefined') return '/sign-in';
  const { pathname, search } = window.location;
  return `/sign-in?next=${encodeURIComponent(pathname + search)}`;
}
