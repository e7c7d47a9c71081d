import { batchNameMax } from '@tillgate/domain/batches/basics';
import { choice, defineList, period, text } from '@/features/lists/filters';

export const batchStatuses = [
  'checking',
  'draft',
  'awaiting_approval',
  'approved',
  'running',
  'paused',
  'ended',
  'cancelled',
  'rejected',
  'expired',
] as const;

/** What the list of payout batches can be narrowed by. */
export const batchList = defineList('batches', [
  choice('status', batchStatuses, { texts: 'batches.statuses' }),
  text('text', { hasHelp: true, maxLength: batchNameMax }),
  period('createdFrom', 'createdTo'),
]);
