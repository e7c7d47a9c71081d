import type {
  AccountBalance,
  AccountBalanceRequest,
  Asked,
  ConversationIds,
  Notice,
  PayoutRequest,
  PromptIds,
  PromptRequest,
  PromptState,
  ProviderAnswer,
  PulledPayment,
  PullRegistration,
  PullWindow,
  QrRequest,
  RegisterUrlsRequest,
  ReversalRequest,
  Sent,
  TransactionStatusRequest,
  Trial,
  UrlsRegistered,
} from './provider.ts';

/**
 * One account at its network. What it cannot do is absent, so that nobody calls it: there is no list of what networks can
 * do. Calls never throw for failures of the network or the provider: those are answers.
 */
export type Rail = {
  prompts: PromptPort;
  payouts?: PayoutPort;
  refunds?: RefundPort;
  questions?: QuestionPort;
  offline?: OfflinePort;
  qr?: QrPort;
  /** Tries credentials out, and moves nothing. */
  trials: TrialPort;
};

/** M-PESA: whatever else an account lacks, it takes offline payments and makes QR codes. */
export type MpesaRail = Rail &
  Required<Pick<Rail, 'offline' | 'qr'>> & { trials: Required<TrialPort>; questions?: Required<QuestionPort> };

export type PromptPort = {
  /** Sends a prompt to a handset (STK push). Ends within the provider timeout, token included. */
  push(request: PromptRequest): Promise<ProviderAnswer<PromptIds>>;
  /** Asks for the state of a prompt. */
  ask(checkoutRequestId: string): Promise<PromptState>;
  /** Reads what was posted to the account's hook, and checks its proof. Pure. Absent where a prompt has a hook of its own. */
  readNotice?(body: Uint8Array): Notice;
};

export type PayoutPort = {
  send(request: PayoutRequest): Promise<ProviderAnswer<Sent>>;
  /** Asks for the state of a payout by our id. Absent: as about any transaction. "Not found" proves nothing about money. */
  ask?(originatorConversationId: string): Promise<PromptState>;
};

export type RefundPort = { send(request: ReversalRequest): Promise<ProviderAnswer<Sent>> };

export type QuestionPort = {
  /** About any transaction, by its receipt or its conversation. Absent: a network that knows our ids alone. */
  transaction?(request: TransactionStatusRequest): Promise<ProviderAnswer<ConversationIds>>;
  balance(request: AccountBalanceRequest): Promise<Asked<AccountBalance[]>>;
};

/** Payments that customers make from the menu of their phone. */
export type OfflinePort = {
  /** `responseCode` and `responseDescription` are null when the shortcode had URLs registered already. */
  registerUrls(request: RegisterUrlsRequest): Promise<ProviderAnswer<UrlsRegistered>>;
  registerPull(registration: PullRegistration): Promise<ProviderAnswer<object>>;
  /** One page of the payments of a shortcode. `rows` counts also those that are not readable; 0 ends the list. */
  pull(window: PullWindow): Promise<ProviderAnswer<{ payments: PulledPayment[]; rows: number }>>;
};

export type QrPort = {
  /** `png` is base64, judged to be a PNG of about the size. */
  make(request: QrRequest): Promise<ProviderAnswer<{ png: string }>>;
};

export type TrialPort = {
  /** Gets a new access token with the stored secrets. */
  token(): Promise<Trial>;
  /** Asks about a prompt that does not exist, where the network answers that only to the owner of the account. */
  prompt?(): Promise<Trial>;
};
