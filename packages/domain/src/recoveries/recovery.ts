import type { RecoveryKind, RecoveryStatus, WebhookRecoveryModel } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import type { Issue } from '../kernel/errors.ts';
import { issue } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { dayMs, minuteMs } from '../kernel/time.ts';
import { recoveryIssues } from './refusals.ts';

/** How far back a recovery may reach. */
export const recoveryDaysMax = 30;
/** A request for exactly that many days may take a minute to arrive. */
const askedAgoMsMax = minuteMs;
/** Rows that one batch reads. */
export const batchMax = 500;
/** After this time without work, a running recovery has lost its signal or its worker. */
export const idleSeconds = 5;

/** Why this time cannot be recovered; undefined when it can. */
export function refusedTime({ since, until }: { since: Date; until: Date }, now: Date): Issue | undefined {
  if (until > now) return issue('until', issues.past);
  if (since >= until) return issue('since', recoveryIssues.untilReached);
  if (now.getTime() - since.getTime() <= recoveryDaysMax * dayMs + askedAgoMsMax) return undefined;
  return issue('since', issues.daysAgo({ max: recoveryDaysMax }));
}

export type RecoveryView = Tenant & {
  recoveryId: string;
  endpointId: string;
  kind: RecoveryKind;
  status: RecoveryStatus;
  since: Date;
  until: Date;
  /** Deliveries queued so far. */
  queuedCount: number;
  /** 0 to 1: how much of the time from `since` to `until` is done. */
  progress: number;
  requestedBy: string;
  createdAt: Date;
  endedAt: Date | null;
};

export function recoveryView(row: WebhookRecoveryModel & { endpoint: Tenant }): RecoveryView {
  const { id, endpointId, endpoint, kind, status, since, until, queuedCount, requestedBy, createdAt, endedAt } = row;
  return {
    recoveryId: id,
    endpointId,
    applicationId: endpoint.applicationId,
    environment: endpoint.environment,
    kind,
    status,
    since,
    until,
    queuedCount,
    progress: progressOf(row),
    requestedBy,
    createdAt,
    endedAt,
  };
}

function progressOf({ status, since, until, cursorAt }: WebhookRecoveryModel): number {
  if (status === 'completed') return 1;
  if (!cursorAt) return 0;
  const share = (cursorAt.getTime() - since.getTime()) / (until.getTime() - since.getTime());
  return Math.round(share * 1000) / 1000;
}
