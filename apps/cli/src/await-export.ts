import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantContext } from '@tillgate/domain';
import { type ExportView, getExport } from '@tillgate/domain/reading/exports';
import { progressText } from './export-text.ts';

const pollMs = 500;
/** An export stands still without a worker, and continues when a worker starts. */
const standstillMsMax = 60_000;

/**
 * Polls an export until it ends or makes no progress for a minute. `report` gets a line for each step.
 * @returns the last state read
 */
export async function awaitExport(
  ctx: TenantContext,
  exportId: string,
  report: (line: string) => void,
): Promise<ExportView> {
  let reported = '';
  for (let movedAt = Date.now(); ; ) {
    const view = await getExport(ctx, { exportId });
    const line = progressText(view);
    if (line !== reported) {
      report(`${line}\n`);
      reported = line;
      movedAt = Date.now();
    }
    const isOpen = view.status === 'queued' || view.status === 'running';
    if (!isOpen || Date.now() - movedAt > standstillMsMax) return view;
    await sleep(pollMs);
  }
}
