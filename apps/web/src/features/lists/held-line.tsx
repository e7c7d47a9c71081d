'use client';

import { useQuery } from '@tanstack/react-query';
import { onDemand } from '@/features/shell/on-demand';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';

const HeldText = onDemand(async () => (await import('./held-text.tsx')).HeldText);
const refreshMs = 15_000;

/** Shows the held money, which is in no list yet. Nothing without any. */
export function HeldLine() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.payments.held.queryOptions(useTenant(), { refetchInterval: refreshMs }));
  return data && data.count > 0 ? <HeldText {...data} /> : null;
}
