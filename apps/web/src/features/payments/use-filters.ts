'use client';

import { parseAsString, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { usePreferences } from '@/format';
import {
  chosenDays,
  type Days,
  type FilterName,
  type FilterValues,
  filterNames,
  listInput,
  placeNames,
  readAddress,
} from './filters.ts';

const parsers = Object.fromEntries([...filterNames, ...placeNames].map((name) => [name, parseAsString]));

export type Filters = {
  values: FilterValues;
  /** The days that are chosen, by name or by themselves. */
  days: Days;
  /** What the server is asked. */
  input: ReturnType<typeof listInput>;
  isFiltered: boolean;
  /** The list is at its newest end. */
  isAtTop: boolean;
  /** Changes filters and begins at the newest again. */
  set(change: Partial<Record<FilterName, string | undefined>>): void;
  turnTo(place: { before?: string; after?: string }): void;
  clear(): void;
};

/** Filters and place of the list, kept in the address: they survive a reload and can be shared. */
export function useFilters(): Filters {
  const { timeZone } = usePreferences();
  const [stored, store] = useQueryStates(parsers, { history: 'push' });
  return useMemo(() => {
    const { values, place } = readAddress(
      Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, value ?? undefined])),
    );
    const now = new Date();
    return {
      values,
      days: chosenDays(values, timeZone, now),
      input: listInput(values, place, { timeZone, now }),
      isFiltered: Object.keys(values).length > 0,
      isAtTop: place.before === undefined && place.after === undefined,
      set: (change) => {
        const entries = Object.entries(change).map(([name, value]) => [name, value || null]);
        void store({ ...Object.fromEntries(entries), before: null, after: null });
      },
      turnTo: ({ before, after }) => void store({ before: before ?? null, after: after ?? null }),
      clear: () => void store(null),
    };
  }, [stored, store, timeZone]);
}
