import { afterEach, describe, expect, it } from 'vitest';
import { type AirtelBench, collectionBody, startAirtelBench, testClient } from './test-bench.ts';

let bench: AirtelBench;
afterEach(() => bench.close());

const json = { 'content-type': 'application/json' };
const askToken = (body: object | string) =>
  bench.call('POST', '/auth/oauth2/token', {
    headers: json,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const client = { client_id: testClient, client_secret: 'secret', grant_type: 'client_credentials' };

describe('a token', () => {
  it('lives for 180 seconds, which every second answer says as text', async () => {
    bench = await startAirtelBench();
    const answers = [await askToken(client), await askToken(client), await askToken(client)];
    // The bench took the first token.
    expect(answers.map(({ status, json: body }) => [status, body.expires_in, body.token_type])).toEqual([
      [200, '180', 'bearer'],
      [200, 180, 'bearer'],
      [200, '180', 'bearer'],
    ]);
    expect(new Set(answers.map(({ json: body }) => body.access_token)).size).toBe(3);
  });

  it.each([
    ['the wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['no secret', { client_secret: undefined }, 401, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('is refused for %s', async (_what, change, status, error) => {
    bench = await startAirtelBench();
    const answer = await askToken({ ...client, ...change });
    expect([answer.status, answer.json.error, answer.json.access_token]).toEqual([status, error, undefined]);
  });

  it('is refused for a body that is not a JSON object', async () => {
    bench = await startAirtelBench();
    for (const body of ['', '[]', 'client_id=a']) {
      const answer = await askToken(body);
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid_request']);
    }
  });

  it('is dead after 180 seconds: HTTP 401', async () => {
    let nowMs = 1_800_000_000_000;
    bench = await startAirtelBench({ now: () => nowMs });
    nowMs += 179_999;
    expect((await bench.enquire('unknown00')).status).toBe(200);
    nowMs += 1;
    const answer = await bench.enquire('unknown00');
    expect([answer.status, answer.json.error]).toEqual([401, 'invalid_token']);
  });

  it('that nobody issued gets HTTP 403 and the same words', async () => {
    bench = await startAirtelBench();
    for (const authorization of ['', 'Bearer abc', 'Basic abc']) {
      const answer = await bench.enquire('unknown00', { authorization });
      expect([answer.status, answer.json.error]).toEqual([403, 'invalid_token']);
    }
  });

  it('a new one leaves the earlier one alive, and the admin can end them all', async () => {
    bench = await startAirtelBench();
    const first = await bench.token();
    const second = await bench.token();
    const statusOf = async (token: string) =>
      (await bench.enquire('unknown00', { authorization: `Bearer ${token}` })).status;
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    await bench.call('POST', '/admin/tokens/expire');
    expect([await statusOf(first), await statusOf(second)]).toEqual([403, 403]);
  });

  it('of the other rail is no token here', async () => {
    bench = await startAirtelBench();
    const authorization = `Bearer ${await bench.refreshToken()}`;
    expect((await bench.enquire('unknown00', { authorization })).status).toBe(403);
  });
});

describe('the headers of every call', () => {
  it.each([
    ['no country', { 'x-country': '' }, 400, 'ROUTER110'],
    ['no currency', { 'x-currency': '' }, 400, 'ROUTER003'],
    ['another country', { 'x-country': 'UG' }, 400, 'ROUTER006'],
    ['another currency', { 'x-currency': 'UGX' }, 400, 'ROUTER112'],
  ])('with %s are refused', async (_what, headers, status, code) => {
    bench = await startAirtelBench();
    for (const answer of [await bench.enquire('unknown00', headers), await bench.collect({}, headers)]) {
      expect(answer.status).toBe(status);
      expect(answer.json.status).toMatchObject({ response_code: code, success: false });
    }
    expect(await bench.collections()).toEqual([]);
  });

  it('are looked at after the token', async () => {
    bench = await startAirtelBench();
    expect((await bench.enquire('unknown00', { authorization: '', 'x-country': '' })).status).toBe(403);
  });
});

describe('the portal', () => {
  it('keeps what an application has, and shows no secret', async () => {
    bench = await startAirtelBench();
    const set = await bench.portal({
      callbackKey: 'a-secret-key',
      pin: '9173',
      signing: true,
      products: ['collection'],
    });
    const shown = {
      clientId: testClient,
      hasCallbackUrl: true,
      hasCallbackKey: true,
      hasPin: true,
      signing: true,
      products: ['collection'],
    };
    expect([set.status, set.json]).toEqual([200, shown]);
    const all = await bench.call('GET', '/admin/airtel/portal');
    expect(all.json).toEqual({ portals: [shown] });
    expect(all.text).not.toContain('a-secret-key');
    expect(all.text).not.toContain('/hooks/');
    expect(all.text).not.toContain('9173');
  });

  it.each([
    { callbackUrl: 'ftp://example.com' },
    { callbackUrl: 'not a url' },
    { callbackKey: '' },
    { callbackKey: 'k'.repeat(513) },
    { products: ['bitcoin'] },
    { clientId: '' },
    { colour: 'red' },
  ])('refuses %o', async (change) => {
    bench = await startAirtelBench();
    expect((await bench.portal(change)).status).toBe(422);
  });

  it('refuses a product that the application does not have', async () => {
    bench = await startAirtelBench();
    await bench.portal({ products: ['disbursement'] });
    const answer = await bench.collect();
    expect([answer.status, answer.json.status]).toEqual([
      400,
      expect.objectContaining({ response_code: 'ROUTER001', success: false }),
    ]);
  });

  it('is forgotten by a reset, tokens are not', async () => {
    bench = await startAirtelBench();
    await bench.portal({ products: [] });
    await bench.call('POST', '/admin/reset');
    expect((await bench.call('GET', '/admin/airtel/portal')).json).toEqual({ portals: [] });
    expect((await bench.collect()).status).toBe(200);
  });
});

it('the request log names paths, numbers and ids, and no secret', async () => {
  bench = await startAirtelBench();
  const { transaction } = collectionBody();
  await bench.enquire(transaction.id);
  const { counts, requests } = await bench.requests();
  expect(counts).toMatchObject({ 'POST /auth/oauth2/token': 1, 'GET /standard/v1/payments/:id': 1 });
  expect(requests[0]).toMatchObject({ checkoutRequestId: transaction.id, errorCode: 'DP00800001025', status: 200 });
  expect(JSON.stringify(requests)).not.toContain('secret');
});
