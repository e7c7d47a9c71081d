'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';
import { type ProviderTrouble, troublesOf } from './provider-state.ts';
import type { ProviderFacts } from './types.ts';
import { useTenant } from './use-tenant.ts';

const refreshMs = 30_000;
const nothingSaid: readonly ProviderFacts[] = [];

/** Whether each network answers, for pages without the frame. While the server does not answer, what it said last stays. */
export function useProviderFacts(): readonly ProviderFacts[] {
  const trpc = useTRPC();
  const here = useQuery(trpc.navigation.tenant.queryOptions(useTenant(), { refetchInterval: refreshMs }));
  return here.data?.providers ?? nothingSaid;
}

/** Trouble of the networks, for pages without the frame. */
export function useProviderTroubles(): ProviderTrouble[] {
  return troublesOf(useProviderFacts());
}
