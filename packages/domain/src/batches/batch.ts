import { createHash } from 'node:crypto';
import type { PayoutBatchRowState, PayoutBatchStatus } from '@tillgate/db';
import type { Named } from '../kernel/refusals.ts';
import { dayMs, hourMs, later, minuteMs } from '../kernel/time.ts';
import { isOver } from './basics/index.ts';
import { referenceText } from './find-duplicates.ts';
import { isGood, needsTick, type PayoutRow, weighs } from './payout-row.ts';
import { batchIssues, batchRefusals } from './refusals.ts';

/**
 * A list of payouts.
 *
 *   (none) → checking → draft → awaiting_approval → approved → running → ended
 *            checking | draft | awaiting_approval | approved | paused → cancelled
 *                               awaiting_approval → rejected | expired
 *                               awaiting_approval → draft      its order was refused when it was carried out
 *                               approved → paused              something forbids its start
 *            running ⇄ paused                                  by a caller, or by itself
 *
 * Its rows:
 *
 *   (none) → good | refused                   by the checks of the list; refused never leaves
 *            good → skipped                   it is not paid, and its key is used up so that it never will be
 *            good → handed                    the claim under its key names its payout
 */

/** Batches of an application and environment that have not ended. */
export const unendedBatchesMax = 20;
/** How far ahead a batch can be scheduled. */
const scheduleDaysMax = 31;
/** A batch that is paused for this long is cancelled. */
export const pausedDaysMax = 7;
/** How long the same list counts as one that was sent before. */
export const sameListDays = 60;
/** How long the same amount to the same phone counts as a payout that may be a second one. */
export const samePayoutDays = 7;
/** A worker that takes a batch has it for this long. It is longer than any call to a network. */
export const batchLeaseMs = 2 * minuteMs;
/** A balance that is older says nothing about a batch that is about to start. */
export const balanceAgeMaxMs = hourMs;
/** How long a start waits for the answer about a balance. */
export const balanceWaitMs = 2 * minuteMs;

/** What a call about the status of a batch does. `stays`: it is so already. */
export type StatusChange = { kind: 'change' } | { kind: 'stays' } | { kind: 'refused'; why: Named };

const change: StatusChange = { kind: 'change' };
const stays: StatusChange = { kind: 'stays' };

/** Whether a batch can be cancelled. Payouts that were handed over go on. */
export function decideCancel(status: PayoutBatchStatus): StatusChange {
  if (status === 'cancelled') return stays;
  if (status === 'running') return { kind: 'refused', why: batchRefusals.pauseFirst };
  return isOver(status) ? { kind: 'refused', why: batchRefusals.batchOver({ status }) } : change;
}

/** Whether a batch can be paused. */
export function decidePause(status: PayoutBatchStatus): StatusChange {
  if (status === 'paused') return stays;
  return status === 'running' ? change : { kind: 'refused', why: batchRefusals.notRunning({ status }) };
}

/** Whether a batch can be resumed. */
export function decideResume(status: PayoutBatchStatus): StatusChange {
  if (status === 'running') return stays;
  return status === 'paused' ? change : { kind: 'refused', why: batchRefusals.notPaused({ status }) };
}

/** What is wrong with the time that a batch is scheduled for, or undefined. */
export function scheduleIssue(scheduledFor: Date, now: Date): Named | undefined {
  if (scheduledFor <= now) return batchIssues.scheduleInPast;
  return scheduledFor > later(now, scheduleDaysMax * dayMs)
    ? batchIssues.scheduleTooFar({ days: scheduleDaysMax })
    : undefined;
}

/** A row as the decision about its batch reads it. */
export type SubmittedRow = Pick<PayoutRow, 'number' | 'warnings'> & { rowId: string; state: PayoutBatchRowState };

/** What somebody says when they send a batch off. */
export type Acceptance = {
  /** Refused rows are left out. */
  sendGoodOnly: boolean;
  acceptWarnings: boolean;
  /** Rows whose warnings need a tick of their own, by id. */
  ticked: readonly string[];
  /** The list was sent before, and somebody wants it again. */
  acceptSameList: boolean;
};

/** Why a batch cannot be sent off as it is. */
export type SubmitIssue =
  | { path: 'sendGoodOnly'; why: Named }
  | { path: 'acceptWarnings'; why: Named }
  | { path: 'acceptSameList'; why: Named }
  | { path: 'ticked'; why: Named };

/**
 * Everything that stands against sending a batch off. Pure.
 * @param by a key cannot tick rows: a person has to look at those
 */
export function submitIssues(
  { rows, isSameList }: { rows: readonly SubmittedRow[]; isSameList: boolean },
  { sendGoodOnly, acceptWarnings, ticked, acceptSameList }: Acceptance,
  by: 'person' | 'key',
): SubmitIssue[] {
  const good = rows.filter(({ state }) => state === 'good');
  const refused = rows.filter(({ state }) => state === 'refused');
  const warned = good.filter(({ warnings }) => warnings.some(weighs));
  const known = new Set(ticked);
  const open = good.filter(({ rowId, warnings }) => warnings.some(needsTick) && !known.has(rowId));
  const found: SubmitIssue[] = [];
  if (good.length === 0) found.push({ path: 'sendGoodOnly', why: batchIssues.nothingToPay });
  else if (refused.length > 0 && !sendGoodOnly) {
    found.push({ path: 'sendGoodOnly', why: batchIssues.rowsRefused({ count: refused.length }) });
  }
  if (warned.length > 0 && !acceptWarnings) {
    found.push({ path: 'acceptWarnings', why: batchIssues.rowsWarned({ count: warned.length }) });
  }
  if (isSameList && !(by === 'person' ? acceptSameList : acceptWarnings)) {
    const path = by === 'person' ? 'acceptSameList' : 'acceptWarnings';
    found.push({ path, why: batchIssues.sameList });
  }
  if (open.length > 0) {
    const why = by === 'person' ? batchIssues.rowsUnticked : batchIssues.rowsForPerson;
    found.push({ path: 'ticked', why: why({ count: open.length, number: open[0]?.number ?? 0 }) });
  }
  return found;
}

/** What of a row is frozen: what is paid to whom, and what it is called. */
type HashedRow = Pick<PayoutRow, 'phone' | 'amount' | 'name' | 'reference' | 'remarks' | 'occasion'> & {
  isRefused: boolean;
};

/** SHA-256 of what the rows of a list say, in their order, as hex. Their numbers do not count. Pure. */
export function rowsHashOf(rows: readonly HashedRow[]): string {
  const hash = createHash('sha256');
  for (const { phone, amount, name, reference, remarks, occasion, isRefused } of rows) {
    hash.update(JSON.stringify([phone, amount, name, reference, remarks, occasion, isRefused]));
  }
  return hash.digest('hex');
}

/** What finds the person of a reference again: SHA-256 of {@link referenceText}, as hex. Pure. */
export function referenceKeyOf(reference: string): string {
  return createHash('sha256').update(referenceText(reference)).digest('hex');
}

/** {@link rowsHashOf} of rows that were just read. */
export function hashOfList(rows: readonly PayoutRow[]): string {
  return rowsHashOf(rows.map((row) => ({ ...row, isRefused: !isGood(row) })));
}

/** The idempotency key that a row is paid under, the same for ever. Callers cannot name it: theirs are ASCII. */
export const rowKeyOf = (rowId: string): string => `batch→${rowId}`;
