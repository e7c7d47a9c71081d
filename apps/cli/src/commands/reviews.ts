import { ReviewReason, ReviewSubject } from '@tillgate/db';
import { DomainError, plainIssue, type TenantContext } from '@tillgate/domain';
import { decideConfirmation } from '@tillgate/domain/c2b';
import { askAgain, resolveSubject } from '@tillgate/domain/desk';
import { linkPayments } from '@tillgate/domain/payments';
import { sumHeld } from '@tillgate/domain/reading/payments';
import { browseReviews, getReview } from '@tillgate/domain/reading/reviews';
import { addNote, assignReview, clearReview, getOwnReview } from '@tillgate/domain/reviews';
import { group, tenantCommand } from '../command.ts';
import { choice, flag, optional, required } from '../fields.ts';
import { limitOption, refusedOption } from '../options.ts';
import { reviewsText, reviewText } from '../review-text.ts';

const reviewId = required('--review <id>', 'review ID');
const howYouKnow = (option: string) => required(`${option} <text>`, 'how you know');

export const reviews = group(
  'review',
  'reviews: cases that a person must decide',
  tenantCommand('list', {
    about: 'list the reviews that wait for a person, newest first',
    options: {
      closed: flag('--closed', 'list closed reviews instead of open ones'),
      reason: choice('--reason <reason>', 'only with this reason', Object.values(ReviewReason)),
      subjectKind: choice('--about <kind>', 'only about this kind of thing', Object.values(ReviewSubject)),
      assignedTo: optional('--assigned-to <id>', 'only assigned to this member, or "nobody"'),
      search: optional('--search <text>', 'a receipt, phone, account reference or ID'),
      limit: limitOption(50),
      before: optional('--before <cursor>', 'continue an earlier list'),
    },
    help: `
Examples:
  tillgate review list --app APP --env production
  tillgate review list --app APP --env production --reason outcome_unknown --assigned-to nobody`,
    verb: async (ctx, { app: _app, env: _env, closed, ...filter }) => {
      const input = { ...filter, state: closed ? ('closed' as const) : ('open' as const) };
      const [{ rows, older }, held] = await Promise.all([browseReviews(ctx, input), sumHeld(ctx)]);
      return { reviews: rows, next: older, held };
    },
    text: (result) => reviewsText(result.reviews, result.next, result.held),
  }),
  tenantCommand('show', {
    about: 'show a review with its evidence, notes and safe next steps',
    options: { reviewId },
    verb: (ctx, { reviewId }) => getReview(ctx, { reviewId }),
    text: reviewText,
  }),
  tenantCommand('note', {
    about: 'add a note to a review',
    options: { reviewId, text: required('--text <text>', 'the note') },
    verb: (ctx, { reviewId, text }) => addNote(ctx, { reviewId, text }),
    text: () => 'The note was added.',
  }),
  tenantCommand('assign', {
    about: 'assign a review to a member',
    options: {
      reviewId,
      user: optional('--user <id>', 'user ID of the member; `review show` lists them'),
      nobody: flag('--nobody', 'remove the assignee'),
    },
    check: ({ user, nobody }) => {
      if ((user !== undefined) === nobody) throw refusedOption('--user', 'give it, or --nobody');
    },
    verb: async (ctx, { reviewId, user: userId = null }) => {
      await assignReview(ctx, { reviewId, userId });
      return { reviewId, assignedTo: userId };
    },
    text: ({ assignedTo }) => `Assigned to ${assignedTo ?? 'nobody'}.`,
  }),
  tenantCommand('clear', {
    about: 'close a review with a note; no payment or payout changes',
    options: {
      reviewId,
      note: required('--note <text>', 'why nothing more is to be done'),
      all: flag('--all', 'close all open reviews of the same payment, payout, inquiry or callback'),
    },
    verb: (ctx, { reviewId, note, all }) => clearReview(ctx, { reviewId, note, all }),
    text: ({ closed }) => `Reviews closed: ${closed}`,
  }),
  tenantCommand('ask', {
    about: 'ask the provider again about a review, or apply its callback again',
    options: { reviewId },
    help: '\nThe worker asks within seconds. `review show` shows the result.',
    verb: async (ctx, { reviewId }) => {
      await askAgain(ctx, { reviewId });
      return { reviewId, asked: true };
    },
    text: () => 'The worker asks within seconds.',
  }),
  tenantCommand('resolve', {
    about: 'end a payment or payout whose outcome the provider never reported',
    options: {
      review: optional('--review <id>', 'the payment or payout of this review'),
      payment: optional('--payment <id>', 'payment ID, instead of a review'),
      disbursement: optional('--disbursement <id>', 'payout or reversal ID, instead of a review'),
      paid: optional('--paid <receipt>', 'it was paid, with this receipt of the provider').conflicting('notPaid'),
      notPaid: flag('--not-paid', 'it was not paid'),
      reason: howYouKnow('--reason'),
    },
    help: `
The payment or payout ends immediately: the merchant gets a webhook, and its reviews are closed.
No second person has to approve this, not even in production. The audit log records it.
A success cannot be undone.

Examples:
  tillgate review resolve --app APP --env production --review REVIEW --paid TJK1A2B3C4 --reason "On the statement of 1 March"
  tillgate review resolve --app APP --env production --payment PAYMENT --not-paid --reason "Not on the statement"`,
    check: ({ paid, notPaid }) => {
      if (paid === undefined && !notPaid) throw refusedOption('--paid', 'give it, or --not-paid');
    },
    verb: async (ctx, { paid, reason, ...named }) => {
      const subject = await subjectOf(ctx, named);
      const as = paid === undefined ? { as: 'not_paid' as const } : { as: 'paid' as const, receipt: paid };
      const resolved = await resolveSubject(ctx, { ...subject, ...as }, { note: reason, approvedBy: null });
      return { ...subject, ...resolved, resolvedBy: 'operator', approvedBy: null };
    },
    text: ({ subjectKind, subjectId, status }) =>
      `The ${subjectKind} ${subjectId} is ${status} now, by the word of one person (operator).`,
  }),
  tenantCommand('link', {
    about: 'record that two payments are the same money',
    options: {
      paymentId: required('--payment <id>', 'payment ID'),
      otherId: required('--with <id>', 'ID of the payment that is the same money'),
      note: howYouKnow('--note'),
    },
    help: `
Both payments keep their status. A prompt that is still pending can then be resolved as not paid.`,
    verb: async (ctx, { paymentId, otherId, note }) => {
      await linkPayments(ctx, { paymentId, otherId, note });
      return { paymentId, sameMoneyAs: otherId };
    },
    text: ({ paymentId, sameMoneyAs }) => `${paymentId} and ${sameMoneyAs} are the same money.`,
  }),
  tenantCommand('decide', {
    about: 'decide whether a confirmation is an offline payment, a known payment or no money',
    options: {
      reviewId,
      offline: flag('--offline', 'it is an offline payment: it is recorded and announced'),
      payment: optional('--payment <id>', 'it is the receipt of this successful payment'),
      notMoney: flag('--not-money', 'no money came'),
      note: howYouKnow('--note'),
    },
    help: `
Examples:
  tillgate review decide --app APP --env production --review REVIEW --offline --note "Paid at the counter"
  tillgate review decide --app APP --env production --review REVIEW --payment PAYMENT --note "Same phone and time"`,
    check: decisionOf,
    verb: async (ctx, { reviewId, note, ...chosen }) => {
      const to = decisionOf(chosen);
      const { subjectKind, subjectId } = await getOwnReview(ctx, reviewId);
      if (subjectKind !== 'callback') {
        const issues = [plainIssue('--review', 'is not about a confirmation')];
        throw new DomainError('invalid_input', 'The review is not about a confirmation.', { issues });
      }
      await decideConfirmation(ctx, { callbackId: subjectId, to, note });
      return { callbackId: subjectId, to };
    },
    text: () => 'The confirmation is decided, and its reviews are closed.',
  }),
);

type Subject = { subjectKind: 'payment' | 'disbursement'; subjectId: string };

async function subjectOf(
  ctx: TenantContext,
  { review, payment, disbursement }: { review?: string; payment?: string; disbursement?: string },
): Promise<Subject> {
  if ([review, payment, disbursement].filter((id) => id !== undefined).length !== 1) {
    throw refusedOption('--review', 'give exactly one of --review, --payment and --disbursement');
  }
  if (payment !== undefined) return { subjectKind: 'payment', subjectId: payment };
  if (disbursement !== undefined) return { subjectKind: 'disbursement', subjectId: disbursement };
  const { subjectKind, subjectId } = await getOwnReview(ctx, review ?? '');
  if (subjectKind === 'payment' || subjectKind === 'disbursement') return { subjectKind, subjectId };
  throw new DomainError('invalid_input', 'The review is not about a payment or payout: it cannot be resolved.', {
    issues: [plainIssue('--review', 'is not about a payment or payout')],
  });
}

function decisionOf({ offline, payment, notMoney }: { offline: boolean; payment?: string; notMoney: boolean }) {
  const [only, second] = [
    ...(offline ? (['offline'] as const) : []),
    ...(notMoney ? (['not_money'] as const) : []),
    ...(payment === undefined ? [] : [{ paymentId: payment }]),
  ];
  if (only !== undefined && second === undefined) return only;
  throw refusedOption('--offline', 'give exactly one of --offline, --payment and --not-money');
}
