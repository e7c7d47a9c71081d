import { amount, choice, defineList, flag, period, text } from '@/features/lists/filters';

/** What the list of payouts and refunds can be narrowed by. */
export const payoutList = defineList('payouts', [
  text('search', { hasHelp: true }),
  choice('kind', ['payout', 'reversal'], { texts: 'payouts.kinds' }),
  choice('status', ['pending', 'success', 'failed'], { texts: 'payouts.statuses' }),
  amount({}),
  period('createdFrom', 'createdTo'),
  text('phone'),
  text('receipt'),
  flag('mine', { on: '1', field: 'isMine' }),
  flag('review', { on: '1', field: 'needsReview' }),
]);
