import { afterEach, describe, expect, it } from 'vitest';
import { createProvider } from './index.ts';
import {
  json,
  MemoryTokenStore,
  paybill,
  type Reply,
  recordingLog,
  type SeenRequest,
  startProvider,
  text,
} from './testing.ts';
import { createTestKey } from './testing-credential.ts';

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
    const questions = [1, 2, 3].map(() => provider.askAccountBalance(paybill, question));
    for (const answer of await Promise.all(questions)) expect(answer.kind).toBe('accepted');
    await provider.askAccountBalance(paybill, question);
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
  ])('with %s has none, and does not ask at every call', async (_name, reply) => {
    const { provider, asked, calls } = await startWith(reply);
    for (let times = 0; times < 3; times += 1) {
      expect(await provider.askAccountBalance(paybill, question)).toMatchObject({ code: 'certificate_missing' });
    }
    expect(asked()).toHaveLength(1);
    expect(calls()).toEqual([]);
  });

  it('waits for it within the time of the call', async () => {
    const { provider } = await startWith(() => {});
    const startedMs = performance.now();
    expect(await provider.askAccountBalance(paybill, question)).toMatchObject({ code: 'certificate_missing' });
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});

it('production never asks anybody for its certificate', async () => {
  const { provider, fake } = await startWith(text(200, key.publicPem));
  const account = { ...paybill, environment: 'production' } as const;
  expect(await provider.askAccountBalance(account, question)).toMatchObject({ code: 'certificate_missing' });
  expect(fake.seen).toEqual([]);
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
  expect(() => createProvider({ ...options, certificates: { [`${environment}Certificate`]: 'nonsense' } })).toThrow(
    `The ${environment} certificate is not a readable PEM`,
  );
});
