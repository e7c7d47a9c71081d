import { choice, defineList } from '@/features/lists/filters';
import { railFilter } from '@/features/lists/rail-filter';

/** What the list of inquiries can be narrowed by. */
export const inquiryList = defineList('inquiries', [
  choice('kind', ['transaction_status', 'account_balance'], { texts: 'inquiries.kinds' }),
  choice('status', ['pending', 'answered', 'failed'], { texts: 'inquiries.statuses' }),
  railFilter,
]);
