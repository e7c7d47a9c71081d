import type { MpesaRail, ProviderAccount } from '@tillgate/domain';
import {
  json,
  MemoryTokenStore,
  movableClock,
  type Reply,
  recordingLog,
  type SeenRequest,
  startFakeProvider,
} from '../kit/testing.ts';
import { createMpesa, type MpesaOptions } from './index.ts';

/** The first token of the fake in {@link startProvider}. Later tokens end with a number. */
export const accessToken = 'access-token-of-a-test';

/** Starts a provider adapter and a fake that issues tokens and otherwise replies with what `route` returns. */
export async function startProvider(route: (seen: SeenRequest) => Reply, options: Partial<MpesaOptions> = {}) {
  let tokens = 0;
  const fake = await startFakeProvider((seen) => {
    if (!seen.path.includes('/oauth/')) return route(seen);
    tokens += 1;
    return json(200, { access_token: tokens === 1 ? accessToken : `${accessToken}-${tokens}`, expires_in: 3599 });
  });
  const log = recordingLog();
  const provider = createMpesa({
    sandboxUrl: fake.url,
    productionUrl: `${fake.url}/production/`,
    timeoutMs: 5_000,
    clock: movableClock(new Date('2026-03-01T21:30:05Z')),
    log,
    tokens: new MemoryTokenStore(),
    ...options,
  });
  const close = async () => {
    await provider.close();
    await fake.close();
  };
  const calls = () => fake.seen.filter(({ path }) => /\/(mpesa|pulltransactions)\//.test(path));
  return { provider, fake, log, close, calls };
}

/** The network of an account that has its initiator. @throws Error when it lacks a port */
export function railOf(
  provider: { rail(account: ProviderAccount): MpesaRail },
  account: ProviderAccount,
): Required<MpesaRail> {
  const { payouts, refunds, questions, ...rest } = provider.rail(account);
  if (!payouts || !refunds || !questions) throw new Error('The account has no initiator.');
  return { payouts, refunds, questions, ...rest };
}

export const paybill: ProviderAccount = {
  rail: 'mpesa',
  environment: 'sandbox',
  address: '600123',
  product: 'paybill',
  shortcode: '600123',
  tillNumber: null,
  consumerKey: 'consumer-key-of-a-test',
  consumerSecret: 'consumer-secret-of-a-test',
  passkey: 'passkey-of-a-test',
  initiator: { name: 'initiator-of-a-test', password: 'password-of-a-test' },
  c2bVersion: null,
};

export const till: ProviderAccount = {
  ...paybill,
  product: 'till',
  address: '600456',
  shortcode: '600456',
  tillNumber: '5123456',
};

export const request = {
  promptId: null,
  amount: 250,
  phone: '254712345678',
  accountRef: 'INV-001',
  description: 'Two bags of maize',
  callbackUrl: 'https://pay.example.com/functions/v1/hook/0a1b2c',
  sendBefore: new Date('2099-01-01T00:00:00Z'),
};
