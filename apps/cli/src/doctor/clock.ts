import { clockAheadMs, clockToleranceMs, type Database } from '@tillgate/db';
import type { Part } from './part.ts';

/** How many times it asks. The first answer may include the time to connect. */
const looksMax = 3;

/**
 * Compares the clock of this machine with the database's.
 * @param own clock of this machine, in epoch milliseconds
 */
export async function examineClock(db: Pick<Database, 'pool'>, own: () => number = Date.now): Promise<Part> {
  const part = 'clock' as const;
  let aheadMs: number | undefined;
  for (let looks = 0; looks < looksMax && aheadMs === undefined; looks += 1) aheadMs = await clockAheadMs(db, own);
  if (aheadMs === undefined) {
    return {
      part,
      ok: false,
      detail: 'The database answers too slowly to compare its clock with that of this machine.',
    };
  }
  const seconds = `${Math.abs(aheadMs / 1000).toFixed(1)} s`;
  if (Math.abs(aheadMs) <= clockToleranceMs) {
    const detail = `This machine and the database agree within ${seconds}. Whether both are right cannot be seen here.`;
    return { part, ok: true, detail };
  }
  const how = aheadMs > 0 ? 'ahead of' : 'behind';
  return {
    part,
    ok: false,
    detail: `The clock of this machine is ${seconds} ${how} the database's, which Tillgate follows. Run NTP on both, and find out which one is wrong.`,
  };
}
