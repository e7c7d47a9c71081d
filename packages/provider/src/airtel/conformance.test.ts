import { describe } from 'vitest';
import { describeConformance } from '../conformance.fixture.ts';
import type { ConformingRail } from '../conformance-bench.fixture.ts';
import { json, MemoryTokenStore, type Reply, recordingLog } from '../kit/testing.ts';
import { createAirtel } from './index.ts';
import {
  accessToken,
  account,
  balanceRequest,
  keyReply,
  payoutRest,
  prompt,
  promptId,
  refundRest,
  said,
  signing,
  taken,
} from './testing.ts';

const ok = { response_code: 'DP00900001001', success: true };
const payout = {
  ...payoutRest,
  originatorConversationId: promptId,
  amount: 250,
  phone: prompt.phone,
  remarks: 'Wages',
  sendBefore: prompt.sendBefore,
};
const refund = { ...refundRest, transactionId: 'MP210603.1234.L06941', sendBefore: prompt.sendBefore };
const late = { sendBefore: new Date(0) };
const paid = json(200, said({ id: promptId, status: 'TS', airtel_money_id: 'MP1' }, ok));
const balance = json(200, { data: { balance: '1.00', currency: 'KES' }, status: { success: true } });
const holder = json(200, {
  data: { msisdn: '733123456', is_barred: false },
  status: { response_code: 'DP02200000001', success: true },
});
const sentence = (code: string, success: boolean, status: number) => (message: string) =>
  json(status, { status: { response_code: code, success, message } });
const odd = (transaction: object, status: object): Reply => json(200, said({ id: promptId, ...transaction }, status));

const airtel = (used: typeof account): ConformingRail => ({
  start(url, timeoutMs, clock) {
    const log = recordingLog();
    const tokens = new MemoryTokenStore();
    const adapter = createAirtel({ sandboxUrl: url, productionUrl: url, timeoutMs, clock, log, tokens });
    const { prompts, payouts, refunds, questions, holders } = adapter.rail(used);
    if (payouts === undefined) throw new Error('The account has no PIN.');
    const money = { movesMoney: true, acceptedKind: 'accepted' } as const;
    const question = { movesMoney: false, acceptedKind: 'told' } as const;
    return {
      calls: {
        'a prompt': {
          ...money,
          make: () => prompts.push(prompt),
          makeTooLate: () => prompts.push({ ...prompt, ...late }),
          accepted: json(200, taken),
        },
        'a payout': {
          ...money,
          make: () => payouts.send(payout),
          makeTooLate: () => payouts.send({ ...payout, ...late }),
          accepted: paid,
        },
        'a refund': {
          ...money,
          make: () => refunds.send(refund),
          makeTooLate: () => refunds.send({ ...refund, ...late }),
          accepted: json(200, said({ status: 'TR' }, { success: true })),
        },
        'a question about a prompt': { ...question, make: () => prompts.ask(promptId), accepted: paid },
        'a question about a payout': { ...question, make: () => payouts.ask(promptId), accepted: paid },
        'a question about the balance': {
          ...question,
          make: () => questions.balance(balanceRequest),
          accepted: balance,
        },
        'a question about a holder': { ...question, make: () => holders.find(prompt.phone), accepted: holder },
      },
      logged: () => log.lines.join('\n'),
      close: () => adapter.close(),
    };
  },
  isTokenRequest: ({ path }) => path === '/auth/oauth2/token',
  aside: ({ path }) => (path === '/v1/rsa/encryption-keys' ? keyReply() : undefined),
  token: (n) => ({
    text: `${accessToken}-${n}`,
    reply: json(200, { access_token: `${accessToken}-${n}`, expires_in: '180' }),
  }),
  refusedToken: json(403, { error: 'invalid_token', error_description: 'The token expired.' }),
  secrets: [account.clientId, account.clientSecret, 'callback-key-of-a-test', 'pin-of-a-test'],
  secretsIn: ({ body, headers }) => {
    const pin: unknown = body === '' ? undefined : JSON.parse(body).pin;
    return [pin, headers['x-key'], headers['x-signature']].filter((secret) => typeof secret === 'string');
  },
  unknownWords: {
    'letters that no document has': odd({ status: 'TZ' }, { response_code: 'DP00800001001', success: true }),
    'letters in progress': odd({ status: 'TIP' }, { response_code: 'DP00800001006', success: true }),
    'letters that are ambiguous': odd({ status: 'TA' }, { response_code: 'DP00800001000', success: false }),
    'an acknowledgement with a code that no document has': odd(
      { status: 'SUCCESS' },
      { response_code: 'DP99', success: true },
    ),
    'an acknowledgement without success': odd({ status: 'SUCCESS' }, { response_code: 'DP00800001006' }),
    'a refusal with a code that no document has': json(400, { status: { response_code: 'DP99', success: false } }),
    'a refusal that also says yes': json(200, { status: { response_code: 'ROUTER110', success: true } }),
    'a used id': json(200, { status: { response_code: 'DP00900001017', result_code: 'ESB000041', success: false } }),
    'a time-out inside': json(200, { status: { response_code: 'ROUTER117', success: false } }),
  },
  saying: [
    sentence('ROUTER110', false, 400),
    sentence('DP00900001014', false, 200),
    sentence('DP00800001025', false, 200),
    sentence('DP02200000002', false, 500),
    (message) => odd({ status: 'TF', message }, { response_code: 'DP00900001005', success: false }),
    (message) => odd({ status: 'TS', message }, { response_code: 'DP00900001001', success: true, message }),
    (message) => (response) => void response.writeHead(403).end(`<p>${message}</p>`),
  ],
});

const names = [
  ...['a prompt', 'a payout', 'a refund'],
  ...['a question about a prompt', 'a question about a payout'],
  ...['a question about the balance', 'a question about a holder'],
];
describe('without signatures', () => describeConformance(airtel(account), names));
describe('with signatures', () => describeConformance(airtel(signing), ['a prompt', 'a payout', 'a refund']));
