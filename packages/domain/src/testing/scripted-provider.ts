import { randomUUID } from 'node:crypto';
import type { Clock } from '../ports/ports.ts';
import type {
  AccountBalance,
  AccountBalanceRequest,
  Asked,
  AsyncResult,
  ConversationIds,
  MpesaRail,
  Notice,
  OfflinePayment,
  Outcome,
  Parsed,
  PayoutRequest,
  PromptIds,
  PromptPort,
  PromptRequest,
  PromptResult,
  PromptState,
  Provider,
  ProviderAccount,
  ProviderAnswer,
  PulledPayment,
  PullRegistration,
  PullWindow,
  QrRequest,
  RailFact,
  RegisterUrlsRequest,
  ReportedTransaction,
  ReversalRequest,
  SandboxOutcome,
  Sent,
  TransactionStatus,
  TransactionStatusRequest,
  Trial,
  UrlsRegistered,
} from '../ports/provider.ts';
import { tooLateCode } from '../provider/refusals.ts';
import type { RailAccount } from '../rails/index.ts';
import { type Script, script } from './script.ts';

export type Push = { account: RailAccount; request: PromptRequest };
export type PromptQuery = { account: RailAccount; checkoutRequestId: string };

export type Call<Request, Account = RailAccount> = { account: Account; request: Request };
type Conversation = ProviderAnswer<ConversationIds>;

export type ScriptedProvider = Provider & {
  /** Unscripted pushes are accepted with ids of their own. */
  pushes: Script<Push, ProviderAnswer<PromptIds>>;
  /** Unscripted queries say that the customer has not answered yet. */
  queries: Script<PromptQuery, PromptState>;
  /** Unscripted secured operations are accepted with ids of their own; a payout keeps the id it was given. */
  payouts: Script<Call<PayoutRequest>, ProviderAnswer<Sent>>;
  /** Unscripted questions of networks that answer at once say that a payout is under way. */
  payoutQuestions: Script<Call<string>, PromptState>;
  reversals: Script<Call<ReversalRequest>, ProviderAnswer<Sent>>;
  statusInquiries: Script<Call<TransactionStatusRequest>, Conversation>;
  balanceInquiries: Script<Call<AccountBalanceRequest>, Asked<AccountBalance[]>>;
  /** Unscripted QR codes are the smallest PNG there is. */
  qrs: Script<Call<QrRequest>, ProviderAnswer<{ png: string }>>;
  registrations: Script<Call<RegisterUrlsRequest, ProviderAccount>, ProviderAnswer<UrlsRegistered>>;
  /** Unscripted registrations for pulled payments go well. */
  pullRegistrations: Script<Call<PullRegistration>, ProviderAnswer<object>>;
  /** Unscripted pages are empty. */
  pulls: Script<Call<PullWindow>, ProviderAnswer<{ payments: PulledPayment[]; rows: number }>>;
  /** Unscripted trials of credentials go well. */
  tokenTrials: Script<RailAccount, Trial>;
  passkeyTrials: Script<ProviderAccount, Trial>;
  /** Unscripted prompts are answered. */
  handset: Script<
    { checkoutRequestId: string; outcome: SandboxOutcome },
    'answered' | 'already_answered' | 'no_handset'
  >;
};

function acceptedPrompt(ids: Partial<PromptIds> = {}): ProviderAnswer<PromptIds> {
  const id = randomUUID();
  return { kind: 'accepted', merchantRequestId: `merchant-${id}`, checkoutRequestId: `ws_CO_${id}`, ...ids };
}

function acceptedConversation(ids: Partial<ConversationIds> = {}): Conversation {
  const id = randomUUID();
  return { kind: 'accepted', originatorConversationId: `originator-${id}`, conversationId: `AG_${id}`, ...ids };
}

/** A clock by which nothing is ever too late. */
const beforeAll: Clock = { now: () => new Date(0) };

const smallestPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * A provider whose answers the test writes. Its callbacks are JSON of the parsed form. Like the adapter, it sends nothing
 * after the deadline.
 */
export function scriptedProvider(clock: Clock = beforeAll): ScriptedProvider {
  const scripts = {
    pushes: script<Push, ProviderAnswer<PromptIds>>(({ request: { promptId } }) =>
      acceptedPrompt(promptId === null ? {} : { merchantRequestId: null, checkoutRequestId: promptId }),
    ),
    queries: script<PromptQuery, PromptState>(() => told('4999', 'The transaction is still under processing')),
    payoutQuestions: script<Call<string>, PromptState>(() => told('4999', 'in process')),
    payouts: script<Call<PayoutRequest>, ProviderAnswer<Sent>>(({ request }) =>
      acceptedConversation({ originatorConversationId: request.originatorConversationId }),
    ),
    reversals: script<Call<ReversalRequest>, ProviderAnswer<Sent>>(() => acceptedConversation()),
    statusInquiries: script<Call<TransactionStatusRequest>, Conversation>(() => acceptedConversation()),
    balanceInquiries: script<Call<AccountBalanceRequest>, Asked<AccountBalance[]>>(() => acceptedConversation()),
    qrs: script<Call<QrRequest>, ProviderAnswer<{ png: string }>>(() => ({ kind: 'accepted', png: smallestPng })),
    registrations: script<Call<RegisterUrlsRequest, ProviderAccount>, ProviderAnswer<UrlsRegistered>>(() => ({
      kind: 'accepted',
      responseCode: '0',
      responseDescription: 'Success',
      c2bVersion: 'v2',
    })),
    pullRegistrations: script<Call<PullRegistration>, ProviderAnswer<object>>(() => ({ kind: 'accepted' })),
    pulls: script<Call<PullWindow>, ProviderAnswer<{ payments: PulledPayment[]; rows: number }>>(() => ({
      kind: 'accepted',
      payments: [],
      rows: 0,
    })),
    tokenTrials: script<RailAccount, Trial>(() => ({ ok: true, detail: 'The provider gave a token.' })),
    passkeyTrials: script<ProviderAccount, Trial>(() => ({ ok: true, detail: 'The provider took the passkey.' })),
    handset: script<
      { checkoutRequestId: string; outcome: SandboxOutcome },
      'answered' | 'already_answered' | 'no_handset'
    >(() => 'answered'),
  };
  const late = ({ sendBefore }: { sendBefore: Date }) =>
    clock.now() < sendBefore
      ? undefined
      : { kind: 'rejected' as const, by: 'unreachable' as const, code: tooLateCode, description: 'It is too late.' };
  const prompts = (account: RailAccount): PromptPort => ({
    push: async (request) => late(request) ?? scripts.pushes.ask({ account, request }),
    ask: (checkoutRequestId) => scripts.queries.ask({ account, checkoutRequestId }),
  });
  const mpesa = (account: ProviderAccount): MpesaRail => ({
    prompts: prompts(account),
    ...(account.initiator !== null && {
      payouts: { send: async (request) => late(request) ?? scripts.payouts.ask({ account, request }) },
      refunds: { send: async (request) => late(request) ?? scripts.reversals.ask({ account, request }) },
      questions: {
        transaction: (request) => scripts.statusInquiries.ask({ account, request }),
        balance: (request) => scripts.balanceInquiries.ask({ account, request }),
      },
    }),
    offline: {
      registerUrls: (request) => scripts.registrations.ask({ account, request }),
      registerPull: (request) => scripts.pullRegistrations.ask({ account, request }),
      pull: (request) => scripts.pulls.ask({ account, request }),
    },
    qr: { make: (request) => scripts.qrs.ask({ account, request }) },
    trials: {
      token: () => scripts.tokenTrials.ask(account),
      prompt: () => scripts.passkeyTrials.ask(account),
    },
  });
  return {
    ...scripts,
    mpesa,
    rail: (account) =>
      account.rail === 'mpesa'
        ? mpesa(account)
        : {
            prompts: { ...prompts(account), readNotice },
            ...(account.payout !== null && {
              payouts: {
                send: async (request) => late(request) ?? scripts.payouts.ask({ account, request }),
                ask: (request) => scripts.payoutQuestions.ask({ account, request }),
              },
            }),
            refunds: { send: async (request) => late(request) ?? scripts.reversals.ask({ account, request }) },
            questions: { balance: (request) => scripts.balanceInquiries.ask({ account, request }) },
            trials: { token: () => scripts.tokenTrials.ask(account) },
          },
    answerPrompt: (checkoutRequestId, outcome) => scripts.handset.ask({ checkoutRequestId, outcome }),
    parsePromptCallback: (body) => {
      const read = readJson<PromptResult>(body);
      return read.ok ? { ok: true, value: { ...read.value, outcome: outcomeOf(read.value.resultCode) } } : read;
    },
    parseResult: (body) => {
      const read = readJson<AsyncResult>(body);
      return read.ok ? { ok: true, value: { ...read.value, ...judged(read.value.resultCode) } } : read;
    },
    parseOfflinePayment: readJson<OfflinePayment>,
    readTransaction: (result) => reportedTransaction(result.raw.transactionStatus as TransactionStatus),
    readAccountBalances: (result) => result.raw.accountBalances as AccountBalance[],
    readReceipt: ({ resultCode, transactionId, parameters }) =>
      resultCode === '0'
        ? transactionId
        : (parameters.find(({ key }) => key === 'TransactionReceipt')?.value?.toString() ?? null),
    readPayee: ({ parameters }) => parameters.find(({ key }) => key === 'Payee')?.value?.toString() ?? null,
    readAmount: (result) => result.parameters.find(({ key }) => key === 'Amount')?.value?.toString() ?? null,
  };
}

/** What the code of a result says, as the adapter judges it. */
function judged(resultCode: string): Pick<AsyncResult, 'outcome' | 'isAlreadyReversed'> {
  const isOpen = ['15', '100000000'].includes(resultCode);
  const outcome = isOpen ? 'open' : resultCode === '0' ? 'success' : 'failed';
  return { outcome, isAlreadyReversed: resultCode === 'R000001' };
}

const failedWords = ['Cancelled', 'Declined', 'Expired', 'Failed'];

/** What an answer says of a transaction, as the adapter judges it. */
export function reportedTransaction(answer: TransactionStatus): ReportedTransaction {
  const { transactionStatus: word, amount, receipt, reason } = answer;
  const outcome = word === 'Completed' ? 'success' : failedWords.includes(word ?? '') ? 'failed' : 'open';
  const code = outcome === 'success' ? '0' : (word ?? '');
  const fact = { outcome, code, text: reason ?? `The provider says: ${word}.`, receipt, amount } as const;
  return { fact, isReversed: word === 'Reversed', answer };
}

/** What a code says, as the adapter judges it. */
export function outcomeOf(resultCode: string): Outcome {
  if (resultCode === '4999' || resultCode === '500.001.1001') return 'open';
  return resultCode === '0' ? 'success' : 'failed';
}

function readJson<T>(body: Uint8Array): Parsed<T> {
  try {
    return { ok: true, value: JSON.parse(new TextDecoder().decode(body)) as T };
  } catch {
    return { ok: false, reason: 'the body is not JSON' };
  }
}

type ReadNotice = Extract<Notice, { kind: 'read' }>;

/** A notice in JSON of its parsed form, as a test writes it. */
function readNotice(body: Uint8Array): Notice {
  const read = readJson<ReadNotice>(body);
  if (!read.ok) return { kind: 'unreadable', problem: read.reason };
  const { kind, id, trust, proof, fact } = read.value;
  return { kind, id, trust, proof, fact };
}

/** The body of a notice that {@link scriptedProvider} reads back: a word of a success, unless the test says otherwise. */
export function railNotice({
  id,
  fact,
  ...said
}: { id: string; fact?: Partial<RailFact> } & Partial<Pick<ReadNotice, 'trust' | 'proof'>>): Uint8Array {
  const whole = { outcome: 'success', code: '0', text: 'Paid.', receipt: null, amount: null, ...fact } as const;
  const notice: ReadNotice = { kind: 'read', id, trust: 'word', proof: 'raw', ...said, fact: whole };
  return encode({ ...notice, transaction: { id } });
}

/** What a query tells of a prompt, without a receipt or an amount. */
export function told(code: string, text: string): PromptState {
  return { kind: 'told', fact: { outcome: outcomeOf(code), code, text, receipt: null, amount: null } };
}

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** The body of a callback that {@link scriptedProvider} reads back as `result`. */
export function promptCallback(
  result: Partial<PromptResult> & Pick<PromptResult, 'checkoutRequestId' | 'resultCode'>,
): Uint8Array {
  const outcome = outcomeOf(result.resultCode);
  const whole: PromptResult = { merchantRequestId: null, outcome, resultDesc: 'a result', paid: null, ...result };
  return encode(whole);
}

/** The body of a result of a secured operation that {@link scriptedProvider} reads back. */
export function resultCallback(result: Partial<AsyncResult> & Pick<AsyncResult, 'resultCode'>): Uint8Array {
  const whole: AsyncResult = {
    final: true,
    ...judged(result.resultCode),
    resultDesc: 'a result',
    originatorConversationId: null,
    conversationId: null,
    transactionId: null,
    parameters: [],
    raw: {},
    ...result,
  };
  return encode(whole);
}

/** The body of a C2B notification that {@link scriptedProvider} reads back. */
export function offlinePaymentCallback(
  payment: Partial<OfflinePayment> & Pick<OfflinePayment, 'transactionId' | 'amount' | 'shortcode'>,
): Uint8Array {
  const whole: OfflinePayment = {
    transactionType: 'Pay Bill',
    billRefNumber: '',
    phone: '',
    payerName: '',
    organizationBalance: '1000.00',
    paidAt: null,
    ...payment,
  };
  return encode(whole);
}
