import { DomainError } from '../kernel/errors.ts';
import { later, momentOf, secondMs } from '../kernel/time.ts';
import { gapRefusals } from './refusals.ts';

/**
 * A gap: what happened after the moment that the database was restored to, and is not known any more.
 *
 *   (none) → open → closed        at most one is open
 */
export type Gap = {
  id: string;
  /** The moment that the database was restored to. */
  since: Date;
  openedAt: Date;
  closedAt: Date | null;
  /** How many APIs have to read their keys back. */
  apis: number;
  /** How many of them have read all of theirs back. */
  wholeReadings: number;
};

/** Clocks of machines differ, so keys of a little before the moment are read back too. */
const clocksDifferMs = 60 * secondMs;
/** Requests that are refused because of a gap are repeated after this time. */
export const gapRetrySeconds = 30;

/** The times of the keys that the database may have forgotten. */
export function windowOf({ since, openedAt }: Pick<Gap, 'since' | 'openedAt'>): { from: Date; until: Date } {
  return { from: later(since, -clocksDifferMs), until: openedAt };
}

/** Whether a key that the database does not know may have been used in the gap: not every API has read its keys back. Pure. */
export function areKeysMissing(gap: Gap | undefined): boolean {
  return gap !== undefined && gap.closedAt === null && gap.wholeReadings < gap.apis;
}

/** The refusal of a payout or reversal while a gap is open; undefined without one. Pure. */
export function moneyOutRefusal(gap: Gap | undefined): DomainError | undefined {
  if (!gap || gap.closedAt !== null) return undefined;
  const detail = gapRefusals.moneyOutStopped({ since: momentOf(gap.since) });
  return new DomainError('unavailable', detail, { retryAfterSeconds: gapRetrySeconds, retryKey: 'same' });
}

/** The refusal of a key that may have been used in the gap; undefined when it was not. Pure. */
export function keyRefusal(gap: Gap | undefined): DomainError | undefined {
  if (!gap || !areKeysMissing(gap)) return undefined;
  const detail = gapRefusals.keysStopped({ since: momentOf(gap.since) });
  return new DomainError('unavailable', detail, { retryAfterSeconds: gapRetrySeconds, retryKey: 'same' });
}
