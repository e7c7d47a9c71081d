import { setTimeout as sleep } from 'node:timers/promises';
import { getRecovery } from '@tillgate/domain/reading/recoveries';
import type { RecoveryView } from '@tillgate/domain/recoveries';
import type { OperatorContext } from './deps.ts';
import { progressText } from './recovery-text.ts';

const lookEveryMs = 500;
/** Without a worker a recovery gets nowhere; it goes on in the background once there is one. */
const standstillMsMax = 60_000;

/**
 * Looks at a recovery until it has ended, or has not moved for a minute. Each step is told to `report` in a line.
 * @returns how it stands then
 */
export async function awaitRecovery(
  ctx: OperatorContext,
  recoveryId: string,
  report: (line: string) => void,
): Promise<RecoveryView> {
  let told = '';
  for (let movedAt = Date.now(); ; ) {
    const recovery = await getRecovery(ctx, { recoveryId });
    const line = progressText(recovery);
    if (line !== told) {
      report(`${line}\n`);
      told = line;
      movedAt = Date.now();
    }
    if (recovery.status !== 'running' || Date.now() - movedAt > standstillMsMax) return recovery;
    await sleep(lookEveryMs);
  }
}
