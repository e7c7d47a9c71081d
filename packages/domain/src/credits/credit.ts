import type { LinkKind, LinkStatus, ReviewReason } from '@tillgate/db';

// What a payment counts towards, decided from rows. Pure.

/** A link as a credit finds it, under its lock. Amounts are whole KES. */
export type CreditedLink = {
  kind: LinkKind;
  status: LinkStatus;
  /** Null: the payer chose. */
  amount: number | null;
  paidCount: number;
  paidAmount: number;
  paymentsMax: number | null;
};

export type CreditDecision = {
  /** The new status, or undefined when it stays. */
  to: 'paid' | 'ended' | undefined;
  /** What a person has to look at, about the payment. */
  reviews: ReviewReason[];
};

/**
 * What becomes of a link when a payment of `amount` KES counts towards it. A link for one order is paid once its payments
 * reach its amount, also when it had ended before. A link for many payments ends with the last one that it may have.
 */
export function decideCredit(link: CreditedLink, amount: number): CreditDecision {
  if (link.kind === 'many') {
    const isLast = link.paymentsMax !== null && link.paidCount + 1 >= link.paymentsMax;
    return { to: isLast && link.status === 'open' ? 'ended' : undefined, reviews: [] };
  }
  if (link.status === 'paid') return { to: undefined, reviews: ['link_paid_twice'] };
  const sum = link.paidAmount + amount;
  const isPaid = sum >= (link.amount ?? 1);
  const reviews: ReviewReason[] = [];
  if (link.status === 'ended') reviews.push('link_paid_late');
  if (link.amount !== null && sum > link.amount) reviews.push('link_overpaid');
  return { to: isPaid ? 'paid' : undefined, reviews };
}

/** A credit as it stands. Amounts are whole KES. */
export type Credit = { amount: number; reversedAmount: number };

/**
 * How much of a credit does not count, all told: what went back to the payer, or all of it when it is the same money as
 * another credit. Undefined: nothing changes. A link for one order that is paid stays paid, and a person looks at it when
 * its amount is not there any more.
 */
export function decideReversal(
  link: CreditedLink,
  credit: Credit,
  { refunded, isSameMoney }: { refunded: number; isSameMoney: boolean },
): { back: number; reviews: ReviewReason[] } | undefined {
  const back = isSameMoney ? credit.amount : Math.min(credit.amount, refunded);
  if (back <= credit.reversedAmount) return undefined;
  const left = link.paidAmount - (back - credit.reversedAmount);
  return { back, reviews: link.status === 'paid' && left < (link.amount ?? 1) ? ['link_paid_back'] : [] };
}
