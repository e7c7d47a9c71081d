import { v7 as uuidv7 } from 'uuid';
import type { ActorContext } from './context.ts';
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

/** The change of status that a resolution makes. */
export type ResolutionStep = { from: 'pending' | 'failed'; to: Resolved['status'] };

type ResolutionDecision =
  | ({ kind: 'settle' } & ResolutionStep)
  /** The row already has that outcome. */
  | { kind: 'nothing_to_do'; resolved: Resolved }
  | { kind: 'refuse'; refusal: DomainError };

const refuse = (path: string, why: Named): ResolutionDecision => ({
  kind: 'refuse',
  refusal: invalidInput(issue(path, why)),
});

const nothingToDo = (resolved: Resolved): ResolutionDecision => ({ kind: 'nothing_to_do', resolved });

/** Decides what a resolution does to a payment or disbursement. */
export function decideResolution(row: Standing, resolution: Resolution, now: Date): ResolutionDecision {
  const { status, providerReceipt, resultCode, createdAt } = row;
  if (status === 'success') {
    if (resolution.as === 'not_paid') return refuse('as', issues.successIsFinal);
    if (providerReceipt === resolution.receipt) return nothingToDo({ status, receipt: providerReceipt });
    if (providerReceipt === null) return refuse('receipt', issues.successWithoutReceipt);
    return refuse('receipt', issues.receiptOfSuccess({ receipt: providerReceipt }));
  }
  if (status === 'failed') {
    if (resolution.as === 'paid') return { kind: 'settle', from: 'failed', to: 'success' };
    return resultCode === notPaidCode
      ? nothingToDo({ status, receipt: providerReceipt })
      : refuse('as', issues.failedAlready);
  }
  if (now.getTime() - createdAt.getTime() < resolvableAfterSeconds * 1000) {
    const minutes = resolvableAfterSeconds / 60;
    return refuse('subjectId', issues.tooYoung({ minutes }));
  }
  return { kind: 'settle', from: 'pending', to: resolution.as === 'paid' ? 'success' : 'failed' };
}

/** The result that a resolution leaves on its row. */
function resultOf({ as }: Resolution): { resultCode: string; resultDesc: string } {
  return as === 'paid'
    ? { resultCode: '0', resultDesc: paidDescription }
    : { resultCode: notPaidCode, resultDesc: notPaidDescription };
}

/** The receipt that a resolution names. */
function receiptOf(resolution: Resolution): string | null {
  return resolution.as === 'paid' ? resolution.receipt : null;
}

type Resolvable = Pick<Standing, 'status' | 'resultCode'> & { id: string; environment: string };

/**
 * What a resolution writes, whether money came in or went out, with its audit entry. `row` is the state before it. The
 * room adds its own columns and the event.
 */
export function settlementBy(
  { actor, clock }: Pick<ActorContext, 'actor' | 'clock'>,
  row: Resolvable,
  { from, to }: ResolutionStep,
  { by, action }: { by: Resolving; action: string },
) {
  const settledAt = clock.now();
  return {
    id: row.id,
    from,
    to,
    providerReceipt: receiptOf(by.resolution),
    ...resultOf(by.resolution),
    settledBy: 'person' as const,
    settledAt,
    reviews: [],
    audit: { id: uuidv7({ msecs: settledAt.getTime() }), actor, action, detail: resolutionDetail(row, by) },
  };
}

function resolutionDetail(row: Resolvable, { resolution, note, approvedBy }: Resolving) {
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
