import type { Meter } from '@tillgate/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { hang, json, type Reply } from '../kit/testing.ts';
import { paybill, request, startProvider } from './testing.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A provider with a meter that keeps what is counted, and what it counted of calls. */
async function start(replyTo: () => Reply) {
  const counted: { series: string; labels: Record<string, string>; value?: number | undefined }[] = [];
  const meter = new Proxy({} as Meter, {
    get: (_, series: string) => (labels: Record<string, string>, value?: number) =>
      void counted.push({ series, labels, value }),
  });
  const { provider, close } = await startProvider(replyTo, { timeoutMs: 2_000, meter });
  closers.push(close);
  return { provider, of: (series: string) => counted.filter((one) => one.series === series) };
}

const refusal = (errorCode: string) =>
  json(400, { requestId: '1', errorCode, errorMessage: 'Bad Request - Invalid Amount' });
const accepted = json(200, { MerchantRequestID: '1', CheckoutRequestID: 'ws_CO_1', ResponseCode: '0' });
const push = { operation: 'push_prompt', environment: paybill.environment, rail: 'mpesa' };

describe('calls to the provider are counted', () => {
  it.each<[string, Reply, { outcome: string; code: string }]>([
    ['accepted', accepted, { outcome: 'accepted', code: '' }],
    ['refused with a code', refusal('400.002.02'), { outcome: 'rejected', code: '400.002.02' }],
    ['without an answer', hang, { outcome: 'unknown', code: '' }],
  ])('%s', async (_, reply, expected) => {
    const { provider, of } = await start(() => reply);
    await provider.rail(paybill).prompts.push(request);
    expect(of('providerCalls').map(({ labels }) => labels)).toEqual([{ ...push, ...expected }]);
    expect(of('providerSeconds')).toMatchObject([{ labels: push, value: expect.any(Number) }]);
  });

  it('with few labels, whatever the provider writes as its code', async () => {
    let serial = 0;
    const { provider, of } = await start(() => {
      serial += 1;
      return refusal(serial === 1 ? '254712345678' : serial === 2 ? 'a sentence, no code' : `40${serial}.001`);
    });
    for (let n = 0; n < 100; n += 1) await provider.rail(paybill).prompts.push(request);
    const codes = of('providerCalls').map(({ labels }) => labels.code);
    expect(codes).toHaveLength(100);
    expect(codes.slice(0, 2)).toEqual(['other', 'other']);
    expect(codes[2]).toBe('403.001');
    expect(new Set(codes).size).toBeLessThanOrEqual(61);
  });

  it('with the access tokens that were fetched for them', async () => {
    const { provider, of } = await start(() => accepted);
    await provider.rail(paybill).trials.token();
    await provider.rail(paybill).prompts.push(request);
    // The second call uses the token of the first.
    expect(of('tokenFetches').map(({ labels }) => labels)).toEqual([
      { environment: paybill.environment, outcome: 'fetched' },
    ]);
    expect(of('providerCalls').map(({ labels }) => labels.operation)).toEqual(['try_token', 'push_prompt']);
  });
});
