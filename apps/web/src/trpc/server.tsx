import { dehydrate, type FetchQueryOptions, HydrationBoundary, type QueryKey } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { headers } from 'next/headers';
import { cache, type ReactNode } from 'react';
import { readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { createTrpcContext, readFacts } from './context.ts';
import { createCallerFactory } from './init.ts';
import { createQueryClient } from './query-client.ts';
import { appRouter } from './root.ts';

/** The context of the request that is being rendered. */
export const requestContext = cache(async () =>
  createTrpcContext(readFacts(await headers()), await getDeps(), readPerson),
);

const requestQueryClient = cache(createQueryClient);

/** For server components: `trpc.payments.list.queryOptions(…)`. */
export const trpc = createTRPCOptionsProxy({ ctx: requestContext, router: appRouter, queryClient: requestQueryClient });

/** Calls procedures on the server, as the person of the request. */
export const caller = createCallerFactory(appRouter)(requestContext);

/**
 * Begins a query on the server without waiting for it: below `<HydrateClient>` the same query on the client gets its answer with the
 * page. `prefetch(trpc.payments.list.queryOptions({ ...tenant }))`
 */
export function prefetch<Answer, Failure, Data, Key extends QueryKey>(
  options: FetchQueryOptions<Answer, Failure, Data, Key>,
): void {
  void requestQueryClient().prefetchQuery(options);
}

/** The same, waited for: what is the frame of everything else, and quick. A failure is left to the client's own attempt. */
export async function prefetched<Answer, Failure, Data, Key extends QueryKey>(
  options: FetchQueryOptions<Answer, Failure, Data, Key>,
): Promise<void> {
  await requestQueryClient().prefetchQuery(options);
}

/** Hands what was prefetched to the client components below. */
export function HydrateClient({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(requestQueryClient())}>{children}</HydrationBoundary>;
}
