import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, startBench } from './test-client.ts';

let bench: Bench;
afterEach(() => bench.close());

const tokenRequestPath = '/oauth/v1/generate?grant_type=client_credentials';
const basic = (pair: string) => ({ headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } });
const garbagePushPath = '{"TransactionType":"none"}';

describe('GET /oauth/v1/generate', () => {
  it('answers exactly access_token and expires_in, the latter a string', async () => {
    bench = await startBench();
    const answer = await bench.call('GET', tokenRequestPath, basic('key:secret'));
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ access_token: expect.stringMatching(/^[A-Za-z0-9]{28}$/), expires_in: '3599' });
  });

  const codeWith = async (token: string) =>
    (await bench.post('/mpesa/stkpush/v1/processrequest', garbagePushPath, { authorization: `Bearer ${token}` })).json
      .errorCode;

  it('a consumer key may have several live tokens, as SDKs that ask for one before every call need', async () => {
    bench = await startBench();
    const tokens = [await bench.token('a:secret'), await bench.token('a:secret'), await bench.token('b:secret')];
    for (const token of tokens) expect(await codeWith(token)).toBe('400.002.02');
    expect((await bench.call('POST', '/admin/tokens/expire')).json).toEqual({ expired: 1 + tokens.length });
  });

  it('while oneToken is on, each new token ends the earlier ones of that consumer key, and of no other', async () => {
    bench = await startBench();
    const before = [await bench.token('a:secret'), await bench.token('a:secret')];
    await bench.settings({ oneToken: true });
    const other = await bench.token('b:secret');
    const [first, second] = [await bench.token('a:secret'), await bench.token('a:secret')];
    for (const ended of [...before, first]) expect(await codeWith(ended)).toBe('404.001.03');
    for (const live of [second, other]) expect(await codeWith(live)).toBe('400.002.02');
  });

  it('a token ends after its hour', async () => {
    let nowMs = Date.UTC(2026, 10, 20);
    bench = await startBench({ now: () => nowMs });
    expect((await bench.push()).status).toBe(200);
    nowMs += 3_600_000;
    const answer = await bench.push();
    expect([answer.status, answer.json.errorCode]).toEqual([404, '404.001.03']);
  });

  it('the admin API ends every token', async () => {
    bench = await startBench();
    expect((await bench.call('POST', '/admin/tokens/expire')).json).toEqual({ expired: 1 });
    expect((await bench.push()).json.errorCode).toBe('404.001.03');
  });

  it('a wrong secret gets HTTP 400 with an empty body', async () => {
    bench = await startBench();
    for (const pair of ['key:wrong', 'key:', ':secret', 'key']) {
      const answer = await bench.call('GET', tokenRequestPath, basic(pair));
      expect([pair, answer.status, answer.text]).toEqual([pair, 400, '']);
    }
  });

  it('a configured list is strict', async () => {
    bench = await startBench({ credentials: [{ consumerKey: 'key', consumerSecret: 'pass:word' }] });
    expect((await bench.call('GET', tokenRequestPath, basic('key:pass:word'))).status).toBe(200);
    expect((await bench.call('GET', tokenRequestPath, basic('key:secret'))).text).toBe('');
  });

  it('names a wrong authentication type and a wrong grant type', async () => {
    bench = await startBench();
    const error = (errorCode: string) => ({
      requestId: expect.any(String),
      errorCode,
      errorMessage: expect.any(String),
    });
    const wrongType = await bench.call('GET', tokenRequestPath, { headers: { authorization: 'Bearer abc' } });
    expect([wrongType.status, wrongType.json]).toEqual([400, error('400.008.01')]);
    expect((await bench.call('GET', tokenRequestPath)).json).toEqual(error('400.008.01'));
    const wrongGrant = await bench.call('GET', '/oauth/v1/generate?grant_type=password', basic('key:secret'));
    expect([wrongGrant.status, wrongGrant.json]).toEqual([400, error('400.008.02')]);
  });

  it('another verb and an unknown path get the gateway errors', async () => {
    bench = await startBench();
    const verb = await bench.call('POST', tokenRequestPath, basic('key:secret'));
    expect([verb.status, verb.json.errorCode]).toEqual([405, '405.001']);
    const path = await bench.call('GET', '/mpesa/nowhere');
    expect([path.status, path.json.errorCode]).toEqual([404, '404.001.01']);
  });
});
