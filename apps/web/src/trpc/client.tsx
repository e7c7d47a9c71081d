'use client';

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createCalls } from './calls.ts';
import { dataOf } from './errors.ts';
import { batchMax, endpointPath } from './limits.ts';
import { createOptions, type Procedures } from './options.ts';
import { createQueryClient } from './query-client.ts';

const urlLengthMax = 6_000;
const trpc = createOptions(createCalls({ url: endpointPath, itemsMax: batchMax, urlLengthMax }));

/** The procedures, for `useQuery` and `useMutation`: `useQuery(useTRPC().payments.list.queryOptions(input))`. */
export function useTRPC(): Procedures {
  return trpc;
}

let browserQueryClient: QueryClient | undefined;

/** On the server each request has its own; React may throw away what it makes while suspended, so the browser's is kept here. */
function getQueryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient();
  browserQueryClient ??= watchSession(createQueryClient());
  return browserQueryClient;
}

/** A person who is signed out while a page is open is redirected to the sign-in page, and back afterwards. */
function watchSession(client: QueryClient): QueryClient {
  const cache = client.getQueryCache();
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (dataOf(event.action.error)?.domainCode !== 'unauthenticated') return;
    const { pathname, search } = window.location;
    if (pathname.startsWith('/sign-in')) return;
    window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
  });
  return client;
}

/** Gives pages `useQuery` and `useMutation`. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={getQueryClient()}>{children}</QueryClientProvider>;
}
