'use client';

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createCalls } from './calls.ts';
import { hasSessionEnded } from './errors.ts';
import { holdsTyping, noticeTyping } from './held-work.ts';
import { batchMax, endpointPath } from './limits.ts';
import { createOptions, type Procedures } from './options.ts';
import { createQueryClient } from './query-client.ts';
import { sessionState, signInPath } from './session-state.ts';

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

/**
 * A person who is signed out while a page is open is redirected to the sign-in page, and back afterwards. A page with
 * typed text stays and shows a message.
 */
function watchSession(client: QueryClient): QueryClient {
  noticeTyping();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') sessionState.set(false);
    if (event.action.type !== 'error' || !hasSessionEnded(event.action.error)) return;
    if (window.location.pathname.startsWith('/sign-in')) return;
    if (holdsTyping()) sessionState.set(true);
    else window.location.assign(signInPath());
  });
  return client;
}

/** Gives pages `useQuery` and `useMutation`. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={getQueryClient()}>{children}</QueryClientProvider>;
}
