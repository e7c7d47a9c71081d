import type { C2bVersion, Environment, Product } from '@tillgate/db';
import type { RailAccount } from '../rails/account.ts';
import type {
  AccountBalance,
  AsyncResult,
  OfflinePayment,
  Parsed,
  PromptResult,
  RailFact,
  ReportedTransaction,
} from './provider-messages.ts';
import type { MpesaRail, Rail } from './rail.ts';

export type * from './provider-messages.ts';
export type * from './rail.ts';

/** An application's account at M-PESA. It contains plaintext secrets: never store or log it. */
export type ProviderAccount = {
  rail: 'mpesa';
  environment: Environment;
  /** What rows say as its shortcode. */
  address: string;
  product: Product;
  /** Paybill number, or store number of a till. */
  shortcode: string;
  /** Till number; null on a paybill. */
  tillNumber: string | null;
  consumerKey: string;
  consumerSecret: string;
  passkey: string;
  /** For secured operations (payout, reversal, inquiries); null when it is not configured. */
  initiator: { name: string; password: string } | null;
  /** The version of the C2B API that took the last registration; null when none has yet. */
  c2bVersion: C2bVersion | null;
};

/**
 * What a call that may move money came to.
 * `rejected`: certain that nothing was done. `unknown`: money may have moved (timeout, cut connection, 5xx, unreadable).
 */
export type ProviderAnswer<Accepted> =
  | ({ kind: 'accepted' } & Accepted)
  | {
      kind: 'rejected';
      /** `provider`: it answered no. `unreachable`: it was never asked (no token, no connection). */
      by: 'provider' | 'unreachable';
      /** The provider's code as text, e.g. `400.002.02`; for `unreachable` our own code. */
      code: string;
      description: string;
      /** How long the provider asks to wait, when it was too busy and did nothing. */
      retryAfterSeconds?: number;
    }
  | {
      kind: 'unknown';
      cause: string;
      /** What it said, when it said something that proves nothing. */
      upstream?: { code: string; description: string };
    };

/** It may leave until then, at the first byte. What is too late is `rejected`, `unreachable`, with `TooLateCode`. */
type TimedRequest = { sendBefore: Date };

export type PromptRequest = TimedRequest & {
  /** Ours, stored before the call; null where the network names the prompt in its answer. */
  promptId: string | null;
  /** Whole KES. */
  amount: number;
  /** 254XXXXXXXXX. */
  phone: string;
  /** 1 to 12 characters, shown to the payer on a paybill. */
  accountRef: string;
  /** Any length. The provider gets the part that it accepts. */
  description: string;
  callbackUrl: string;
};

/** `checkoutRequestId`: by which the network is asked about the prompt. `merchantRequestId` is null where it has none. */
export type PromptIds = { merchantRequestId: string | null; checkoutRequestId: string };

/** The network does not know the id. It may know it later: a request can still be under way. */
export type NotFound = { kind: 'not_found'; code: string; text: string };

/** What a live query of a prompt says. Only a fact that is not open settles anything. `cause` is a sentence without secrets. */
export type PromptState = { kind: 'told'; fact: RailFact } | NotFound | { kind: 'no_answer'; cause: string };

/**
 * What the hash of a notice is right for: the bytes that came (`raw`), or what they say, written again (`serialized`).
 * `none`: there is no hash, or no key to check it with.
 */
export type NoticeProof = 'raw' | 'serialized' | 'none' | 'wrong';

/**
 * What was posted to the hook of an account, read. `word`: it is signed, and settles. `hint`: it only makes us ask. `id` is
 * that of the prompt or the payout.
 */
export type Notice =
  | { kind: 'unreadable'; problem: string }
  | { kind: 'read'; id: string; trust: 'word' | 'hint'; proof: NoticeProof; fact: RailFact };

/**
 * The ids under which a network took a payout or a refund; null where it has none. `fact`: what it told of its outcome in the
 * same answer. An open fact settles nothing.
 */
export type Sent = { [Id in keyof ConversationIds]: string | null } & { fact?: RailFact };

/** What a question came to: it is answered at once (`told`), later by a result (`accepted`), or not at all. */
export type Asked<Answer> =
  | ProviderAnswer<ConversationIds>
  | { kind: 'told'; answer: Answer }
  | { kind: 'no_answer'; cause: string };

/** Where the provider posts the outcome of a secured operation, and its queue timeout. */
export type ResultUrls = { resultUrl: string; timeoutUrl: string };

/** The provider's ids of a secured operation. */
export type ConversationIds = { originatorConversationId: string; conversationId: string };

export type PayoutRequest = TimedRequest &
  ResultUrls & {
    /** Ours, stored before the call: the provider refuses a second payout under the same id. */
    originatorConversationId: string;
    /** Whole KES. */
    amount: number;
    /** 254XXXXXXXXX. */
    phone: string;
    commandId: string;
    /** May be empty: the adapter fills in what the provider demands. */
    remarks: string;
    occasion: string | null;
  };

export type ReversalRequest = TimedRequest &
  ResultUrls & {
    /** The receipt to reverse. */
    transactionId: string;
    amount: number;
    remarks: string;
    occasion: string | null;
  };

/** A question about one transaction: by its receipt, or by the conversation that started it. */
export type TransactionStatusRequest = ResultUrls & {
  by: { transactionId: string } | { originalConversationId: string };
  /** 1 MSISDN, 2 till, 4 shortcode. */
  identifierType: string;
  remarks: string;
  occasion: string | null;
};

export type AccountBalanceRequest = ResultUrls & { identifierType: string; remarks: string };

export type QrRequest = {
  amount: number;
  refNo: string;
  merchantName: string;
  trxCode: 'BG' | 'PB' | 'WA' | 'SB' | 'SM';
  /** Credit party: till, paybill, agent or phone. */
  cpi: string;
  /** Width and height in pixels. */
  sizePixels: number;
};

/**
 * The result of a credential check; `detail` is a sentence without secrets. Not `ok` may also mean that the provider did
 * not answer.
 */
export type Trial = { ok: boolean; detail: string };

export type { C2bVersion };

/** An accepted registration, with the version of the API that took it. */
export type UrlsRegistered = {
  responseCode: string | null;
  responseDescription: string | null;
  c2bVersion: C2bVersion;
};

export type RegisterUrlsRequest = { confirmationUrl: string; validationUrl: string };

/** `nominatedNumber`: 254XXXXXXXXX, whom the provider informs of the registration. */
export type PullRegistration = { nominatedNumber: string; callbackUrl: string };

/** Both ends are included. `offset` counts rows, from 0. */
export type PullWindow = { from: Date; to: Date; offset: number };

export type SandboxOutcome = 'approve' | 'wrong_pin' | 'insufficient_funds' | 'cancel' | 'timeout';

/** What the adapters of networks give the domain. */
export type Provider = MessageReaders & {
  /** Binds an account to its network. */
  rail(account: RailAccount): Rail;
  /** The same, for rooms that only M-PESA has. */
  mpesa(account: ProviderAccount): MpesaRail;
  /** Answers a prompt on the simulator's handset; anything else but the simulator cannot. */
  answerPrompt(
    checkoutRequestId: string,
    outcome: SandboxOutcome,
  ): Promise<'answered' | 'already_answered' | 'no_handset'>;
};

/** Reads what M-PESA posts to its hooks. Pure. */
export type MessageReaders = {
  parsePromptCallback(body: Uint8Array): Parsed<PromptResult>;
  parseResult(body: Uint8Array): Parsed<AsyncResult>;
  parseOfflinePayment(body: Uint8Array): Parsed<OfflinePayment>;
  /** Reads the answer to a question about a transaction. */
  readTransaction(result: AsyncResult): ReportedTransaction;
  /** Reads the parameters of an account balance result; empty when there are none. */
  readAccountBalances(result: AsyncResult): AccountBalance[];
  /** The receipt of a payout or reversal result, from wherever the product puts it. */
  readReceipt(result: AsyncResult): string | null;
  /** The moved amount in a payout or reversal result, as exact decimal KES; null without one. */
  readAmount(result: AsyncResult): string | null;
  /** Who was paid, in the result of a payout, as sent, e.g. `254712345678 - JANE DOE`; null without one. */
  readPayee(result: AsyncResult): string | null;
};
