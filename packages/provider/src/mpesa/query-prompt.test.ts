import { afterEach, describe, expect, it } from 'vitest';
import { cut, hang, json, type Reply, text } from '../kit/testing.ts';
import { paybill, startProvider, till } from './testing.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(reply: Reply, timeoutMs = 5_000) {
  const { provider, close, calls } = await startProvider(() => reply, { timeoutMs });
  closers.push(close);
  return { provider, queries: calls };
}

describe('the query on the wire', () => {
  it('of a till carries the store number, a fresh password and the id, and its answer is read', async () => {
    const { provider, queries } = await start(
      json(200, { ResponseCode: '0', CheckoutRequestID: 'ws_CO_1', ResultCode: '1032', ResultDesc: 'Cancelled' }),
    );
    expect(await provider.rail(till).prompts.ask('ws_CO_1')).toEqual({
      kind: 'told',
      fact: { outcome: 'failed', code: '1032', text: 'Cancelled', receipt: null, amount: null },
    });
    const [query] = queries();
    expect(query).toMatchObject({
      method: 'POST',
      path: '/mpesa/stkpushquery/v1/query',
      headers: { authorization: 'Bearer access-token-of-a-test', 'content-type': 'application/json' },
    });
    expect(JSON.parse(query?.body ?? '')).toEqual({
      BusinessShortCode: '600456',
      Password: Buffer.from('600456passkey-of-a-test20260302003005').toString('base64'),
      Timestamp: '20260302003005',
      CheckoutRequestID: 'ws_CO_1',
    });
  });
});

describe('a query that fails says nothing about the payment', () => {
  it.each<[string, Reply]>([
    ['no answer', hang],
    ['a cut connection', cut],
    ['HTML', text(502, '<html>')],
    [
      'an echo of its secrets',
      (response, seen) => {
        response.writeHead(500).end(JSON.stringify({ errorCode: '500.1', errorMessage: seen.headers.authorization }));
      },
    ],
  ])('%s', async (_name, reply) => {
    const { provider } = await start(reply, reply === hang ? 1_500 : 10_000);
    const state = await provider.rail(paybill).prompts.ask('ws_CO_1');
    expect(state).toMatchObject({ kind: 'no_answer' });
    expect(JSON.stringify(state)).not.toContain('of-a-test');
  });
});
