'use client';

import { useCallback, useRef } from 'react';

/** The request key of a form: the same for the same request, a new one when the request changes. A second press orders nothing twice. */
export function useRequestKey(): { keyOf(request: object): string; renew(): void } {
  const last = useRef<{ request: string; key: string }>(undefined);
  const keyOf = useCallback((request: object) => {
    const text = JSON.stringify(request);
    if (last.current?.request !== text) last.current = { request: text, key: crypto.randomUUID() };
    return last.current.key;
  }, []);
  const renew = useCallback(() => {
    last.current = undefined;
  }, []);
  return { keyOf, renew };
}
