import type { Database } from '@tillgate/db';
import { findLastGap } from '@tillgate/domain/gaps';
import { type Part, reasonOf } from './part.ts';

/** Examines whether a gap is open, so that no money leaves. */
export async function examineGap(db: Database): Promise<Part> {
  try {
    const gap = await findLastGap(db.pool);
    if (!gap || gap.closedAt !== null) return { part: 'gap', ok: true, detail: 'No gap is open.' };
    const since = gap.since.toISOString();
    const read = `${gap.wholeReadings} of ${gap.apis} APIs have read their keys back.`;
    const detail = `The database was restored to ${since}, and a gap is open: no payout and no refund leaves. ${read} Close it with tillgate gap close when all is in order.`;
    return { part: 'gap', ok: false, detail };
  } catch (error) {
    return { part: 'gap', ok: false, detail: `Whether a gap is open could not be read: ${reasonOf(error)}` };
  }
}
