'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo, useState } from 'react';

/** `push`: the browser goes back to what was shown before. `replace`: it does not. */
type How = 'push' | 'replace';
type Values<Name extends string> = Record<Name, string | null>;
type Change<Name extends string> = { [Key in Name]?: string | null | undefined };

/**
 * Parameters of the address of this page, null where they are missing, and how to change them. A change shows at
 * once and asks no server. Null, undefined and empty text take a parameter off. `names` is the same array each time.
 */
export function useAddress<const Name extends string>(
  names: readonly Name[],
): [Values<Name>, (change: Change<Name>, how?: How) => void] {
  const search = useSearchParams();
  // The router updates with low priority. Until then, the value chosen here counts.
  const [ahead, setAhead] = useState<{ of: unknown; search: URLSearchParams }>();
  const shown = ahead?.of === search ? ahead.search : search;
  const values = useMemo(
    () => Object.fromEntries(names.map((name) => [name, shown.get(name)])) as Values<Name>,
    [names, shown],
  );
  const set = useCallback(
    (change: Change<Name>, how: How = 'push') => {
      const next = changedSearch(window.location.search, change);
      const { pathname, hash } = window.location;
      setAhead({ of: search, search: next });
      const query = next.toString();
      window.history[`${how}State`](null, '', `${pathname}${query && `?${query}`}${hash}`);
    },
    [search],
  );
  return [values, set];
}

/** A query string with other values of some parameters. */
export function changedSearch(search: string, change: { [name: string]: string | null | undefined }): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** A parameter that has one of few values; the first of them where the address has none, and is not written there. */
export function oneOf<const Value extends string>(values: readonly [Value, ...Value[]], given: string | null): Value {
  return values.find((value) => value === given) ?? values[0];
}
