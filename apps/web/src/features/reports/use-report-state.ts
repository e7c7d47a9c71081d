'use client';

import { useMemo } from 'react';
import { useAddress } from '@/features/shell/use-address';
import { usePreferences } from '@/format';
import { type ReportState, readState, type StateParam, stateParams } from './state.ts';

type Change = { [Name in StateParam]?: string | undefined };
export type StateOfPage = { state: ReportState; set: (change: Change) => void };

/** The parameters of the address, empty where they are missing: the name of a range, and not its days. */
type WithAddress = StateOfPage & { values: Readonly<Record<string, string>> };

/**
 * The state of the page, kept in the address, so that it can be shared and the back button works. A choice adds the time
 * zone, so that others see the same figures.
 */
export function useReportState(): WithAddress {
  const { timeZone } = usePreferences();
  const [stored, store] = useAddress(stateParams);
  return useMemo(() => {
    const state = readState(stored, { timeZone, now: new Date() });
    const set = (change: Change) => store({ zone: state.timeZone, ...change });
    const values = Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, value ?? '']));
    return { state, values, set };
  }, [stored, store, timeZone]);
}
