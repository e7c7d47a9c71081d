import { choice, defineList, text } from '@/features/lists/filters';

const reasons = [
  'outcome_unknown',
  'result_contradicted',
  'paid_late',
  'amount_differed',
  'time_implausible',
  'same_money',
  'callback_failed',
  'confirmation_undecided',
  'confirmation_unmatched',
  'confirmation_unverified',
  'receipt_conflict',
  'question_unfollowed',
  'statement_missing_here',
  'statement_missing_there',
  'statement_amount_differed',
  'statement_duplicate',
  'statement_reversed',
  'link_paid_late',
  'link_overpaid',
  'link_paid_twice',
  'link_paid_back',
  'paid_twice',
  'callbacks_refused',
  'callback_astray',
] as const;

/** What the queue can be narrowed by. */
export const reviewList = defineList('reviews', [
  text('search', { hasHelp: true }),
  choice('state', ['open', 'closed'], { texts: 'reviews.states' }),
  choice('reason', reasons, { texts: 'reviews.reasons' }),
  choice(
    'subjectKind',
    ['payment', 'disbursement', 'inquiry', 'callback', 'statement_line', 'refused_callbacks', 'astray_callback'],
    {
      texts: 'reviews.subjects',
    },
  ),
  choice('assigned', ['me', 'nobody'], { texts: 'reviews.assignees' }),
]);
