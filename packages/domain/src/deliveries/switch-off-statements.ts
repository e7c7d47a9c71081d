import { only, type Queryable, query, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import { markDisabled } from '../endpoints/index.ts';
import { cancelDueOf } from './statements.ts';

/**
 * enabled → disabled, with its audit entry, and cancels the endpoint's due deliveries. It leaves deliveries that are
 * being sent to their workers, because waiting for them could deadlock.
 * @returns false when it was disabled before
 */
export async function switchOff(
  db: Queryable,
  by: { endpointId: string; reason: string; at: Date },
  audit: Omit<Audit, 'detail'>,
): Promise<boolean> {
  const { reason, at } = by;
  const detail = sql`jsonb_build_object('reason', ${reason}::text, 'cancelledDeliveries', (SELECT count(*) FROM cancelled))`;
  const disabled = sql`disabled`;
  const rows = await query<{ disabled: boolean }>(
    db,
    'endpoint_disable',
    sql`
      WITH disabled AS (${markDisabled(by)}),
      cancelled AS (${cancelDueOf(disabled, at)}),
      audited AS (${insertAudit(disabled, { ...audit, detail: {} }, at, detail)})
      SELECT EXISTS (SELECT 1 FROM disabled) AS disabled`,
  );
  return only(rows).disabled;
}
