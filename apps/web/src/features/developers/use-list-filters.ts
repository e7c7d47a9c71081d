'use client';

import { parseAsString, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { usePreferences } from '@/format';
import { dayBounds } from './days.ts';

/** In the address beside the filters of a list. */
const always = ['from', 'to', 'before', 'after'] as const;
type Always = (typeof always)[number];

export type ListFilters<Name extends string> = {
  /** Of each filter that is on, by its name. */
  values: Partial<Record<Name, string>>;
  /** The days that are chosen, `YYYY-MM-DD`. */
  days: { from?: string; to?: string };
  /** What the server is asked beside the filters. */
  page: { before?: string; after?: string; since?: string; until?: string };
  isFiltered: boolean;
  /** Changes filters and begins at the newest again. */
  set(change: Partial<Record<Name | 'from' | 'to', string | undefined>>): void;
  turnTo(page: { before?: string | null; after?: string | null }): void;
  clear(): void;
};

/** Filters and place of a list, kept in the address: they survive a reload and can be shared. `names` must not change. */
export function useListFilters<Name extends string>(names: readonly Name[]): ListFilters<Name> {
  const { timeZone } = usePreferences();
  const parsers = useMemo(
    () => Object.fromEntries([...names, ...always].map((name) => [name, parseAsString])),
    [names],
  );
  const [stored, store] = useQueryStates(parsers, { history: 'push' });
  return useMemo(() => {
    const text = (name: Name | Always) => stored[name] || undefined;
    const values = Object.fromEntries(
      names.flatMap((name) => (text(name) === undefined ? [] : [[name, text(name)]])),
    ) as Partial<Record<Name, string>>;
    const days = { from: text('from'), to: text('to') };
    const restart = { before: null, after: null };
    return {
      values,
      days,
      page: { before: text('before'), after: text('after'), ...dayBounds(days, timeZone) },
      isFiltered: Object.keys(values).length > 0 || days.from !== undefined || days.to !== undefined,
      set: (change) => {
        const entries = Object.entries(change).map(([name, value]) => [name, value || null]);
        void store({ ...Object.fromEntries(entries), ...restart });
      },
      turnTo: ({ before = null, after = null }) => void store({ before, after }),
      clear: () => void store(null),
    };
  }, [stored, names, store, timeZone]);
}
