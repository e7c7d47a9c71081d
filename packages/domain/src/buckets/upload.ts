import type { UploadStatus } from '@tillgate/db';
import { hourMs, minuteMs, secondMs } from '../kernel/time.ts';
import type { ObjectStoreAnswer } from '../ports/ports.ts';

/** Waits before attempts 1 to 8, in milliseconds. The last one comes before every further attempt too. */
export const attemptDelaysMs = [
  0,
  1 * minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  1 * hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
] as const;
const longestDelayMs = 12 * hourMs;

/** People are notified after this many attempts, about 20 minutes: they may have to correct the bucket. */
export const lateAttempt = 4;

/** No attempt takes longer: every store gives up by then. */
export const attemptSecondsMax = 900;
/** How long a worker's claim on an upload lasts: longer than any attempt, so two workers never upload at once. */
export const claimSeconds = 930;
/** How long an upload that the sweep has published is not published again, at least. */
export const queueSeconds = 25;
/** How far the clocks of two workers may differ. */
export const clockToleranceSeconds = 5;

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * secondMs);

/** The claim of a worker that begins now. */
export function claimAt(now: Date): { until: Date; dueBy: Date; now: Date } {
  return {
    until: later(now, claimSeconds),
    dueBy: later(now, clockToleranceSeconds),
    now,
  };
}

/** The upload's state after an attempt. */
export type NextAttempt =
  | { status: 'uploaded'; nextAttemptAt: null; error: null }
  | { status: 'due'; nextAttemptAt: Date; error: string }
  | { status: 'failed'; nextAttemptAt: null; error: string };

/**
 * Decides the next step after an attempt. An upload is tried again as long as its file exists, because most failures end
 * when somebody corrects the bucket.
 * @param attemptNumber the attempt that was just made, from 1
 * @param until when the file is removed; null: no other attempt follows
 */
export function nextAttempt(
  attemptNumber: number,
  answer: ObjectStoreAnswer,
  { now, until }: { now: Date; until: Date | null },
): NextAttempt {
  if (answer.kind === 'stored') return { status: 'uploaded', nextAttemptAt: null, error: null };
  const nextAttemptAt = new Date(now.getTime() + (attemptDelaysMs[attemptNumber] ?? longestDelayMs));
  if (until && nextAttemptAt < until) return { status: 'due', nextAttemptAt, error: answer.reason };
  return { status: 'failed', nextAttemptAt: null, error: answer.reason };
}

/** The notice after an attempt to upload an export. */
export function newsOf(status: UploadStatus, attemptNumber: number): 'late' | 'failed' | undefined {
  if (status === 'failed') return 'failed';
  return status === 'due' && attemptNumber === lateAttempt ? 'late' : undefined;
}

/** A prefix as a folder: it ends with a slash, so that no name of a file runs into it. */
export function folderOf(prefix: string): string {
  return prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
}

/** The name of a file in a bucket. The same file has the same name, so an upload that is repeated replaces itself. */
export function objectKeyOf({ prefix }: { prefix: string }, fileName: string): string {
  return `${folderOf(prefix)}${fileName}`;
}

/** The small file that tests a bucket. */
export const testFile = { name: 'tillgate-test.txt', text: 'Tillgate can put files into this bucket.\n' } as const;
