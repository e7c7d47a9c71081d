import { afterEach, describe, expect, it } from 'vitest';
import { cut, json, type Reply, type SeenRequest, text } from '../kit/testing.ts';
import { classifyRegistration } from './register-urls.ts';
import { accessToken, paybill, startProvider } from './testing.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const done = { OriginatorCoversationID: '7619-1', ResponseCode: '0', ResponseDescription: 'Success' };
const request = {
  confirmationUrl: 'https://pay.example.com/functions/v1/c2b-hook/0a1b',
  validationUrl: 'https://pay.example.com/functions/v1/c2b-hook/0a1b?validation=1',
};
const accepted = (responseCode: string | null, responseDescription: string | null) => ({
  kind: 'accepted',
  responseCode,
  responseDescription,
});
const judged = (statusCode: number, body: Record<string, unknown> | string) =>
  classifyRegistration({
    kind: 'answered',
    statusCode,
    json: typeof body === 'string' ? undefined : body,
    text: typeof body === 'string' ? body : JSON.stringify(body),
  });
const error = (errorCode: string, errorMessage: string) => ({ requestId: '1', errorCode, errorMessage });

async function start(reply: Reply, c2bVersion?: 'v1' | 'v2') {
  const started = await startProvider(() => reply, c2bVersion === undefined ? {} : { c2bVersion });
  closers.push(started.close);
  return started;
}

describe('a registration', () => {
  it('on the wire, under the current version', async () => {
    const { provider, calls } = await start(json(200, done));
    expect(await provider.rail(paybill).offline.registerUrls(request)).toEqual({
      ...accepted('0', 'Success'),
      c2bVersion: 'v2',
    });
    expect(calls()[0]).toMatchObject({
      method: 'POST',
      path: '/mpesa/c2b/v2/registerurl',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(JSON.parse(calls()[0]?.body ?? '')).toEqual({
      ShortCode: '600123',
      ResponseType: 'Completed',
      ConfirmationURL: request.confirmationUrl,
      ValidationURL: request.validationUrl,
    });
  });

  it('goes to the old version where the applications are enabled for that', async () => {
    const { provider, calls } = await start(json(200, done), 'v1');
    await provider.rail(paybill).offline.registerUrls(request);
    expect(calls()[0]?.path).toBe('/mpesa/c2b/v1/registerurl');
  });

  const noProduct = 'Error Occurred - Invalid Access Token - Invalid API call as no apiproduct match found';
  const routeOf = (version: 'v1' | 'v2' | undefined) => (seen: SeenRequest) =>
    version !== undefined && seen.path.includes(`/${version}/`)
      ? json(200, done)
      : json(401, error('401.003.01', noProduct));

  it.each([
    ['v1', null, ['v2', 'v1']],
    ['v2', null, ['v2']],
    ['v1', 'v1', ['v1']],
    ['v2', 'v1', ['v1', 'v2']],
  ] as const)('of an app with %s, last registered with %s, goes to %j', async (version, c2bVersion, asked) => {
    const { provider, calls, close } = await startProvider(routeOf(version));
    closers.push(close);
    const answer = await provider.rail({ ...paybill, c2bVersion }).offline.registerUrls(request);
    expect(answer).toEqual({ ...accepted('0', 'Success'), c2bVersion: version });
    expect(calls().map(({ path }) => path)).toEqual(asked.map((each) => `/mpesa/c2b/${each}/registerurl`));
  });

  it('of an app with neither version is refused after one try of each', async () => {
    const { provider, calls, close } = await startProvider(routeOf(undefined));
    closers.push(close);
    expect(await provider.rail(paybill).offline.registerUrls(request)).toMatchObject({
      code: '401.003.01',
      description: noProduct,
    });
    expect(calls()).toHaveLength(2);
  });

  it('that was made before is accepted, also when the provider says so as bare text', async () => {
    const { provider } = await start(text(200, 'Validation and Confirmation URLs are already registered'));
    expect(await provider.rail(paybill).offline.registerUrls(request)).toEqual({
      ...accepted(null, null),
      c2bVersion: 'v2',
    });
  });

  it('is unknown after a cut connection, and was sent once', async () => {
    const { provider, calls } = await start(cut);
    expect(await provider.rail(paybill).offline.registerUrls(request)).toMatchObject({ kind: 'unknown' });
    expect(calls()).toHaveLength(1);
  });
});

describe('accepted', () => {
  it.each<[string, Record<string, unknown>, string | null, string | null]>([
    ['"0"', done, '0', 'Success'],
    ['"00000000"', { ...done, ResponseCode: '00000000' }, '00000000', 'Success'],
    ['"000000" without a sentence', { ResponseCode: '000000' }, '000000', null],
    ['the number 0', { ...done, ResponseCode: 0 }, '0', 'Success'],
    ['no code and success', { ConversationID: '', ResponseDescription: 'success' }, null, 'success'],
  ])('%s', (_name, body, code, description) => {
    expect(judged(200, body)).toEqual(accepted(code, description));
  });

  it.each<[string, number, Record<string, unknown> | string]>([
    ['the code of today', 500, error('500.003.1001', 'Urls are already registered.')],
    [
      'a sentence in a success',
      200,
      { ResponseDescription: 'Validation and Confirmation URLs are already registered' },
    ],
    ['bare text', 200, 'URLs have already been registered'],
    ['the sentence of aggregators', 400, error('400.003.02', 'Duplicate notification info, SP ID 12.')],
  ])('already registered: %s', (_name, statusCode, body) => {
    expect(judged(statusCode, body)).toEqual(accepted(null, null));
  });
});

describe('not accepted', () => {
  it.each<[string, number, Record<string, unknown> | string, string]>([
    ['the other version', 401, error('401.003.01', 'no apiproduct match found'), 'rejected'],
    ['an invalid URL', 400, error('400.003.02', 'Invalid ConfirmationURL'), 'rejected'],
    ['another ResponseCode', 200, { ResponseCode: '1', ResponseDescription: 'Failed' }, 'rejected'],
    ['too many requests', 429, '', 'rejected'],
    ['the same code for an internal error', 500, error('500.003.1001', 'Internal Server Error'), 'unknown'],
    ['success beside an error', 200, { ...done, errorCode: '500.003.1001' }, 'unknown'],
    ['success under a failing status', 500, done, 'unknown'],
    ['an empty object', 200, {}, 'unknown'],
    ['a page', 200, '<html>', 'unknown'],
  ])('%s', (_name, statusCode, body, kind) => {
    expect(judged(statusCode, body)).toMatchObject({ kind });
  });
});
