'use client';

import { useCallback, useEffect, useState } from 'react';
import { useTenant } from '@/features/shell/use-tenant';
import { type Counter, emptyCounter, readCounter } from './visit.ts';

/** What this tab keeps of the counter; undefined until it is read, which only a browser can. */
export function useCounter(person: string): [Counter | undefined, (change: (counter: Counter) => Counter) => void] {
  const { applicationId, environment } = useTenant();
  const key = `tillgate-display/${applicationId}/${environment}`;
  const [counter, setCounter] = useState<Counter>();
  useEffect(() => setCounter(readCounter(readText(key), person)), [key, person]);
  const change = useCallback(
    (to: (counter: Counter) => Counter) => {
      // Written before anything is sent: what the server may have got is known after a reload.
      const next = to(readCounter(readText(key), person));
      writeText(key, JSON.stringify(next));
      setCounter(next);
    },
    [key, person],
  );
  return [counter, change];
}

/** Without storage the display works until it is reloaded. */
let unstored: string | null = null;

function readText(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return unstored ?? JSON.stringify(emptyCounter);
  }
}

function writeText(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    unstored = text;
  }
}
