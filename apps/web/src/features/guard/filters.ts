import { choice, defineList, period } from '@/features/lists/filters';

const kinds = [
  'list',
  'prompts_per_phone',
  'unanswered_streak',
  'first_prompt_max',
  'failing_share',
  'new_payee',
  'same_payout_soon',
] as const;

/** What the list of decisions can be narrowed by. */
export const decisionList = defineList('guard', [
  choice('kind', kinds, { texts: 'guard.kinds' }),
  choice('mode', ['watch', 'hold', 'refuse', 'allow'], { texts: 'guard.modes' }),
  period('since', 'until'),
]);

/** What the phones on lists can be narrowed by. */
export const entryList = defineList('guard.entries', [
  choice('list', ['block', 'allow'], { texts: 'guard.entries.lists' }),
]);
