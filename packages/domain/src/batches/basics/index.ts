// What every page needs of batches. It loads nothing else.
import type { PayoutBatchStatus } from '@tillgate/db';

/** Characters of what people call a batch. */
export const batchNameMax = 64;
/** Characters of the note of a batch. */
export const batchNoteMax = 500;

const unendedStatuses: ReadonlySet<PayoutBatchStatus> = new Set([
  'checking',
  'draft',
  'awaiting_approval',
  'approved',
  'running',
  'paused',
]);

/** Whether nothing is left to pay of a batch, and nothing ever will be. */
export function isOver(status: PayoutBatchStatus): boolean {
  return !unendedStatuses.has(status);
}
