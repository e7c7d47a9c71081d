import { DomainError } from './errors.ts';
import { invalidInput, issue } from './input.ts';
import { issues, type Named } from './refusals.ts';

/**
 * A manual resolution of money whose outcome the provider did not report, or reported incorrectly.
 *
 *   pending → success | failed        failed → success
 *
 * An announced success is never reverted.
 */
export type Resolution = { as: 'paid'; receipt: string } | { as: 'not_paid' };

/** The result code of a manual "not paid". A manual success has the code 0. */
export const notPaidCode = 'resolved_not_paid';
const paidDescription = 'A person resolved it as paid.';
const notPaidDescription = 'A person resolved it as not paid.';

/** Younger rows are not stuck: the provider may still report the outcome, and the request to it may still be running. */
export const resolvableAfterSeconds = 300;

/** A person's decision about a payment or disbursement. */
export type Resolving = {
  resolution: Resolution;
  /** Why, in the words of the person. */
  note: string;
  /** The second person, as in the audit. */
  approvedBy: string | null;
};

/** The state after that. */
export type Resolved = { status: 'success' | 'failed'; receipt: string | null };

type Standing = {
  status: 'pending' | 'success' | 'failed';
  providerReceipt: string | null;
  resultCode: string | null;
  createdAt: Date;
};

type ResolutionDecision =
  | { kind: 'settle'; from: 'pending' | 'failed'; to: 'success' | 'failed' }
  /** The row already has that outcome. */
  | { kind: 'nothing_to_do' }
  | { kind: 'refuse'; refusal: DomainError };

const refuse = (path: string, why: Named): ResolutionDecision => ({
  kind: 'refuse',
  refusal: invalidInput(issue(path, why)),
});

/** Decides what a resolution does to a payment or disbursement. */
export function decideResolution(row: Standing, resolution: Resolution, now: Date): ResolutionDecision {
  const { status, providerReceipt, resultCode, createdAt } = row;
  if (status === 'success') {
    if (resolution.as === 'not_paid') return refuse('as', issues.successIsFinal);
    if (providerReceipt === resolution.receipt) return { kind: 'nothing_to_do' };
    if (providerReceipt === null) return refuse('receipt', issues.successWithoutReceipt);
    return refuse('receipt', issues.receiptOfSuccess({ receipt: providerReceipt }));
  }
  if (status === 'failed') {
    if (resolution.as === 'paid') return { kind: 'settle', from: 'failed', to: 'success' };
    return resultCode === notPaidCode ? { kind: 'nothing_to_do' } : refuse('as', issues.failedAlready);
  }
  if (now.getTime() - createdAt.getTime() < resolvableAfterSeconds * 1000) {
    const minutes = resolvableAfterSeconds / 60;
    return refuse('subjectId', issues.tooYoung({ minutes }));
  }
  return { kind: 'settle', from: 'pending', to: resolution.as === 'paid' ? 'success' : 'failed' };
}

/** The result that a resolution leaves on its row. */
export function resultOf({ as }: Resolution): { resultCode: string; resultDesc: string } {
  return as === 'paid'
    ? { resultCode: '0', resultDesc: paidDescription }
    : { resultCode: notPaidCode, resultDesc: notPaidDescription };
}

/** The receipt that a resolution names. */
export function receiptOf(resolution: Resolution): string | null {
  return resolution.as === 'paid' ? resolution.receipt : null;
}

/** The audit detail of a resolution. `row` is the state before it. */
export function resolutionDetail(
  row: Pick<Standing, 'status' | 'resultCode'> & { environment: string },
  { resolution, note, approvedBy }: Resolving,
) {
  return {
    environment: row.environment,
    as: resolution.as,
    receipt: receiptOf(resolution),
    reason: note,
    approvedBy,
    previousStatus: row.status,
    previousResultCode: row.resultCode,
  };
}

/** The refusal of a receipt that belongs to something else. `holder` is undefined when another tenant has it. */
export function receiptInUse(receipt: string, holder: { kind: 'payment' | 'disbursement'; id: string } | undefined) {
  const found = issue('receipt', holderIssue(receipt, holder));
  const extras = holder && (holder.kind === 'payment' ? { paymentId: holder.id } : { disbursementId: holder.id });
  return new DomainError('invalid_input', `${found.message}.`, { issues: [found], ...extras });
}

function holderIssue(receipt: string, holder: { kind: 'payment' | 'disbursement'; id: string } | undefined): Named {
  if (!holder) return issues.receiptOfOther({ receipt });
  const { id } = holder;
  return holder.kind === 'payment'
    ? issues.receiptOfPayment({ receipt, id })
    : issues.receiptOfDisbursement({ receipt, id });
}
