'use client';

import { useMemo } from 'react';
import { useAddress } from '@/features/shell/use-address';
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
  /** The input of the query: filters and cursor. */
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
  const names = useMemo(() => [...paramsOf<readonly Filter[]>(definition.filters), ...placeParams], [definition]);
  const [stored, store] = useAddress(names);
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
        store({ ...change, before: null, after: null });
      },
      turnTo: ({ before = null, after = null }) => store({ before, after }),
      clear: () => store(Object.fromEntries(names.map((name) => [name, null]))),
    };
  }, [definition, names, stored, store, timeZone]);
}
