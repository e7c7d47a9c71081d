import { randomInt } from 'node:crypto';
import { breaksConstraint } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';

/**
 * The default account reference is the first 12 characters of the id: 44 bits of its time, called a slot. Two ids of one
 * application must not share a slot.
 */
const slotMs = 16;
/** How many slots the next id skips at most after another process took its reference. */
const skipMax = 8;
const ownersMax = 10_000;
/** How many new ids are tried when the reference is taken. */
export const referenceAttemptsMax = 20;

/** The slot of the newest id of each application in this process. */
const lastSlots = new Map<string, number>();

/**
 * An id whose first 12 characters are unique among this process's ids for `owner`. A unique index covers other processes.
 * @param isRetry the reference of the previous id was taken
 */
export function idOfOwnSlot(owner: string, now: Date, isRetry = false): string {
  const current = Math.floor(now.getTime() / slotMs);
  const last = lastSlots.get(owner);
  const skipped = isRetry ? randomInt(skipMax) : 0;
  const slot = last === undefined || last < current ? current + skipped : last + 1 + skipped;
  lastSlots.delete(owner);
  const oldest = lastSlots.size >= ownersMax ? lastSlots.keys().next().value : undefined;
  if (oldest !== undefined) lastSlots.delete(oldest);
  lastSlots.set(owner, slot);
  return uuidv7({ msecs: Math.max(slot * slotMs, slot === current ? now.getTime() : 0) });
}

/** Whether a statement failed because another payment of the application has the default reference. */
export function isDefaultRefTaken(error: unknown): boolean {
  return breaksConstraint(error, 'payments_default_ref_key');
}
