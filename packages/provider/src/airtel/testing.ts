import {
  json,
  MemoryTokenStore,
  movableClock,
  type Reply,
  recordingLog,
  type SeenRequest,
  startFakeProvider,
} from '../kit/testing.ts';
import { createTestKey } from '../kit/testing-key.ts';
import type { AirtelAccount } from './account.ts';
import { type AirtelOptions, createAirtel } from './index.ts';

/** The first token of the fake in {@link startAirtel}. Later tokens end with a number. */
export const accessToken = 'access-token-of-a-test';

/** What the network encrypts and decrypts with. Kenya's documents name 1024 bits. */
export const networkKey = createTestKey(1024);

/** Starts the adapter and a fake that issues tokens and its key, and otherwise replies with what `route` returns. */
export async function startAirtel(route: (seen: SeenRequest) => Reply, options: Partial<AirtelOptions> = {}) {
  let tokens = 0;
  const fake = await startFakeProvider((seen) => {
    if (seen.path.endsWith('/v1/rsa/encryption-keys')) return keyReply();
    if (!seen.path.endsWith('/auth/oauth2/token')) return route(seen);
    tokens += 1;
    const token = tokens === 1 ? accessToken : `${accessToken}-${tokens}`;
    return json(200, { access_token: token, expires_in: '180', token_type: 'bearer' });
  });
  const log = recordingLog();
  const airtel = createAirtel({
    sandboxUrl: fake.url,
    productionUrl: `${fake.url}/production/`,
    timeoutMs: 5_000,
    clock: movableClock(new Date('2026-03-01T21:30:05Z')),
    log,
    tokens: new MemoryTokenStore(),
    ...options,
  });
  const close = async () => {
    await airtel.close();
    await fake.close();
  };
  const calls = () => fake.seen.filter(({ path }) => /\/(merchant|standard)\//.test(path));
  return { airtel, fake, log, close, calls };
}

/** Replies with the network's key as base64 of its DER form. */
export function keyReply(): Reply {
  const key = networkKey.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return json(200, { data: { key_id: 'key-1', key, valid_upto: '12-08-2026 21:29:26' }, status: { success: true } });
}

export const account: AirtelAccount = {
  rail: 'airtel',
  environment: 'sandbox',
  address: 'airtel:450123',
  number: '450123',
  clientId: 'client-id-of-a-test',
  clientSecret: 'client-secret-of-a-test',
  callbackKey: 'callback-key-of-a-test',
  signs: false,
  askedSince: new Date('2026-01-01T00:00:00Z'),
  payout: { pin: 'pin-of-a-test', key: networkKey.publicPem, version: 'v2' },
};

/** An account whose portal has message signing switched on. */
export const signing: AirtelAccount = { ...account, signs: true };

export const promptId = '0198f2b4c6d87abc8def0123456789ab';

export const prompt = {
  promptId,
  amount: 250,
  phone: '254733123456',
  accountRef: 'INV-001',
  description: 'Bread',
  callbackUrl: 'https://pay.example/unread',
  sendBefore: new Date('2099-01-01T00:00:00Z'),
};

/** A body of the network's form: its transaction and its status. */
export function said(transaction: object, status: object) {
  return { data: { transaction }, status: { code: '200', message: 'SUCCESS', ...status } };
}

/** How the network says that it took a prompt. */
export const taken = said(
  { id: promptId, status: 'SUCCESS' },
  { result_code: 'ESB000010', response_code: 'DP00800001006', success: true },
);

/** What M-PESA reads of a request and this network does not. */
const unread = { resultUrl: 'https://pay.example/unread', timeoutUrl: 'https://pay.example/unread', occasion: null };
export const payoutRest = { ...unread, commandId: 'BusinessPayment' };
export const refundRest = { ...unread, amount: 250, remarks: '' };
export const balanceRequest = { ...unread, identifierType: '4', remarks: '' };
