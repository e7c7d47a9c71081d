import { afterAll, beforeAll, expect, it } from 'vitest';
import { json, type SeenRequest } from '../kit/testing.ts';
import { createTestKey } from '../kit/testing-key.ts';
import { paybill, railOf, request, startProvider, till } from './testing.ts';

// Every byte that the provider gets from us is written down, so that no change of structure changes one unseen.

const key = createTestKey();
let started: Awaited<ReturnType<typeof startProvider>>;
beforeAll(async () => {
  const options = { certificates: { sandboxCertificate: key.publicPem, productionCertificate: key.publicPem } };
  started = await startProvider(() => json(200, { ResponseCode: '0' }), options);
});
afterAll(() => started.close());

const { callbackUrl: resultUrl, sendBefore, amount, phone } = request;
const timed = { resultUrl, timeoutUrl: `${resultUrl}/timeout`, sendBefore };
const production = { ...paybill, environment: 'production' as const };

/** Without what differs from run to run: the port, an id that is made up, and what is encrypted with fresh random bytes. */
function writtenDown({ method, path, headers, body }: SeenRequest) {
  const { host: _, 'content-length': __, ...rest } = headers;
  const same = body
    .replace(/("SecurityCredential":")[^"]+"/, '$1<encrypted>"')
    .replace(/"ws_CO_[0-9a-f]{8}-[0-9a-f-]{27}"/, '"ws_CO_<made up>"');
  return { method, path, headers: rest, body: same };
}

it('the provider gets the same bytes for each call', async () => {
  const { provider, fake } = started;
  const calls: Record<string, () => Promise<unknown>> = {
    'prompt to a paybill': () => provider.rail(paybill).prompts.push(request),
    'prompt to a till': () => provider.rail(till).prompts.push(request),
    'prompt in production': () => provider.rail(production).prompts.push(request),
    'query of a prompt': () => provider.rail(paybill).prompts.ask('ws_CO_1'),
    payout: () =>
      railOf(provider, paybill).payouts.send({
        ...timed,
        amount,
        phone,
        commandId: 'BusinessPayment',
        originatorConversationId: 'ours-1',
        remarks: 'Wages & more',
        occasion: 'March',
      }),
    'payout without remarks': () =>
      railOf(provider, paybill).payouts.send({
        ...timed,
        amount,
        phone,
        commandId: 'SalaryPayment',
        originatorConversationId: 'ours-2',
        remarks: '',
        occasion: null,
      }),
    reversal: () =>
      railOf(provider, paybill).refunds.send({
        ...timed,
        transactionId: 'TJK1A2B3C4',
        amount,
        remarks: '',
        occasion: null,
      }),
    'status of a transaction': () =>
      railOf(provider, paybill).questions.transaction({
        ...timed,
        by: { transactionId: 'TJK1A2B3C4' },
        identifierType: '4',
        remarks: '',
        occasion: null,
      }),
    'status of a conversation': () =>
      railOf(provider, paybill).questions.transaction({
        ...timed,
        by: { originalConversationId: 'ours-1' },
        identifierType: '4',
        remarks: '',
        occasion: null,
      }),
    'balance of an account': () =>
      railOf(provider, paybill).questions.balance({ ...timed, identifierType: '4', remarks: '' }),
    'QR code': () =>
      provider.rail(paybill).qr.make({
        amount,
        refNo: 'INV-001',
        merchantName: 'Duka',
        trxCode: 'PB',
        cpi: '600123',
        sizePixels: 300,
      }),
    'URLs of offline payments': () =>
      provider
        .rail(paybill)
        .offline.registerUrls({ confirmationUrl: resultUrl, validationUrl: `${resultUrl}?validation=1` }),
    'registration for pulled payments': () =>
      provider.rail(paybill).offline.registerPull({ nominatedNumber: phone, callbackUrl: resultUrl }),
    'pulled payments': () =>
      provider.rail(paybill).offline.pull({
        from: new Date('2026-11-23T06:00:00Z'),
        to: new Date('2026-11-23T21:30:09Z'),
        offset: 200,
      }),
    'trial of a passkey': () => provider.rail(paybill).trials.prompt(),
    'trial of a consumer key': () => provider.rail(paybill).trials.token(),
  };
  const sent: Record<string, ReturnType<typeof writtenDown>[]> = {};
  for (const [name, call] of Object.entries(calls)) {
    const before = fake.seen.length;
    await call();
    sent[name] = fake.seen.slice(before).map(writtenDown);
    expect(sent[name].length, name).toBeGreaterThan(0);
  }
  await expect(`${JSON.stringify(sent, null, 2)}\n`).toMatchFileSnapshot('requests.snapshot.json');
});
