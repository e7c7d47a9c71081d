'use client';

import { parseAsString, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { usePreferences } from '@/format';
import { type ReportState, readState, type StateParam, stateParams } from './state.ts';

const parsers = Object.fromEntries(stateParams.map((name) => [name, parseAsString])) as Record<
  StateParam,
  typeof parseAsString
>;

type Change = { [Name in StateParam]?: string | undefined };
export type StateOfPage = { state: ReportState; set: (change: Change) => void };

/**
 * What the page shows, kept in the address: it can be shared, and the browser goes back to what was
 * shown before. A choice adds the time zone, so that others see the same figures.
 */
export function useReportState(): StateOfPage {
  const { timeZone } = usePreferences();
  const [stored, store] = useQueryStates(parsers, { history: 'push' });
  return useMemo(() => {
    const state = readState(stored, { timeZone, now: new Date() });
    const set = (change: Change) => {
      const entries = Object.entries(change).map(([name, value]) => [name, value || null]);
      void store({ zone: state.timeZone, ...Object.fromEntries(entries) });
    };
    return { state, set };
  }, [stored, store, timeZone]);
}
