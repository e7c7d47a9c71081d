import {
  defaultShouldDehydrateQuery,
  dehydrate,
  type FetchQueryOptions,
  HydrationBoundary,
  type QueryKey,
} from '@tanstack/react-query';
import { within } from '@tillgate/process';
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
const requestContext = cache(async () => createTrpcContext(readFacts(await headers()), await getDeps(), readPerson));

const requestQueryClient = cache(createQueryClient);

/** For server components: `trpc.payments.list.queryOptions(…)`. */
export const trpc = createTRPCOptionsProxy({ ctx: requestContext, router: appRouter, queryClient: requestQueryClient });

/** Calls procedures on the server, as the person of the request. */
export const caller = createCallerFactory(appRouter)(requestContext);

/** Queries whose results the page already has. */
const handedOver = cache(() => new Set<string>());

const begun = cache((): Promise<void>[] => []);

/**
 * Begins a query on the server without waiting for it: below `<HydrateClient>` the same query on the client gets its answer with the
 * page. `prefetch(trpc.payments.list.queryOptions({ ...tenant }))`
 */
export function prefetch<Answer, Failure, Data, Key extends QueryKey>(
  options: FetchQueryOptions<Answer, Failure, Data, Key>,
): void {
  begun().push(requestQueryClient().prefetchQuery(options));
}

/** Prefetches and waits: for fast data that a page needs. After a failure, the client tries again. */
export async function prefetched<Answer, Failure, Data, Key extends QueryKey>(
  options: FetchQueryOptions<Answer, Failure, Data, Key>,
): Promise<void> {
  await requestQueryClient().prefetchQuery(options);
}

/** A page without its content is better than none: the browser asks again for what takes longer. */
const patienceMs = 1_500;

/** Whether the browser loads a whole page, and not the part of one that a navigation changes. */
async function isWholePage(): Promise<boolean> {
  const destination = (await headers()).get('sec-fetch-dest');
  return destination === null || destination === 'document';
}

/**
 * Hands what was prefetched to the client components below. A whole page waits for it and arrives complete; after a navigation the
 * answers follow as they come, and skeletons stand until then.
 */
export async function HydrateClient({ children }: { children: ReactNode }) {
  const client = requestQueryClient();
  const isWhole = await isWholePage();
  if (isWhole) await within(patienceMs, Promise.all(begun()));
  const handed = handedOver();
  const state = dehydrate(client, {
    shouldDehydrateQuery: (query) => {
      // What the server renders as waiting must be waiting in the browser's first picture, too.
      const isFit = defaultShouldDehydrateQuery(query) || (!isWhole && query.state.status === 'pending');
      return isFit && !handed.has(query.queryHash);
    },
  });
  for (const { queryHash } of state.queries) handed.add(queryHash);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
