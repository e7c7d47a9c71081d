import type { AccountBalance, Asked, ProviderAccount, ProviderAnswer, Sent } from '@tillgate/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { cut, hang, json, type Reply, type SeenRequest, text } from '../kit/testing.ts';
import { createTestKey } from '../kit/testing-key.ts';
import type { createMpesa, MpesaOptions } from './index.ts';
import { accessToken, paybill, railOf, startProvider } from './testing.ts';

const key = createTestKey();
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(route: (seen: SeenRequest) => Reply, options: Partial<MpesaOptions> = {}) {
  const started = await startProvider(route, { certificates: { sandboxCertificate: key.publicPem }, ...options });
  closers.push(started.close);
  return started;
}

const accepted = json(200, {
  ConversationID: 'AG_20260301_1',
  OriginatorConversationID: 'theirs-1',
  ResponseCode: '0',
  ResponseDescription: 'Accept the service request successfully.',
});
const urls = {
  resultUrl: 'https://pay.example.com/functions/v1/hook/0a1b',
  timeoutUrl: 'https://pay.example.com/functions/v1/hook/0a1b/late',
};
const timed = { ...urls, sendBefore: new Date('2099-01-01T00:00:00Z') };
const payout = {
  ...timed,
  originatorConversationId: 'ours-1',
  amount: 250,
  phone: '254712345678',
  commandId: 'BusinessPayment',
  remarks: 'Wages of May',
  occasion: null,
};
const reversal = { ...timed, transactionId: 'TJK1A2B3C4', amount: 250, remarks: 'Wrong till', occasion: null };
const status = {
  ...urls,
  by: { transactionId: 'TJK1A2B3C4' },
  identifierType: '4',
  remarks: 'Where is it',
  occasion: null,
};
const balance = { ...urls, identifierType: '4', remarks: 'Float' };
const bodyOf = (seen: SeenRequest | undefined) => JSON.parse(seen?.body ?? '{}');

type Adapter = ReturnType<typeof createMpesa>;
type Ask = (provider: Adapter, account?: ProviderAccount) => Promise<ProviderAnswer<Sent> | Asked<AccountBalance[]>>;
const operations: [string, Ask][] = [
  ['a payout', (provider, account = paybill) => railOf(provider, account).payouts.send(payout)],
  ['a reversal', (provider, account = paybill) => railOf(provider, account).refunds.send(reversal)],
  ['a transaction status', (provider, account = paybill) => railOf(provider, account).questions.transaction(status)],
  ['an account balance', (provider, account = paybill) => railOf(provider, account).questions.balance(balance)],
];

it('an account without an initiator pays nothing out, sends nothing back and asks nothing', async () => {
  const { provider } = await start(() => accepted);
  const { payouts, refunds, questions } = provider.rail({ ...paybill, initiator: null });
  expect({ payouts, refunds, questions }).toEqual({});
});

describe('money out', () => {
  it.each([
    [
      'a payout',
      (provider: Adapter, sendBefore: Date) => railOf(provider, paybill).payouts.send({ ...payout, sendBefore }),
    ],
    [
      'a reversal',
      (provider: Adapter, sendBefore: Date) => railOf(provider, paybill).refunds.send({ ...reversal, sendBefore }),
    ],
  ])('%s is not sent after its time: its key may have been answered', async (_what, send) => {
    const { provider, calls } = await start(() => accepted);
    expect(await send(provider, new Date(0))).toMatchObject({ kind: 'rejected', by: 'unreachable', code: 'too_late' });
    expect(calls()).toEqual([]);
  });
});

describe('on the wire', () => {
  const common = {
    SecurityCredential: expect.stringMatching(/^[A-Za-z0-9+/]{342}==$/),
    ResultURL: urls.resultUrl,
    QueueTimeOutURL: urls.timeoutUrl,
  };

  it('a payout spells its fields as the provider does', async () => {
    const { provider, calls } = await start(() => accepted);
    expect(await railOf(provider, paybill).payouts.send({ ...payout, occasion: ' May – é ' })).toEqual({
      kind: 'accepted',
      conversationId: 'AG_20260301_1',
      originatorConversationId: 'theirs-1',
    });
    const [call] = calls();
    expect(call).toMatchObject({
      method: 'POST',
      path: '/mpesa/b2c/v3/paymentrequest',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    });
    expect(bodyOf(call)).toEqual({
      ...common,
      OriginatorConversationID: 'ours-1',
      InitiatorName: 'initiator-of-a-test',
      CommandID: 'BusinessPayment',
      Amount: '250',
      PartyA: '600123',
      PartyB: '254712345678',
      Remarks: 'Wages of May',
      Occassion: 'May e',
    });
  });

  it('a payout keeps our id when the provider does not echo it, so that it can be asked about', async () => {
    const { provider } = await start(() =>
      json(200, { ConversationID: 'AG_20260301_1', ResponseCode: '0', ResponseDescription: 'Accepted.' }),
    );
    expect(await railOf(provider, paybill).payouts.send(payout)).toMatchObject({
      kind: 'accepted',
      originatorConversationId: 'ours-1',
    });
  });

  it('a reversal names the receipt and, misspelt, the kind of its receiver', async () => {
    const { provider, calls } = await start(() => accepted);
    expect(await railOf(provider, paybill).refunds.send(reversal)).toMatchObject({ kind: 'accepted' });
    expect(calls()[0]?.path).toBe('/mpesa/reversal/v1/request');
    expect(bodyOf(calls()[0])).toEqual({
      ...common,
      Initiator: 'initiator-of-a-test',
      CommandID: 'TransactionReversal',
      TransactionID: 'TJK1A2B3C4',
      Amount: '250',
      ReceiverParty: '600123',
      RecieverIdentifierType: '11',
      Remarks: 'Wrong till',
      Occasion: '',
    });
    await railOf(provider, paybill).refunds.send({ ...reversal, occasion: 'Refund' });
    expect(bodyOf(calls()[1])).toMatchObject({ Occasion: 'Refund' });
  });

  it('a transaction status asks by receipt or by conversation, never by both', async () => {
    const { provider, calls } = await start(() => accepted);
    await railOf(provider, paybill).questions.transaction(status);
    await railOf(provider, paybill).questions.transaction({
      ...status,
      by: { originalConversationId: 'ours-1' },
      occasion: 'Audit',
    });
    const asked = {
      ...common,
      Initiator: 'initiator-of-a-test',
      CommandID: 'TransactionStatusQuery',
      PartyA: '600123',
      IdentifierType: '4',
      Remarks: 'Where is it',
    };
    expect(calls().map((call) => call.path)).toEqual(Array(2).fill('/mpesa/transactionstatus/v1/query'));
    expect(calls().map(bodyOf)).toEqual([
      { ...asked, TransactionID: 'TJK1A2B3C4', Occasion: '' },
      { ...asked, OriginalConversationID: 'ours-1', Occasion: 'Audit' },
    ]);
  });

  it('an account balance has no occasion', async () => {
    const { provider, calls } = await start(() => accepted);
    await railOf(provider, paybill).questions.balance(balance);
    expect(calls()[0]?.path).toBe('/mpesa/accountbalance/v1/query');
    expect(bodyOf(calls()[0])).toEqual({
      ...common,
      Initiator: 'initiator-of-a-test',
      CommandID: 'AccountBalance',
      PartyA: '600123',
      IdentifierType: '4',
      Remarks: 'Float',
    });
  });

  it.each([
    ['', 'Payout'],
    [' \n', 'Payout'],
    ['x', 'Payout'],
    ['ok', 'ok'],
    ['a\nb', 'a b'],
    ['y'.repeat(101), 'y'.repeat(100)],
    [`${'y'.repeat(99)}👍`, 'y'.repeat(99)],
    ['Asked by\r\nthe night shift', 'Asked by the night shift'],
    ['x'.repeat(1_000), 'x'.repeat(100)],
    ['Café – May & June #7 <a@b>: magic:x', 'Cafe May June 7 a b : magic:x'],
    ['– & #', 'Payout'],
  ])('remarks %j go out as %j', async (remarks, expected) => {
    const { provider, calls } = await start(() => accepted);
    await railOf(provider, paybill).payouts.send({ ...payout, remarks, occasion: '  ' });
    expect(bodyOf(calls()[0]).Remarks).toBe(expected);
    expect(bodyOf(calls()[0]).Occassion).toBe('');
  });

  it.each(operations)('%s carries the password that only the provider can read', async (_name, ask) => {
    const { provider, calls } = await start(() => accepted);
    await ask(provider);
    expect(key.open(bodyOf(calls()[0]).SecurityCredential)).toBe('password-of-a-test');
  });

  it.each(operations)('%s goes to the host of its environment, with its certificate', async (_name, ask) => {
    const production = createTestKey();
    const certificates = { sandboxCertificate: key.publicPem, productionCertificate: production.publicPem };
    const { provider, calls } = await start(() => accepted, { certificates });
    await ask(provider, { ...paybill, environment: 'production' });
    expect(calls()[0]?.path).toMatch(/^\/production\/mpesa\//);
    expect(production.open(bodyOf(calls()[0]).SecurityCredential)).toBe('password-of-a-test');
  });
});

describe.each(operations)('the outcome of %s', (_name, ask) => {
  it.each<[string, Reply]>([
    ['no answer', hang],
    ['a cut connection', cut],
    ['a page of HTML under HTTP 502', text(502, '<html>')],
    ['a redirect', text(302, '', { location: '/elsewhere' })],
    ['an internal error', json(500, { errorCode: '500.003.1001', errorMessage: 'Internal Server Error' })],
    ['a repeated id', json(500, { errorCode: '500.002.1001', errorMessage: '' })],
  ])('is unknown after %s, and it was sent once', async (_reason, reply) => {
    const { provider, calls } = await start(() => reply, { timeoutMs: reply === hang ? 1_500 : 10_000 });
    expect(await ask(provider)).toMatchObject({ kind: 'unknown' });
    expect(calls()).toHaveLength(1);
  });

  it('after a refused token is that of one repetition with a new token', async () => {
    let calls = 0;
    const { provider, calls: seen } = await start(() => {
      calls += 1;
      return calls === 1 ? json(401, { errorCode: '401.002.01', errorMessage: 'Invalid Access Token' }) : accepted;
    });
    expect(await ask(provider)).toMatchObject({ kind: 'accepted' });
    expect(seen()).toHaveLength(2);
    expect(bodyOf(seen()[1])).toEqual(bodyOf(seen()[0]));
  });

  it('is a certain no when the password does not fit into a credential', async () => {
    const { provider, fake } = await start(() => accepted);
    const initiator = { name: 'initiator-of-a-test', password: 'secret'.repeat(50) };
    const outcome = await ask(provider, { ...paybill, initiator });
    expect(outcome).toMatchObject({ kind: 'rejected', by: 'unreachable', code: 'credential_failed' });
    expect(JSON.stringify(outcome)).not.toContain('secret');
    expect(fake.seen).toEqual([]);
  });

  it('shows no secret, even when the provider echoes all of them', async () => {
    const { provider, log, calls } = await start(() => (response, seen) => {
      const account = [
        paybill.consumerKey,
        paybill.consumerSecret,
        paybill.passkey,
        ...Object.values(paybill.initiator ?? {}),
      ];
      const echo = `${account.join(' ')} ${seen.headers.authorization} ${JSON.parse(seen.body).SecurityCredential}`;
      response.writeHead(400).end(JSON.stringify({ errorCode: '400.002.02', errorMessage: echo }));
    });
    const outcome = JSON.stringify(await ask(provider));
    expect(outcome).toContain('400.002.02');
    const credential = bodyOf(calls()[0]).SecurityCredential;
    for (const shown of [outcome, log.lines.join('\n')]) {
      for (const secret of ['of-a-test', credential.slice(0, 30), credential.slice(-30)]) {
        expect(shown).not.toContain(secret);
      }
    }
    expect(log.lines.join('\n')).not.toContain('254712345678');
  });
});
