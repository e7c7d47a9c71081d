'use client';

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { type ReactNode, useState } from 'react';
import { dataOf } from './errors.ts';
import { batchMax, endpointPath } from './limits.ts';
import { createQueryClient } from './query-client.ts';
import type { AppRouter } from './root.ts';

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

export { useTRPC };

/** Longer addresses are split into several calls. */
const urlLengthMax = 6_000;

function createClient() {
  return createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: endpointPath, maxItems: batchMax, maxURLLength: urlLengthMax })],
  });
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

/** Gives pages `useTRPC`, `useQuery` and `useMutation`. */
export function TrpcProviders({ children }: { children: ReactNode }) {
  const queryClient = getQueryClient();
  const [trpcClient] = useState(createClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
