'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { isOpen, type Kept, withNews } from './kept.ts';

const soonMs = 3_000;
const calmMs = 30_000;
/** A prompt has its outcome after a minute or two, or it may take hours. */
const youngMs = 3 * 60_000;

/** Asks for the state of the requests that have no outcome yet, also of customers who have left. */
export function useFollow(kept: Kept | undefined, change: (to: (kept: Kept) => Kept) => unknown, isWatched: boolean) {
  const trpc = useTRPC();
  const tenant = useTenant();
  const nowMs = Date.now();
  const open = kept?.requests.filter((request) => isOpen(request, nowMs)) ?? [];
  const isYoung = open.some(({ askedAtMs }) => nowMs - askedAtMs < youngMs);
  const asked = open.map(({ requestKey }) => requestKey);
  const { data, dataUpdatedAt } = useQuery(
    trpc.collect.requests.queryOptions(
      { ...tenant, requestKeys: asked },
      {
        enabled: asked.length > 0,
        staleTime: 0,
        retry: false,
        refetchInterval: isWatched || isYoung ? soonMs : calmMs,
      },
    ),
  );
  const keys = asked.join(' ');
  useEffect(() => {
    if (!data) return;
    const news = { found: data.requests, asked: keys.split(' '), serverNow: data.now, readAtMs: dataUpdatedAt };
    change((before) => withNews(before, news));
  }, [data, dataUpdatedAt, keys, change]);
}
