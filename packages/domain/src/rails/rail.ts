import type { CodeInPlace } from '../catalogue/index.ts';

/** What a call to a network is about. */
export type Operation =
  | 'prompt'
  | 'payout'
  | 'reversal'
  | 'transaction_status'
  | 'account_balance'
  | 'offline_urls'
  | 'qr'
  | 'token';

/**
 * Where a network said a code. `answer`: to the call itself. `question`: to a question about the operation. `result`: what
 * came later.
 */
export type Said = { of: Operation; as: 'answer' | 'question' | 'result' };

/**
 * What somebody who did not pay can do about it. `again`: nothing special. `phone_on`: the phone on, with its SIM.
 * `top_up`: more money, or another phone. `pin`: the right PIN. `other_open`: finish what is open on the phone.
 * `same_amount`: the network takes the same amount twice only after a while.
 */
export type PayerAdvice = 'again' | 'phone_on' | 'top_up' | 'pin' | 'other_open' | 'same_amount';

/**
 * What stops all payouts of an account. `initiator`: who asks for them is refused, and each try may lock it. `float`: too little
 * money. `day_limit`: a limit of a day, of the account or of the receiver.
 */
export type PayoutStop = 'initiator' | 'float' | 'day_limit';

/** What rooms have to know of a network. It has no I/O: calls are made by its adapter. */
export type RailTraits = {
  /** Where the catalogue explains a code that was said there. */
  placeOf(said: Said, code: string): Omit<CodeInPlace, 'code' | 'message'>;
  /** The codes that this network alone says. */
  ownCodes: RegExp | null;
  /** What a payer does after a result of a prompt, and how long asking again makes no sense. */
  payerAdvice: ReadonlyMap<string, { advice: PayerAdvice; waitMs: number }>;
  /** Results of a prompt that was on the phone and that nobody answered with a PIN. */
  unansweredCodes: ReadonlySet<string>;
  /** Codes that say that a prompt is still open: no ended payment has one as its result. */
  openCodes: ReadonlySet<string>;
  /** Whether a refusal says that the number has no wallet here. */
  hasNoWallet(code: string, text: string): boolean;
  /** Numbers, 254XXXXXXXXX, that the network gives out and no other does. They are portable, so it is a guess. */
  ownNumbers: RegExp | null;
  /** The name of a field of a receipt, or the text of one, in what the network posts. */
  receiptMarks: readonly RegExp[];
  /**
   * The parts of an account, by their names in an answer about balances: the one that payments reach, and the one that
   * payouts leave from. Null: no name tells it. Without the second, no answer tells of the money of payouts.
   */
  pots: { payments: RegExp | null; payouts: RegExp | null };
  /** Our id of a prompt. Null: the network names it in its answer. */
  promptIdOf: ((paymentId: string) => string) | null;
  /** Our id of a payout: the network refuses a second one under it. */
  payoutIdOf(disbursementId: string): string;
  /** Results of a payout that say that the paying account cannot pay at all: further payouts would fail, or lock it. */
  payoutStops: ReadonlyMap<string, PayoutStop>;
  /** Whether it refuses to send one receipt back twice. */
  refusesSecondRefund: boolean;
  /**
   * Our id in what was posted to the hook of an account: a guess of what it is about, made before anybody has read it.
   * Null when it has none. Null for the network: it posts to hooks of prompts and payouts.
   */
  idInNotice: ((body: Uint8Array) => string | null) | null;
  /** A rung of the ladder of questions. Sooner, the network says that the prompt is under way. */
  firstQuestionSeconds: number;
  /** From this age, "no such id" can mean that a prompt never arrived. Null: it proves nothing. */
  notFoundFinalSeconds: number | null;
  /** Whether a prompt names the number of the account. Where it does not, credentials alone say whose it is. */
  namesAccount: boolean;
  /** Whether an accepted prompt proves whose number the account is. */
  provesNumber: boolean;
};
