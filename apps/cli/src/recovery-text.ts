import type { RecoveryView } from '@tillgate/domain/recoveries';
import { facts, moment, table } from './table.ts';

const kinds: Record<RecoveryView['kind'], string> = {
  failed: 'resend failed deliveries',
  missing: 'send missing events',
};

/** Formats one recovery for people. */
export function recoveryText(recovery: RecoveryView): string {
  return facts([
    ['Recovery', recovery.recoveryId],
    ['Endpoint', recovery.endpointId],
    ['Request', `${kinds[recovery.kind]}, by ${recovery.requestedBy} at ${moment(recovery.createdAt)}`],
    ['Time', `${moment(recovery.since)} to ${moment(recovery.until)}`],
    ['Status', recovery.status],
    ['Progress', progressText(recovery)],
    ['Ended', recovery.endedAt ? moment(recovery.endedAt) : undefined],
  ]);
}

/** Formats several recoveries, one per line, and says how to see more. */
export function recoveriesText(recoveries: RecoveryView[], next: string | null): string {
  if (recoveries.length === 0) return 'No recoveries.';
  const rows = recoveries.map((recovery) => [
    recovery.recoveryId,
    recovery.kind,
    recovery.status,
    progressText(recovery),
    moment(recovery.since),
    moment(recovery.until),
    moment(recovery.createdAt),
  ]);
  const shown = table(['RECOVERY', 'KIND', 'STATUS', 'PROGRESS', 'SINCE', 'UNTIL', 'CREATED'], rows);
  return next === null ? shown : `${shown}\nThere are more. To see them, add --before ${next}`;
}

export function progressText({ progress, queuedCount }: RecoveryView): string {
  return `${Math.floor(progress * 100)} %, ${queuedCount} queued`;
}
