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
  source: 'stk' | 'c2b';
  status: Status;
  reference: string;
  amount: number;
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
  kind: 'payout' | 'reversal';
  status: Status;
  /** Remarks of a payout, receipt of a reversal. */
  reference: string;
  amount: number;
  receipt: string | null;
  originatorId: string | null;
  settledBy: string | null;
  needsReview: boolean;
};

export type ClaimFact = { id: string; key: string; state: string; resourceId: string };
export type EventFact = { id: string; type: string; subjectId: string };
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
  callbacks: CallbackFact[];
  open: OpenRow[];
};

export type Webhook = {
  /** x-webhook-id. */
  deliveryId: string;
  type: string;
  applicationId: string;
  subjectId: string;
  isAuthentic: boolean;
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
