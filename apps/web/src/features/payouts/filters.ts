import { amount, choice, defineList, flag, group, period, text } from '@/features/lists/filters';
import { railFilter } from '@/features/lists/rail-filter';

/** What the list of payouts and refunds can be narrowed by. */
export const payoutList = defineList('payouts', [
  text('search', { hasHelp: true }),
  choice('kind', ['payout', 'reversal'], { texts: 'payouts.kinds' }),
  choice('status', ['pending', 'success', 'failed'], { texts: 'payouts.statuses' }),
  amount({}),
  period('createdFrom', 'createdTo', ['movedFrom', 'movedTo']),
  text('phone'),
  text('receipt'),
  choice('source', ['stk', 'c2b', 'none'], { texts: 'payouts.sources' }),
  railFilter,
  flag('mine', { on: '1', field: 'isMine' }),
  flag('review', { on: '1', field: 'needsReview' }),
  group('more', [text('reason', { field: 'resultCode' }), text('shortcode')]),
]);
