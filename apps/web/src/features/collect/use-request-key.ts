'use client';

import { useCallback, useRef } from 'react';

/** One key for as long as the same is asked for: pressed twice is once, another wish is another order. */
export function useRequestKey(): { keyOf(wish: object): string; renew(): void } {
  const last = useRef<{ wish: string; key: string }>(undefined);
  const keyOf = useCallback((wish: object) => {
    const text = JSON.stringify(wish);
    if (last.current?.wish !== text) last.current = { wish: text, key: crypto.randomUUID() };
    return last.current.key;
  }, []);
  const renew = useCallback(() => {
    last.current = undefined;
  }, []);
  return { keyOf, renew };
}
