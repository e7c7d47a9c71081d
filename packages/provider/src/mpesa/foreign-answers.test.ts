import { afterEach, describe, expect, it } from 'vitest';
import { type Reply, type SeenRequest, text } from '../kit/testing.ts';
import { createTestKey } from '../kit/testing-key.ts';
import { foreignAnswers } from './foreign-answers.fixture.ts';
import { accessToken, paybill, railOf, request, startProvider } from './testing.ts';

const key = createTestKey();
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(route: (seen: SeenRequest) => Reply) {
  const started = await startProvider(route, { certificates: { sandboxCertificate: key.publicPem } });
  closers.push(started.close);
  return started;
}

const { callbackUrl: resultUrl, sendBefore, amount, phone } = request;
const payout = {
  resultUrl,
  timeoutUrl: resultUrl,
  sendBefore,
  amount,
  phone,
  remarks: '',
  occasion: null,
  commandId: 'BusinessPayment',
  originatorConversationId: 'ours-1',
};

describe.each(foreignAnswers)('$from', ({ status, type, body, said }) => {
  const reply = text(status, body, { 'content-type': type });

  it('is heard: its words are the reason, and its status is a word and no result code', async () => {
    const { provider, log } = await start(() => reply);
    const refused = { kind: 'rejected', by: 'provider', code: `http_${status}`, description: said };
    expect(await provider.rail(paybill).prompts.push(request)).toEqual(refused);
    expect(await railOf(provider, paybill).payouts.send(payout)).toEqual(refused);
    const lines = log.lines.map((line) => JSON.parse(line)).filter(({ answer }) => answer === 'rejected');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatchObject({ code: `http_${status}`, reason: said, statusCode: status });
  });

  it('leaves the outcome unknown under a status that proves nothing, and is heard too', async () => {
    const { provider, log } = await start(() => text(502, body, { 'content-type': type }));
    const answer = await railOf(provider, paybill).payouts.send(payout);
    expect(answer).toMatchObject({ kind: 'unknown', upstream: { code: 'http_502', description: said } });
    expect(answer).toMatchObject({ cause: expect.stringContaining(said) });
    expect(log.lines.join()).toContain(JSON.stringify(said).slice(1, -1));
  });

  it('is heard when it refuses the consumer key, a query, a QR code or a trial of credentials', async () => {
    const { provider } = await start(() => reply);
    expect(await provider.rail(paybill).prompts.ask('ws_CO_1')).toMatchObject({ cause: expect.stringContaining(said) });
    const qr = { amount, refNo: 'r', merchantName: 'm', trxCode: 'PB', cpi: '600123', sizePixels: 300 } as const;
    expect(await provider.rail(paybill).qr.make(qr)).toMatchObject({ code: `http_${status}`, description: said });
    expect(await provider.rail(paybill).trials.prompt()).toMatchObject({
      ok: false,
      detail: expect.stringContaining(said),
    });
  });
});

it('a body without a word is no reason, and says so', async () => {
  const { provider } = await start(() => text(403, ''));
  expect(await provider.rail(paybill).prompts.push(request)).toMatchObject({
    code: 'http_403',
    description: 'The provider gave no reason.',
  });
});

const asPage = (text: string) => text.replace(/[^a-z0-9 ]/gi, (character) => `&#${character.codePointAt(0)};`);
const writings: [string, (echo: string) => string][] = [
  ['as it was sent', (echo) => `<p>Denied: ${echo}</p>`],
  ['in entities', (echo) => `<p>Denied: ${asPage(echo)}</p>`],
  ['as a URL', (echo) => `<p>Denied: ${encodeURIComponent(echo)}</p>`],
  ['as JSON of PHP', (echo) => `<p>Denied: ${JSON.stringify(echo).replaceAll('/', '\\/')}</p>`],
  ['in a message', (echo) => JSON.stringify({ message: `Denied: ${echo}` })],
  ['broken by tags', (echo) => `<b>Denied:</b><i>${echo}</i>`],
];

describe.each(writings)('a page that echoes what we sent, %s', (_how, write) => {
  const account = {
    ...paybill,
    passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd',
    consumerKey: 'Ck/of+a=test',
    initiator: { name: 'initiator-of-a-test', password: 'Pass<word>&#of a test' },
  };
  const secretsIn = (seen: SeenRequest): string[] => {
    const { Password, SecurityCredential } = JSON.parse(seen.body);
    const { passkey, consumerKey, initiator } = account;
    return [String(Password ?? SecurityCredential), accessToken, passkey, consumerKey, initiator.password];
  };

  it.each([0, 1, 2, 3, 4])('shows no secret (%d)', async (index) => {
    const { provider, log, calls } = await start(
      (seen) => (response) => void response.writeHead(403).end(write(secretsIn(seen)[index] ?? '')),
    );
    const answers = [
      await provider.rail(account).prompts.push(request),
      await railOf(provider, account).payouts.send(payout),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ description: expect.stringMatching(/^Denied: "?\*\*\*/) });
    for (const secret of calls().flatMap(secretsIn)) {
      expect(JSON.stringify([answers, log.lines]), secret).not.toContain(secret.slice(0, 8));
    }
  });

  it('logs no phone', async () => {
    const { provider, log } = await start(
      (seen) => (response) => void response.writeHead(403).end(write(JSON.parse(seen.body).PhoneNumber)),
    );
    expect(await provider.rail(account).prompts.push(request)).toMatchObject({ code: 'http_403' });
    expect(log.lines.join()).toContain('Denied');
    expect(log.lines.join()).not.toContain(request.phone);
  });
});
