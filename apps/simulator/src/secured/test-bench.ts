import { randomUUID } from 'node:crypto';
import type { SimulatorOptions } from '../app.ts';
import { type Answer, type Bench, type Json, startBench, until } from '../test-client.ts';
import type { ConversationView } from './conversations.ts';
import type { Operation } from './scenario.ts';

/** Without `checkCredential`, any base64 of 256 bytes is a valid credential. */
export const testCredential = Buffer.alloc(256, 7).toString('base64');
export const testShortcode = '600123';
export const testPhone = '254712345678';

export const requestPaths = {
  payout: '/mpesa/b2c/v3/paymentrequest',
  reversal: '/mpesa/reversal/v1/request',
  status: '/mpesa/transactionstatus/v1/query',
  balance: '/mpesa/accountbalance/v1/query',
  b2b: '/mpesa/b2b/v1/paymentrequest',
} satisfies Record<Operation, string>;

const adminLists = {
  payout: 'payouts',
  reversal: 'reversals',
  status: 'inquiries',
  balance: 'inquiries',
  b2b: 'b2bPayments',
} as const;

/** A message that the listener received, and the URL it came to. */
type Posted = { url: 'result' | 'timeout'; text: string; json: Json; result: Json };

const requestFields = {
  payout: () => ({
    OriginatorConversationID: randomUUID(),
    InitiatorName: 'testapi',
    CommandID: 'BusinessPayment',
    Amount: 250,
    PartyA: testShortcode,
    PartyB: testPhone,
    Occassion: '',
  }),
  reversal: () => ({
    Initiator: 'testapi',
    CommandID: 'TransactionReversal',
    TransactionID: 'UKK0UNKNOWN',
    Amount: 250,
    ReceiverParty: testShortcode,
    RecieverIdentifierType: '11',
    Occasion: '',
  }),
  status: () => ({
    Initiator: 'testapi',
    CommandID: 'TransactionStatusQuery',
    TransactionID: 'UKK0UNKNOWN',
    PartyA: testShortcode,
    IdentifierType: '4',
    Occasion: '',
  }),
  balance: () => ({ Initiator: 'testapi', CommandID: 'AccountBalance', PartyA: testShortcode, IdentifierType: '4' }),
  b2b: () => ({
    Initiator: 'testapi',
    CommandID: 'BusinessPayBill',
    SenderIdentifierType: '4',
    RecieverIdentifierType: '4',
    Amount: 250,
    PartyA: testShortcode,
    PartyB: '600999',
    AccountReference: 'INV-1',
  }),
} satisfies Record<Operation, () => Json>;

/** Starts a bench with valid bodies for the secured operations. */
export const startSecuredBench = async (options: SimulatorOptions = {}) => {
  const bench: Bench = await startBench(options);
  const { base, received } = bench.listener;
  const body = (operation: Operation, change: Json = {}): Json => ({
    ...requestFields[operation](),
    SecurityCredential: testCredential,
    Remarks: 'For the order',
    QueueTimeOutURL: `${base}/timeout`,
    ResultURL: `${base}/result`,
    ...change,
  });
  const list = async (operation: Operation, suffix = ''): Promise<ConversationView[]> => {
    const key = adminLists[operation];
    const path = key === 'b2bPayments' ? 'b2b-payments' : key;
    const { json } = await bench.call('GET', `/admin/${path}${suffix}`);
    return json[key] as ConversationView[];
  };
  const send = (operation: Operation, change: Json = {}): Promise<Answer> =>
    bench.post(requestPaths[operation], body(operation, change));
  return {
    ...bench,
    body,
    send,
    list,
    /** All messages to the result and timeout URLs. */
    posted: (): Posted[] =>
      received
        .filter(({ path }) => path === '/result' || path === '/timeout')
        .map(({ path, text, json, result }) => ({
          url: path === '/result' ? 'result' : 'timeout',
          text,
          json,
          result,
        })),
    /** The newest conversation, once it has that many results and timeouts. */
    after: (operation: Operation, results: number, timeouts = 0): Promise<ConversationView> =>
      until(async () => {
        const [newest] = await list(operation);
        const isOver = newest !== undefined && newest.results.length >= results && newest.timeouts.length >= timeouts;
        return isOver && newest;
      }),
    /** Pushes a prompt, waits until it is paid and returns its receipt. */
    async collect(change: Json = {}): Promise<string> {
      const { CheckoutRequestID } = (await bench.push(change)).json;
      return until(async () => {
        const { outcome } = (await bench.call('GET', `/admin/prompts/${CheckoutRequestID}`)).json as {
          outcome: { receipt: string | null } | null;
        };
        return outcome?.receipt ?? undefined;
      });
    },
    /** Sends a request and waits for its one result. */
    async resultOf(operation: Operation, change: Json = {}): Promise<Posted> {
      const { ConversationID } = (await send(operation, change)).json;
      const posted = await until(() => received.find(({ result }) => result.ConversationID === ConversationID));
      return { url: 'result', ...posted };
    },
  };
};

export type SecuredBench = Awaited<ReturnType<typeof startSecuredBench>>;

/** The parameters of a result in the order sent, with repeated keys. A lone object becomes a list of one. */
export const parametersOf = (result: Json): { Key: string; Value?: unknown }[] => {
  const { ResultParameter } = (result.ResultParameters ?? { ResultParameter: [] }) as { ResultParameter: unknown };
  return (Array.isArray(ResultParameter) ? ResultParameter : [ResultParameter]) as { Key: string; Value?: unknown }[];
};

export const parameterOf = (result: Json, key: string): unknown =>
  parametersOf(result).find((parameter) => parameter.Key === key)?.Value;
