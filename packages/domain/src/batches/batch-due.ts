import type { Context } from '../kernel/context.ts';
import { publishOrLog } from '../signals/publish-or-log.ts';

export type DueBatch = { batchId: string; applicationId: string };

/** Asks a worker to go on with batches. A failure is only logged: the sweep publishes them again. */
export function publishBatchDue(
  ctx: Pick<Context, 'publish' | 'log' | 'clock'>,
  due: readonly DueBatch[],
): Promise<void> {
  const at = ctx.clock.now().getTime();
  return publishOrLog(
    ctx,
    due.map((data) => ({ name: 'batch.due', id: `batch:${data.batchId}:${at}`, data: { ...data } })),
  );
}
