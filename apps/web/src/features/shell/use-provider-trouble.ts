'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';
import { type ProviderTrouble, troublesOf } from './provider-state.ts';
import { useTenant } from './use-tenant.ts';

const refreshMs = 30_000;

/** Trouble of the networks, for pages without the frame. While the server does not answer, what it said last stays. */
export function useProviderTroubles(): ProviderTrouble[] {
  const trpc = useTRPC();
  const here = useQuery(trpc.navigation.tenant.queryOptions(useTenant(), { refetchInterval: refreshMs }));
  return troublesOf(here.data?.providers);
}
