'use client';

import { useCallback, useEffect, useState } from 'react';

type Place = 'localStorage' | 'sessionStorage';
/** Replaces the value by what it returns, and gives that back. */
type Change<Value> = (to: (value: Value) => Value) => Value;

/**
 * A value that this browser keeps: `sessionStorage` for the tab, `localStorage` for all tabs. Undefined until it is read,
 * which only a browser can.
 * @param read the value of the stored text; the same function at each call
 */
export function useStored<Value>(
  place: Place,
  key: string,
  read: (text: string | null) => Value,
): [Value | undefined, Change<Value>] {
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    const look = () => setValue(read(readText(place, key)));
    look();
    // Another tab has changed it.
    const changed = (event: StorageEvent) => event.key === key && look();
    window.addEventListener('storage', changed);
    return () => window.removeEventListener('storage', changed);
  }, [place, key, read]);
  const change = useCallback(
    (to: (value: Value) => Value) => {
      // Written before anything is sent: what the server may have got is known after a reload.
      const next = to(read(readText(place, key)));
      writeText(place, key, JSON.stringify(next));
      setValue(next);
      return next;
    },
    [place, key, read],
  );
  return [value, change];
}

/** Without storage a value lives until the page is reloaded. */
const unstored = new Map<string, string>();

function readText(place: Place, key: string): string | null {
  try {
    return window[place].getItem(key) ?? unstored.get(key) ?? null;
  } catch {
    return unstored.get(key) ?? null;
  }
}

function writeText(place: Place, key: string, text: string): void {
  try {
    window[place].setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}
