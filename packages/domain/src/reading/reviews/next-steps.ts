import type { CallbackState, DisbursementStatus, InquiryStatus, PaymentStatus, ReviewReason } from '@tillgate/db';

/** The safe steps of a review. A list gives the order in which to try them. */
export const steps = [
  /** The worker asks the provider about the subject, or applies the callback once more. */
  'ask_again',
  /** An inquiry about the receipt. */
  'ask_receipt',
  'decide_confirmation',
  'resolve_paid',
  'resolve_not_paid',
  'link',
  'clear',
] as const;
export type Step = (typeof steps)[number];

/** The subject's facts that the steps depend on. */
export type SubjectState =
  | {
      kind: 'payment';
      status: PaymentStatus;
      source: 'stk' | 'c2b';
      /** The provider gave an id to ask by. */
      isAskable: boolean;
      hasReceipt: boolean;
      isLinked: boolean;
    }
  | { kind: 'disbursement'; status: DisbursementStatus; isAskable: boolean; hasReceipt: boolean }
  | { kind: 'inquiry'; status: InquiryStatus }
  | { kind: 'statement_line'; hasReceipt: true }
  | { kind: 'astray_callback'; hasReceipt: boolean }
  | { kind: 'refused_callbacks' }
  | { kind: 'callback'; state: CallbackState /** A confirmation that waits. */; isHeld: boolean; hasReceipt: boolean };

/** Reasons where the receipt itself is in doubt, so that the provider can be asked about it. */
const aboutReceipt = new Set<ReviewReason>([
  'amount_differed',
  'callback_astray',
  'confirmation_undecided',
  'confirmation_unmatched',
  'confirmation_unverified',
  'question_unfollowed',
  'receipt_conflict',
  'result_contradicted',
  'statement_amount_differed',
  'statement_duplicate',
  'statement_missing_here',
  'statement_missing_there',
  'time_implausible',
]);

/** The safe next steps of a review, the one to try first in front. A closed review has none. */
export function nextStepsOf(review: { reason: ReviewReason; isOpen: boolean }, subject: SubjectState): Step[] {
  if (!review.isOpen) return [];
  const possible = new Set<Step>(['clear', ...stepsOf(review.reason, subject)]);
  return steps.filter((step) => possible.has(step));
}

function stepsOf(reason: ReviewReason, subject: SubjectState): Step[] {
  switch (subject.kind) {
    case 'payment':
      return stepsOfPayment(reason, subject);
    case 'disbursement': {
      const asks: Step[] = askSteps(reason, subject, subject.status === 'pending' && subject.isAskable);
      return [...asks, ...endings(subject.status)];
    }
    case 'callback': {
      const asks = askSteps(reason, subject, subject.state !== 'applied');
      return subject.isHeld ? [...asks, 'decide_confirmation'] : asks;
    }
    case 'statement_line':
    case 'astray_callback':
      return askSteps(reason, subject, false);
    case 'inquiry':
    case 'refused_callbacks':
      return [];
  }
}

function stepsOfPayment(reason: ReviewReason, subject: SubjectState & { kind: 'payment' }): Step[] {
  const asks = askSteps(reason, subject, subject.status === 'pending' && subject.isAskable);
  const links: Step[] = subject.isLinked || (subject.status === 'success' && reason !== 'same_money') ? [] : ['link'];
  if (subject.source === 'c2b') return [...asks, ...links];
  const ends = endings(subject.status).filter((step) => step !== 'resolve_paid' || !subject.isLinked);
  return [...asks, ...links, ...ends];
}

function askSteps(reason: ReviewReason, subject: { hasReceipt: boolean }, isAskable: boolean): Step[] {
  const again = isAskable || reason === 'callback_failed';
  const receipt = subject.hasReceipt && aboutReceipt.has(reason);
  return [...(again ? (['ask_again'] as const) : []), ...(receipt ? (['ask_receipt'] as const) : [])];
}

/** A success is never reverted, and a failure can only become a success. */
function endings(status: PaymentStatus | DisbursementStatus): Step[] {
  if (status === 'pending') return ['resolve_paid', 'resolve_not_paid'];
  return status === 'failed' ? ['resolve_paid'] : [];
}
