'use client';

import { useQuery } from '@tanstack/react-query';
import { useAddress } from '@/features/shell/use-address';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { eatToday, type Month, monthOf, readMonth } from './month.ts';

const parameters = ['shortcode', 'month', 'day'] as const;

/** What the page shows, as its address says. */
export function useView() {
  const trpc = useTRPC();
  const query = useQuery(trpc.reconciliation.shortcodes.queryOptions(useTenant()));
  const [chosen, setChosen] = useAddress(parameters);
  const today = eatToday(new Date());
  const day = /^\d{4}-\d{2}-\d{2}$/.test(chosen.day ?? '') ? chosen.day : null;
  const month: Month = readMonth(chosen.month) ?? monthOf(day ?? today);
  return {
    query,
    shortcode: query.data?.find((each) => each === chosen.shortcode) ?? query.data?.[0],
    month,
    day: day !== null && monthOf(day) === month ? day : null,
    today,
    choose: (to: Partial<{ shortcode: string; month: Month; day: string | null }>) => setChosen(to),
  };
}
