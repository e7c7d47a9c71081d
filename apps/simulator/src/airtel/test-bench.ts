import { randomUUID } from 'node:crypto';
import type { SimulatorOptions } from '../app.ts';
import { type Answer, type Json, startBench, until } from '../test-client.ts';
import type { CollectionView } from './collections.ts';

export const testClient = 'airtel-shop';
export const testMsisdn = '733123456';

type Change = { reference?: unknown; subscriber?: Json; transaction?: Json };

/** A valid collection with a new id. `change` adds and replaces fields of each part. */
export const collectionBody = (change: Change = {}) => ({
  reference: 'reference' in change ? change.reference : 'Invoice1',
  subscriber: { country: 'KE', currency: 'KES', msisdn: testMsisdn, ...change.subscriber },
  transaction: {
    amount: 250,
    country: 'KE',
    currency: 'KES',
    id: randomUUID().replaceAll('-', ''),
    ...change.transaction,
  },
});

/** The bench of the simulator with a client of this rail. Its portal is set when a test sets it. */
export const startAirtelBench = async (options: SimulatorOptions = {}) => {
  const bench = await startBench(options);
  const { call } = bench;
  const asJson = { 'content-type': 'application/json' };
  const token = async (clientId = testClient): Promise<string> => {
    const body = { client_id: clientId, client_secret: 'secret', grant_type: 'client_credentials' };
    const answer = await call('POST', '/auth/oauth2/token', { headers: asJson, body: JSON.stringify(body) });
    return String(answer.json.access_token);
  };
  let bearer = await token();
  const headersWith = (headers: Record<string, string>) => ({
    authorization: `Bearer ${bearer}`,
    'x-country': 'KE',
    'x-currency': 'KES',
    ...asJson,
    ...headers,
  });
  const send = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    call('POST', path, {
      headers: headersWith(headers),
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const collections = async (query = ''): Promise<CollectionView[]> =>
    (await call('GET', `/admin/airtel/collections${query}`)).json.collections as CollectionView[];
  return {
    ...bench,
    token,
    /** A new token of this client or another one, used by every later call. */
    signIn: async (clientId = testClient): Promise<void> => {
      bearer = await token(clientId);
    },
    send,
    read: (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
      call('GET', path, { headers: headersWith(headers) }),
    collect: (change: Change = {}, headers: Record<string, string> = {}): Promise<Answer> =>
      send('/merchant/v1/payments/', collectionBody(change), headers),
    enquire: (id: string, headers: Record<string, string> = {}): Promise<Answer> =>
      call('GET', `/standard/v1/payments/${id}`, { headers: headersWith(headers) }),
    portal: (change: Json = {}): Promise<Answer> =>
      call('PUT', '/admin/airtel/portal', {
        headers: asJson,
        body: JSON.stringify({ clientId: testClient, callbackUrl: bench.listener.url, ...change }),
      }),
    collections,
    /** The newest collection, once that many notices were sent or lost. */
    collectionAfter: (notices: number): Promise<CollectionView> =>
      until(async () => {
        const [collection] = await collections();
        return collection !== undefined && collection.notices.length >= notices && collection;
      }),
  };
};

export type AirtelBench = Awaited<ReturnType<typeof startAirtelBench>>;
