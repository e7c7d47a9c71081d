'use client';

import { parseAsString, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { usePreferences } from '@/format';
import { listInput, type Place, placeParams, readAddress } from './address.ts';
import { chosenDays, type Days, daysBetween } from './days.ts';
import {
  exactPeriod,
  type FieldsOf,
  type Filter,
  type ListDefinition,
  type ParamOf,
  paramsOf,
  type Values,
} from './filters.ts';

/** The filters of a list and its place, as the address has them. */
export type List<Param extends string = string, Input = object> = {
  definition: ListDefinition;
  /** Of each filter that is on, by its parameters. */
  values: Values<Param>;
  /** The days that are chosen, `YYYY-MM-DD`. */
  days: Days;
  /** What the server is asked: the fields of the filters and the place. */
  input: Input & Place;
  isFiltered: boolean;
  /** The list is at its newest end. */
  isAtTop: boolean;
  /** Changes filters and begins at the newest again. */
  set(change: { [Key in Param]?: string | undefined }): void;
  turnTo(place: { before?: string | null; after?: string | null }): void;
  clear(): void;
};

/** Filters and place of a list, kept in the address: they survive a reload and can be shared. */
export function useList<Filters extends readonly Filter[]>(
  definition: ListDefinition<Filters>,
): List<ParamOf<Filters>, FieldsOf<Filters>> {
  const { timeZone } = usePreferences();
  const parsers = useMemo(() => {
    const names = [...paramsOf<readonly Filter[]>(definition.filters), ...placeParams];
    return Object.fromEntries(names.map((name) => [name, parseAsString]));
  }, [definition]);
  const [stored, store] = useQueryStates(parsers, { history: 'push' });
  return useMemo(() => {
    const { values, place } = readAddress(definition, stored);
    const clock = { timeZone, now: new Date() };
    const exact = exactPeriod(values);
    return {
      definition,
      values,
      days: exact ? daysBetween(exact, timeZone) : chosenDays(values, timeZone, clock.now),
      input: listInput(definition, stored, clock),
      isFiltered: Object.keys(values).length > 0,
      isAtTop: place.before === undefined && place.after === undefined,
      set: (change) => {
        const entries = Object.entries(change).map(([name, value]) => [name, value || null]);
        void store({ ...Object.fromEntries(entries), before: null, after: null });
      },
      turnTo: ({ before = null, after = null }) => void store({ before, after }),
      clear: () => void store(null),
    };
  }, [definition, stored, store, timeZone]);
}
