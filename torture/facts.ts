// What the judge compares: what the provider did, what the product recorded and what the merchants saw.

export type Money = 'payment' | 'payout' | 'refund';

/** A prompt that the provider took. Amounts in whole KES. */
export type TakenPrompt = {
  id: string;
  reference: string;
  amount: number;
  /** Null while nobody has answered the prompt. */
  resultCode: string | null;
  /** Null unless the customer paid. */
  receipt: string | null;
  /** The product acknowledged a callback of it. */
  isReported: boolean;
};

/** A payout or a reversal that the provider took. */
export type TakenDisbursement = {
  /** OriginatorConversationID. */
  id: string;
  /** Its Remarks; of a refund the receipt that it reverses. */
  reference: string;
  amount: number | null;
  state: 'waiting' | 'success' | 'failed';
  receipt: string | null;
};

/** Money that a customer sent without a prompt, and whose confirmation the product may have acknowledged. */
export type OfflineMoney = { receipt: string; amount: number; isReported: boolean };

/** A request that the provider did not refuse for its token, whether it was taken or cut before. */
export type Attempt = { kind: Money; reference: string; id: string | null };

/** The provider's own account. */
export type Ledger = {
  prompts: TakenPrompt[];
  payouts: TakenDisbursement[];
  refunds: TakenDisbursement[];
  offline: OfflineMoney[];
  attempts: Attempt[];
  /** References whose outcome may be unknown: a fault or a kill came while they were asked for. */
  disturbed: ReadonlySet<string>;
};

type Status = 'pending' | 'success' | 'failed';

export type PaymentFact = {
  id: string;
  applicationId: string;
  source: 'stk' | 'c2b';
  status: Status;
  reference: string;
  amount: number;
  requestedAmount: number;
  /** Decimal text when the amount was not whole. */
  exactAmount: string | null;
  shortcode: string;
  receipt: string | null;
  resultCode: string | null;
  settledBy: string | null;
  checkoutRequestId: string | null;
  needsReview: boolean;
  isSameMoney: boolean;
};

export type DisbursementFact = {
  id: string;
  applicationId: string;
  environment: string;
  kind: 'payout' | 'reversal';
  status: Status;
  /** Remarks of a payout, receipt of a reversal. */
  reference: string;
  amount: number;
  phone: string | null;
  /** `key:<id>` or `user:<id>`. */
  requestedBy: string;
  /** Epoch milliseconds. */
  createdAt: number;
  receipt: string | null;
  originatorId: string | null;
  settledBy: string | null;
  needsReview: boolean;
};

export type ClaimFact = { id: string; key: string; state: string; resourceId: string };
/** `status`: what the event tells; null for events without one. */
export type EventFact = { id: string; type: string; subjectId: string; status: string | null };
/** What may leave an application and environment, whole KES; null: no limit. A day is the last 24 hours. */
export type LimitsFact = {
  applicationId: string;
  environment: string;
  perTransaction: number | null;
  perDay: number | null;
  perRecipientPerDay: number | null;
  perKeyPerDay: number | null;
  /** From which amount on another person approves. The API refuses such sums. */
  payoutFrom: number | null;
  reversalFrom: number | null;
};
/** What a person asked for, and who let it go. People are their ids. `amount`: null for what moves no money. */
export type OrderFact = {
  id: string;
  applicationId: string;
  environment: string;
  kind: string;
  status: string;
  amount: number | null;
  requestedBy: string;
  decidedBy: string | null;
};
/** A review, open or closed. */
export type ReviewFact = { subjectId: string; reason: string };
/** An audit entry about money. `door`, `status` and `reason`: of the fact that contradicts. */
export type AuditFact = {
  id: string;
  action: string;
  subjectId: string;
  door: string | null;
  status: string | null;
  reason: string | null;
};
/** What reports say of the rows of one application, kind and status. */
export type TotalFact = { applicationId: string; kind: string; status: string; count: number; amount: number };
/** A payment link. Amounts in whole KES. */
export type LinkFact = {
  id: string;
  kind: 'once' | 'many';
  status: string;
  amount: number | null;
  paymentsMax: number | null;
  paidCount: number;
  paidAmount: number;
};
/** Somebody tried to pay on a link. */
export type LinkAttemptFact = { id: string; linkId: string; state: string; paymentId: string | null };
/** A payment that counts towards a link. */
export type CreditFact = { paymentId: string; linkId: string; amount: number; reversed: number };
export type CallbackFact = { id: string; state: string; error: string | null };

/** A row that is not final, and when a statement of its room looks at it again, in epoch milliseconds. */
export type OpenRow = { kind: string; id: string; nextAt: number | null };

/** What stands in the product's database. */
export type Product = {
  /** When it was read, epoch milliseconds. */
  at: number;
  payments: PaymentFact[];
  disbursements: DisbursementFact[];
  claims: ClaimFact[];
  events: EventFact[];
  limits: LimitsFact[];
  orders: OrderFact[];
  reviews: ReviewFact[];
  audits: AuditFact[];
  totals: TotalFact[];
  callbacks: CallbackFact[];
  links: LinkFact[];
  attempts: LinkAttemptFact[];
  credits: CreditFact[];
  open: OpenRow[];
};

export type Webhook = {
  /** x-webhook-id. */
  deliveryId: string;
  type: string;
  applicationId: string;
  subjectId: string;
  isAuthentic: boolean;
  /** What identifies the body as it was posted. */
  body: string;
  status: string;
  amount: number | null;
  receipt: string | null;
};

/** One answer of the API to a request under a key. */
export type Answer = { key: string; kind: Money; reference: string; status: number; id: string | null };

/** What the merchants saw. */
export type Merchants = { webhooks: Webhook[]; answers: Answer[] };

export type Facts = { ledger: Ledger; product: Product; merchants: Merchants };

export type Violation = { rule: string; ids: string[]; what: string };

/** Returns what is wrong, nothing when all is well. */
export type Rule = (facts: Facts) => Omit<Violation, 'rule'>[];

/** Whether the provider refused it at once: then it took nothing, and nobody is told but the caller. */
export const isRefusedAtOnce = ({ settledBy, status }: { settledBy: string | null; status: string }) =>
  settledBy === 'push' && status === 'failed';

/** The groups with more than one member. */
export function repeated<T>(all: readonly T[], keyOf: (one: T) => string | null): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].filter(([, members]) => members.length > 1);
}

export const indexBy = <T>(all: readonly T[], keyOf: (one: T) => string | null): Map<string, T> =>
  new Map(
    all.flatMap((one) => {
      const key = keyOf(one);
      return key === null ? [] : [[key, one] as const];
    }),
  );
