import { defaultShouldDehydrateQuery, isServer, QueryClient } from '@tanstack/react-query';
import { dataOf } from './errors.ts';

/** Older data is shown while it is read again. */
const staleMs = 5_000;
const retriesMax = 2;

/** One per browser, one per request on the server. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleMs,
        // Refusals are final. Faults of the server or of the network may pass. A page on the server does not wait for
        // another attempt: the browser makes its own.
        retry: (failures, error) => !isServer && failures < retriesMax && isPassing(error),
      },
      // A payout that waited for the network would be sent unexpectedly.
      mutations: { retry: false, networkMode: 'always' },
      dehydrate: {
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === 'pending',
        shouldRedactErrors: () => false,
      },
    },
  });
}

function isPassing(error: unknown): boolean {
  const data = dataOf(error);
  return !data || data.domainCode === 'internal' || data.domainCode === 'unavailable';
}
