import { X509Certificate } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { deadlineIn } from '../kit/deadline.ts';
import type { Http } from '../kit/http.ts';
import { json, MemoryTokenStore, type Reply, recordingLog, type SeenRequest, text } from '../kit/testing.ts';
import { createTestKey } from '../kit/testing-key.ts';
import { bundledCertificates } from './bundled-certificates.ts';
import { createCertificates } from './certificates.ts';
import { createMpesa } from './index.ts';
import { paybill, railOf, startProvider } from './testing.ts';

const key = createTestKey();
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const accepted = json(200, { ConversationID: 'AG_1', OriginatorConversationID: '1', ResponseCode: '0' });
const question = {
  identifierType: '4',
  remarks: 'Float',
  resultUrl: 'https://pay.example.com/r',
  timeoutUrl: 'https://pay.example.com/t',
};

async function startWith(certificate: Reply) {
  const route = (seen: SeenRequest) => (seen.path === '/admin/certificate' ? certificate : accepted);
  const started = await startProvider(route, { timeoutMs: 2_000 });
  closers.push(started.close);
  return { ...started, asked: () => started.fake.seenAt('/admin/certificate') };
}

describe('a sandbox without a configured certificate', () => {
  it('uses the one of the simulator, asked for once', async () => {
    const { provider, asked, calls } = await startWith(text(200, key.publicPem));
    const questions = [1, 2, 3].map(() => railOf(provider, paybill).questions.balance(question));
    for (const answer of await Promise.all(questions)) expect(answer.kind).toBe('accepted');
    await railOf(provider, paybill).questions.balance(question);
    expect(asked()).toHaveLength(1);
    expect(asked()[0]).toMatchObject({ method: 'GET', body: '' });
    expect(asked()[0]?.headers.authorization).toBeUndefined();
    expect(key.open(JSON.parse(calls()[0]?.body ?? '{}').SecurityCredential)).toBe('password-of-a-test');
  });

  it.each<[string, Reply]>([
    ['nothing there', text(404, 'Not Found')],
    ['a page', text(200, '<html>')],
    ['a certificate under an error', text(500, key.publicPem)],
    ['a private key', text(200, key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())],
    ['a redirect', text(302, '', { location: '/elsewhere' })],
  ])('with %s uses the published one, and does not ask at every call', async (_name, reply) => {
    const { provider, asked, calls } = await startWith(reply);
    for (let times = 0; times < 3; times += 1) {
      expect((await railOf(provider, paybill).questions.balance(question)).kind).toBe('accepted');
    }
    expect(asked()).toHaveLength(1);
    for (const { body } of calls()) expect(JSON.parse(body).SecurityCredential).toMatch(/^[A-Za-z0-9+/]{342}==$/);
  });

  it('waits for it within the time of the call', async () => {
    const { provider } = await startWith(() => {});
    expect((await railOf(provider, paybill).questions.balance(question)).kind).toBe('accepted');
  });
});

it.each(['https://sandbox.safaricom.co.ke', 'https://localhost.example.com', 'https://10.0.0.7'])(
  '%s is never asked for a certificate, and gets the published one',
  async (foreignUrl) => {
    const sent: string[] = [];
    const http: Http = {
      send: async ({ url }) => {
        sent.push(url);
        return { kind: 'no_answer', cause: 'this must not be asked' };
      },
      close: async () => {},
    };
    const foreign = createCertificates(http, foreignUrl, {});
    expect(await foreign.obtain('sandbox', deadlineIn(1_000))).toBe(bundledCertificates.sandbox);
    const configured = createCertificates(http, foreignUrl, { sandboxCertificate: key.publicPem });
    expect(await configured.obtain('sandbox', deadlineIn(1_000))).toBe(key.publicPem);
    expect(sent).toEqual([]);
  },
);

it('production never asks anybody for its certificate', async () => {
  const { provider, asked } = await startWith(text(200, key.publicPem));
  const account = { ...paybill, environment: 'production' } as const;
  expect((await railOf(provider, account).questions.balance(question)).kind).toBe('accepted');
  expect(asked()).toEqual([]);
});

it.each(['sandbox', 'production'] as const)('an unreadable %s certificate stops the start', (environment) => {
  const options = {
    sandboxUrl: 'http://localhost:1',
    productionUrl: 'http://localhost:1',
    timeoutMs: 1_000,
    clock: { now: () => new Date() },
    log: recordingLog(),
    tokens: new MemoryTokenStore(),
  };
  expect(() => createMpesa({ ...options, certificates: { [`${environment}Certificate`]: 'nonsense' } })).toThrow(
    `The ${environment} certificate is not a readable PEM`,
  );
});

it.each([
  ['sandbox', 'E7:F7:01:24:03:07:A1:60:1E:8C:74:44:41:BC:BA:14:29:F7:C3:35'],
  ['production', '38:FB:D5:21:14:36:9A:D9:7C:08:D9:63:85:E5:EF:E3:4D:4C:CA:56'],
] as const)('the bundled %s certificate is the published one', (environment, fingerprint) => {
  expect(new X509Certificate(bundledCertificates[environment]).fingerprint).toBe(fingerprint);
});
