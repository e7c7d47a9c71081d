import { claimForgotten, type NotedKey } from '../idempotency/index.ts';
import type { Context } from '../kernel/context.ts';
import { type Gap, windowOf } from './gap.ts';
import { hasReading, insertReading } from './statements.ts';

/** The keys that an API noted on disk. */
export type NotedKeys = {
  /** The name of the journal, the same for ever. */
  journal: string;
  /** It has every key that was used since then. */
  heldSince: Date;
  /** The keys that were used from one time to another, some at a time. */
  read(from: Date, until: Date): AsyncIterable<NotedKey[]>;
};

/**
 * Reads back the keys that a restored database forgot, so that none of them is ever used again. Does nothing when this was
 * done for the gap. Safe to repeat after a crash.
 * @returns how many it had forgotten; undefined when there was nothing to do
 */
export async function readKeysBack(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  gap: Gap,
  noted: NotedKeys,
): Promise<number | undefined> {
  const { journal, heldSince } = noted;
  if (await hasReading(db.pool, gap.id, journal)) return undefined;
  const { from, until } = windowOf(gap);
  let keys = 0;
  for await (const some of noted.read(from, until)) keys += await claimForgotten(db.pool, some, clock.now());
  const isWhole = heldSince <= gap.since;
  await insertReading(db.pool, { gapId: gap.id, journal, keys, isWhole, at: clock.now() });
  log.warn({ gapId: gap.id, journal, keys, isWhole }, 'Keys that the database forgot were read back.');
  return keys;
}
