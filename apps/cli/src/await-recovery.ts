import { setTimeout as sleep } from 'node:timers/promises';
import { getRecovery } from '@tillgate/domain/reading/recoveries';
import type { RecoveryView } from '@tillgate/domain/recoveries';
import type { OperatorContext } from './deps.ts';
import { progressText } from './recovery-text.ts';

const pollMs = 500;
/** A recovery stands still without a worker, and continues when a worker starts. */
const standstillMsMax = 60_000;

/**
 * Polls a recovery until it ends or makes no progress for a minute. `report` gets a line for each step.
 * @returns the last state read
 */
export async function awaitRecovery(
  ctx: OperatorContext,
  recoveryId: string,
  report: (line: string) => void,
): Promise<RecoveryView> {
  let reported = '';
  for (let movedAt = Date.now(); ; ) {
    const recovery = await getRecovery(ctx, { recoveryId });
    const line = progressText(recovery);
    if (line !== reported) {
      report(`${line}\n`);
      reported = line;
      movedAt = Date.now();
    }
    if (recovery.status !== 'running' || Date.now() - movedAt > standstillMsMax) return recovery;
    await sleep(pollMs);
  }
}
