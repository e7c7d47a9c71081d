import type { ReviewReason, ReviewSubject } from '@tillgate/db';

/** A sentence about a review: the key of a text, and its values. */
export type ReasonWords = { key: ReasonKey; values: Record<string, string | number> };

/** The English texts. Dashboards translate by the same keys; `{name}` is a value. */
const sentences = {
  outcome_unknown_payment: 'The provider never said whether this was paid.',
  outcome_unknown_disbursement: 'The provider never said whether this money went out.',
  outcome_unknown_other: 'The provider never answered.',
  result_contradicted: 'The provider reported something that contradicts what is recorded.',
  result_contradicted_code: 'The provider reported the result {resultCode}, which contradicts what is recorded.',
  paid_late: 'The provider reported success after a failure had been recorded.',
  amount_differed: 'The amount is not the one that was asked for or sent.',
  amount_differed_sums: 'KES {requestedAmount} was asked for, and the provider reported KES {paidAmount}.',
  amount_differed_sent: 'KES {sent} was sent, and the provider reported KES {reported}.',
  amount_differed_fraction: 'The provider reported KES {exactAmount}, which is not a whole amount.',
  time_implausible: 'The provider reported a time that cannot be right, so the payment has the time of its arrival.',
  time_implausible_reported:
    'The provider reported the time {reportedTime}, which cannot be right, so the payment has the time of its arrival.',
  same_money: 'This money is recorded under another payment as well.',
  callback_failed: 'A message from the provider could not be applied.',
  callback_failed_error: 'A message from the provider could not be applied: {error}',
  confirmation_undecided: 'A customer paid, and it is not clear which payment this money belongs to.',
  confirmation_undecided_count: 'A customer paid, and {count} payments may be the one that this money belongs to.',
  confirmation_unmatched: 'A confirmation arrived that cannot be money of this shortcode.',
  confirmation_unverified: 'The provider has not confirmed this receipt, so the payment was not announced.',
  receipt_conflict: 'A receipt arrived again with another amount, or for another application.',
  receipt_conflict_receipt: 'The receipt {receipt} arrived again with another amount, or for another application.',
  question_unfollowed:
    'The provider asked whether a customer may pay, and no confirmation followed. The money may have arrived.',
  statement_missing_here: 'The statement has money that is not recorded here.',
  statement_missing_here_receipt: 'The statement has the receipt {receipt}, which is not recorded here.',
  statement_missing_there: 'This is recorded as paid, and the statement of that time does not have it.',
  statement_amount_differed: 'The statement has another amount.',
  statement_amount_differed_sums: 'The statement has KES {reported}, and KES {recorded} is recorded here.',
  statement_duplicate: 'The statement has two different lines for one receipt.',
  statement_duplicate_receipt: 'Two lines of the statement for the receipt {receipt} differ: {facts}.',
  statement_reversed: 'The statement has a reversal that nobody asked for here.',
  callbacks_refused: 'Callbacks came from an address that is not the provider’s, and were refused.',
  callbacks_refused_address:
    'Callbacks came from {address}, which is not an address of the provider, and were refused.',
  link_paid_late: 'A payment link was paid after it had ended.',
  link_paid_late_title: 'The payment link “{title}” was paid after it had ended.',
  link_overpaid: 'The payments on a link are more than its amount.',
  link_overpaid_sums: 'The payment link “{title}” asked for KES {asked}, and KES {paid} were paid on it.',
  link_paid_twice: 'A payment link was paid again.',
  link_paid_twice_title: 'The payment link “{title}” was paid already, and this money came as well.',
  link_paid_back: 'Money of a payment link that is paid went back.',
  link_paid_back_title: 'Money went back to the customer. The payment link “{title}” still says that it is paid.',
  paid_twice: 'A payout that was paid again in a batch was paid after all.',
  paid_twice_batch: 'This payout was paid after all. The batch “{batch}” had paid it again.',
  callback_astray: 'The provider reported money that the restored database does not have.',
  callback_astray_sum:
    'The provider reported KES {amount} with the receipt {receipt}, which the restored database does not have.',
  statement_reversed_receipt: 'The statement has a reversal of {linkedReceipt} that nobody asked for here.',
} as const;

type ReasonKey = keyof typeof sentences;
export const reasonKeys = Object.keys(sentences) as ReasonKey[];

type Reviewed = { reason: ReviewReason; subjectKind: ReviewSubject; detail: unknown };

/** The reason of a review in words. Without some facts, a shorter sentence is used. */
export function reasonInWords({ reason, subjectKind, detail }: Reviewed): ReasonWords {
  const facts = factsOf(detail);
  const having = (key: ReasonKey, fallback: ReasonKey, ...names: string[]): ReasonWords => {
    const values = Object.fromEntries(names.flatMap((name) => (name in facts ? [[name, facts[name] ?? '']] : [])));
    return names.every((name) => name in values) ? { key, values } : { key: fallback, values: {} };
  };
  switch (reason) {
    case 'outcome_unknown':
      if (subjectKind === 'payment') return { key: 'outcome_unknown_payment', values: {} };
      if (subjectKind === 'disbursement') return { key: 'outcome_unknown_disbursement', values: {} };
      return { key: 'outcome_unknown_other', values: {} };
    case 'result_contradicted':
      return having('result_contradicted_code', reason, 'resultCode');
    case 'amount_differed':
      if ('exactAmount' in facts) return having('amount_differed_fraction', reason, 'exactAmount');
      if ('sent' in facts) return having('amount_differed_sent', reason, 'sent', 'reported');
      return having('amount_differed_sums', reason, 'requestedAmount', 'paidAmount');
    case 'time_implausible':
      return having('time_implausible_reported', reason, 'reportedTime');
    case 'callback_failed':
      return having('callback_failed_error', reason, 'error');
    case 'confirmation_undecided':
      return having('confirmation_undecided_count', reason, 'count');
    case 'receipt_conflict':
      return having('receipt_conflict_receipt', reason, 'receipt');
    case 'statement_missing_here':
      return having('statement_missing_here_receipt', reason, 'receipt');
    case 'statement_amount_differed':
      return having('statement_amount_differed_sums', reason, 'reported', 'recorded');
    case 'statement_duplicate':
      return having('statement_duplicate_receipt', reason, 'receipt', 'facts');
    case 'statement_reversed':
      return having('statement_reversed_receipt', reason, 'linkedReceipt');
    case 'link_paid_late':
      return having('link_paid_late_title', reason, 'title');
    case 'link_overpaid':
      return having('link_overpaid_sums', reason, 'title', 'asked', 'paid');
    case 'link_paid_twice':
      return having('link_paid_twice_title', reason, 'title');
    case 'link_paid_back':
      return having('link_paid_back_title', reason, 'title');
    case 'paid_twice':
      return having('paid_twice_batch', reason, 'batch');
    case 'callback_astray':
      return having('callback_astray_sum', reason, 'amount', 'receipt');
    case 'callbacks_refused':
      return facts.address === 'other'
        ? { key: reason, values: {} }
        : having('callbacks_refused_address', reason, 'address');
    default:
      return { key: reason, values: {} };
  }
}

/** The sentence in English. */
export function reasonSentence({ key, values }: ReasonWords): string {
  return sentences[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** The facts that are amounts in KES. */
const amounts = [
  'requestedAmount',
  'paidAmount',
  'sent',
  'reported',
  'recorded',
  'exactAmount',
  'asked',
  'paid',
  'amount',
];

/** The facts of `detail` that a sentence can name. Amounts get thousands separators. */
function factsOf(detail: unknown): Record<string, string | number> {
  if (typeof detail !== 'object' || detail === null) return {};
  const plain = Object.entries(detail)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => [name, amounts.includes(name) ? separated(value) : value]);
  const paymentIds = 'paymentIds' in detail && Array.isArray(detail.paymentIds) ? detail.paymentIds.length : 0;
  return { ...Object.fromEntries(plain), ...(paymentIds > 0 && { count: paymentIds }) };
}

/** `3113.50` as `3,113.50`. */
function separated(amount: string | number): string {
  return String(amount).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
}

/** A few words for each reason, in English, for lists of counts. */
export const reasonTitles: Record<ReviewReason, string> = {
  outcome_unknown: 'Outcome unknown',
  result_contradicted: 'Conflicting result',
  paid_late: 'Paid after a failure',
  amount_differed: 'Different amount',
  time_implausible: 'Impossible time',
  same_money: 'Counted twice',
  callback_failed: 'Message not applied',
  confirmation_undecided: 'Unassigned confirmation',
  confirmation_unmatched: 'Unmatched confirmation',
  confirmation_unverified: 'Unverified confirmation',
  receipt_conflict: 'Receipt used twice',
  question_unfollowed: 'Validated but not confirmed',
  statement_missing_here: 'On the statement only',
  statement_missing_there: 'Not on the statement',
  statement_amount_differed: 'Different amount on the statement',
  statement_duplicate: 'Two lines for one receipt',
  statement_reversed: 'Refunded outside Tillgate',
  link_paid_late: 'Link paid after its end',
  link_overpaid: 'Link overpaid',
  link_paid_twice: 'Link paid twice',
  link_paid_back: 'Link paid, money back',
  paid_twice: 'Paid twice',
  callbacks_refused: 'Refused callbacks',
  callback_astray: 'Forgotten money',
};
