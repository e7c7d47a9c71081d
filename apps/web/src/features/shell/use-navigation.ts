'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useTRPC } from '@/trpc/client';
import { dataOf, needsSignIn } from '@/trpc/errors';
import { useTenant } from './use-tenant.ts';

/** The badge of waiting approvals is as old as that at most. */
const refreshMs = 30_000;

/** The person, their places, and their permissions here. Loaded again on each navigation, because roles change. */
export function useNavigation() {
  const trpc = useTRPC();
  const tenant = useTenant();
  const places = useQuery(trpc.navigation.places.queryOptions());
  const here = useQuery(trpc.navigation.tenant.queryOptions(tenant, { refetchInterval: refreshMs }));
  useRefreshOnNavigation();
  useLeaveWhenLost(here.error);
  return { tenant, places: places.data, here: here.data };
}

function useRefreshOnNavigation(): void {
  const trpc = useTRPC();
  const client = useQueryClient();
  const pathname = usePathname();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    void client.invalidateQueries(trpc.navigation.pathFilter());
  }, [client, pathname, trpc]);
}

/** A person who is no longer a member, or whose session is not enough any more, sees the message of the server. */
function useLeaveWhenLost(error: unknown): void {
  const router = useRouter();
  const isLost = dataOf(error)?.domainCode === 'not_found' || needsSignIn(error);
  useEffect(() => {
    if (isLost) router.refresh();
  }, [isLost, router]);
}
