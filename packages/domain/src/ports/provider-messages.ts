/** What the provider posts and lists, as the adapter reads it. */

/**
 * What the provider said about an outcome, as its adapter judged it. `open`: nothing final, or nothing that is understood.
 * Nobody else compares codes of the provider to learn it.
 */
export type Outcome = 'success' | 'failed' | 'open';

/** What the provider said about an outcome, with the adapter's judgement. */
export type RailFact = {
  outcome: Outcome;
  /** The provider's own word for it, as text; `0` on success. */
  code: string;
  text: string;
  receipt: string | null;
  /** Exact decimal KES; null when the provider does not say. */
  amount: string | null;
};

/** An STK callback, read. `paid` is present on success only. */
export type PromptResult = {
  merchantRequestId: string | null;
  checkoutRequestId: string;
  outcome: Outcome;
  /** Text: may be alphanumeric. */
  resultCode: string;
  resultDesc: string;
  /** Also of a failure that names a receipt, which contradicts itself. */
  paid: {
    /** KES as exact decimal text, e.g. `250` or `250.50`; null when the callback had none. */
    amount: string | null;
    receipt: string | null;
    /** Digits as sent. */
    phone: string | null;
  } | null;
};

/** Either the reading, or one sentence about why the body cannot be read. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };

/** A payment of a customer as the provider lists it afterwards. */
export type PulledPayment = {
  receipt: string;
  /** As sent, e.g. `c2b-pay-bill-debit`. */
  transactionType: string;
  /** The confirmation that the provider would have posted, as `parseOfflinePayment` reads it. Always the same. */
  body: Uint8Array;
};

/** What the provider posts to a result URL, read. */
export type AsyncResult = {
  /** False when more messages follow, or the kind of message is unknown: it settles nothing. */
  final: boolean;
  /** What it says of the operation. */
  outcome: Outcome;
  /** Text: may be alphanumeric. */
  resultCode: string;
  resultDesc: string;
  originatorConversationId: string | null;
  conversationId: string | null;
  /** The transaction's own receipt; null when it is a placeholder or absent. */
  transactionId: string | null;
  /** In the order sent; keys may repeat, values may be missing. */
  parameters: { key: string; value: string | number | boolean | null }[];
  /** Whether a refund was refused because the money had gone back before. */
  isAlreadyReversed: boolean;
  /** The `Result` object as it came, for the record; storable: without NUL, at most 16 levels deep. */
  raw: Record<string, unknown>;
};

/** A transaction's state as the provider reports it. Absent or blank becomes null. */
export type TransactionStatus = {
  /** Completed, Cancelled, Declined, Expired, Pending, Authorized, Initiated … */
  transactionStatus: string | null;
  /** KES as exact decimal text. */
  amount: string | null;
  receipt: string | null;
  /** ISO 8601 with +03:00. */
  initiatedAt: string | null;
  completedAt: string | null;
  /** Who paid and who was paid, as sent, e.g. `254712345678 - JANE DOE`. */
  debitParty: string | null;
  creditParty: string | null;
  reason: string | null;
};

/** What an answer about a transaction says of it. */
export type ReportedTransaction = {
  /** What became of it. */
  fact: RailFact;
  /** Whether its money went back to its payer. */
  isReversed: boolean;
  /** As callers get it. */
  answer: TransactionStatus;
};

/** One account of a shortcode; sums are exact decimal text. */
export type AccountBalance = {
  name: string;
  currency: string;
  /** The first number of the provider's row: the one to call the balance. Null when it cannot be read. */
  available: string | null;
  current: string | null;
  reserved: string | null;
  uncleared: string | null;
};

/** What is posted to the C2B hook; validation and confirmation have the same form. */
export type OfflinePayment = {
  /** The receipt. */
  transactionId: string;
  transactionType: string;
  /** KES as exact decimal text, e.g. `5` or `5.50`. */
  amount: string;
  /** As sent; blank when it was not. */
  shortcode: string;
  /** Blank on tills. */
  billRefNumber: string;
  /** As sent: plain, masked, hashed or blank. */
  phone: string;
  /** As sent, in one text; blank when it was not. */
  payerName: string;
  /** Blank on a validation. */
  organizationBalance: string;
  /** When the customer paid, ISO 8601 with +03:00; null when it is not reported or not a time. */
  paidAt: string | null;
  /** The reported text, when it is not a time. */
  unreadableTime?: string;
};
