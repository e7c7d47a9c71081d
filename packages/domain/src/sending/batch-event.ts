import type { BatchRow } from '../batches/index.ts';
import { type FrozenEvent, renderEvent } from '../outbox/index.ts';
import type { BatchTotals } from './statements.ts';

/** The event of a batch that ended. */
export function batchEndedEvent(
  {
    id: batchId,
    applicationId,
    environment: env,
    name,
  }: Pick<BatchRow, 'id' | 'applicationId' | 'environment' | 'name'>,
  { rows, paid, failed, open, skipped, refused, amountPaid }: BatchTotals,
  at: Date,
): NonNullable<FrozenEvent> {
  const counts = { rows, paid, failed, open, skipped: skipped + refused, amountPaid };
  return {
    type: 'batch.ended',
    body: renderEvent('batch.ended', at, { batchId, applicationId, env, name, ...counts }),
  };
}
