import { describeConformance } from '../conformance.fixture.ts';
import type { ConformingRail } from '../conformance-bench.fixture.ts';
import { json, MemoryTokenStore, recordingLog } from '../kit/testing.ts';
import { createTestKey } from '../kit/testing-key.ts';
import { createMpesa } from './index.ts';
import { accessToken, paybill, railOf, request } from './testing.ts';

const key = createTestKey();
const { callbackUrl: resultUrl, sendBefore, amount, phone } = request;
const secured = { resultUrl, timeoutUrl: resultUrl, sendBefore, remarks: 'Wages', occasion: null };
const payout = { ...secured, amount, phone, commandId: 'BusinessPayment', originatorConversationId: 'ours-1' };
const reversal = { ...secured, amount, transactionId: 'TJK1A2B3C4' };
const late = { sendBefore: new Date(0) };
const taken = json(200, {
  MerchantRequestID: '29115-1',
  CheckoutRequestID: 'ws_CO_1',
  ConversationID: 'AG_20260301_1',
  ResponseCode: '0',
});
const sentence = (status: number, errorCode: string) => (errorMessage: string) =>
  json(status, { errorCode, errorMessage });

const mpesa: ConformingRail = {
  start(url, timeoutMs, clock) {
    const log = recordingLog();
    const provider = createMpesa({
      sandboxUrl: url,
      productionUrl: url,
      timeoutMs,
      clock,
      log,
      tokens: new MemoryTokenStore(),
      certificates: { sandboxCertificate: key.publicPem },
    });
    const { prompts, payouts, refunds, questions } = railOf(provider, paybill);
    const money = { movesMoney: true, acceptedKind: 'accepted', accepted: taken } as const;
    return {
      calls: {
        'a prompt': {
          ...money,
          make: () => prompts.push(request),
          makeTooLate: () => prompts.push({ ...request, ...late }),
        },
        'a payout': {
          ...money,
          make: () => payouts.send(payout),
          makeTooLate: () => payouts.send({ ...payout, ...late }),
        },
        'a reversal': {
          ...money,
          make: () => refunds.send(reversal),
          makeTooLate: () => refunds.send({ ...reversal, ...late }),
        },
        // Its outcome is that of a call that moves money, because its answer comes later.
        'a question about the balance': {
          ...money,
          make: () => questions.balance({ ...secured, identifierType: '4' }),
        },
        'a question about a prompt': {
          movesMoney: false,
          acceptedKind: 'told',
          make: () => prompts.ask('ws_CO_1'),
          accepted: json(200, { ResponseCode: '0', ResultCode: '0', ResultDesc: 'Done', CheckoutRequestID: 'ws_CO_1' }),
        },
      },
      logged: () => log.lines.join('\n'),
      close: () => provider.close(),
    };
  },
  isTokenRequest: ({ path }) => path.startsWith('/oauth/'),
  token: (n) => ({
    text: `${accessToken}-${n}`,
    reply: json(200, { access_token: `${accessToken}-${n}`, expires_in: '3599' }),
  }),
  refusedToken: json(401, { errorCode: '401.002.01', errorMessage: 'Invalid Access Token' }),
  secrets: [paybill.consumerKey, paybill.consumerSecret, paybill.passkey, 'password-of-a-test', 'initiator-of-a-test'],
  secretsIn: ({ body }) => {
    const { Password, SecurityCredential } = body === '' ? {} : JSON.parse(body);
    return [Password, SecurityCredential].filter((secret) => typeof secret === 'string');
  },
  unknownWords: {
    'an acceptance without its ids': json(200, { ResponseCode: '0' }),
    'an acceptance beside an error': json(200, { ResponseCode: '0', errorCode: '500.001.1001' }),
    'a success in another form': json(200, { ResponseCode: '00', ResultCode: '00', CheckoutRequestID: 'ws_CO_1' }),
    'a fault with a code that no document has': json(500, { errorCode: '599.999.99', errorMessage: 'Odd' }),
    'a fault that says that it is in process': json(500, {
      errorCode: '500.001.1001',
      errorMessage: 'The transaction is still under processing',
    }),
  },
  saying: [
    sentence(400, '400.002.02'),
    sentence(500, '500.003.1001'),
    (message) => json(200, { ResponseCode: '1', ResponseDescription: message, ResultCode: '1', ResultDesc: message }),
    (message) => (response) => void response.writeHead(403).end(`<p>${message}</p>`),
  ],
};

describeConformance(mpesa, [
  'a prompt',
  'a payout',
  'a reversal',
  'a question about the balance',
  'a question about a prompt',
]);
