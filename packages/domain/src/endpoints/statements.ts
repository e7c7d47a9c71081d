import { execute, only, type Queryable, query, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/statements.ts';
import { cancelDueOf } from '../deliveries/statements.ts';
import { freshHealth } from './settings-statements.ts';

// Every statement that writes `webhook_endpoints.status` stands here.

/**
 * enabled → disabled, with its audit entry, and cancels what is due to the endpoint. Deliveries
 * that are under way are left to their workers: waiting for them could deadlock.
 * @returns false when it was disabled before
 */
export async function switchOff(
  db: Queryable,
  by: { endpointId: string; reason: string; at: Date },
  audit: Omit<Audit, 'detail'>,
): Promise<boolean> {
  const { endpointId, reason, at } = by;
  const detail = sql`jsonb_build_object('reason', ${reason}::text, 'cancelledDeliveries', (SELECT count(*) FROM cancelled))`;
  const disabled = sql`disabled`;
  const rows = await query<{ disabled: boolean }>(
    db,
    'endpoint_disable',
    sql`
      WITH disabled AS (
        UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = ${reason}::text
        WHERE id = ${endpointId}::uuid AND status = 'enabled' RETURNING id, application_id),
      cancelled AS (${cancelDueOf(disabled, at)}),
      audited AS (${insertAudit(disabled, { ...audit, detail: {} }, at, detail)})
      SELECT EXISTS (SELECT 1 FROM disabled) AS disabled`,
  );
  return only(rows).disabled;
}

/**
 * disabled → enabled, with its audit entry. Forgets the endpoint's failures and closes its circuit.
 */
export async function switchOn(db: Queryable, endpointId: string, at: Date, audit: Audit): Promise<void> {
  await query(
    db,
    'endpoint_enable',
    sql`
      WITH enabled AS (
        UPDATE webhook_endpoints SET status = 'enabled', disabled_reason = NULL, ${freshHealth(at)}
        WHERE id = ${endpointId}::uuid AND status = 'disabled' RETURNING id, application_id)
      ${insertAudit(sql`enabled`, audit, at)}`,
  );
}

/**
 * Marks an endpoint as deleted and removes its secrets, with the audit entry.
 * @returns false when it was deleted before
 */
export async function markDeleted(
  db: Queryable,
  endpointId: string,
  at: Date,
  audit: Omit<Audit, 'detail'>,
): Promise<boolean> {
  const detail = sql`jsonb_build_object('environment', s.environment)`;
  const written = await execute(
    db,
    'endpoint_delete',
    sql`
      WITH deleted AS (
        UPDATE webhook_endpoints SET deleted_at = ${at}::timestamptz, sealed_secret = '', retired_secrets = '[]'
        WHERE id = ${endpointId}::uuid AND deleted_at IS NULL RETURNING id, application_id, environment)
      ${insertAudit(sql`deleted`, { ...audit, detail: {} }, at, detail)}`,
  );
  return written === 1;
}

/**
 * The endpoint's cancelled deliveries that ended since `cancelledSince`, counted up to `max`.
 * @param of.madeSince older deliveries are not looked at
 * @param of.scanMax the newest deliveries among which they are counted
 */
export async function countCancelled(
  db: Queryable,
  of: { endpointId: string; madeSince: Date; cancelledSince: Date; scanMax: number; max: number },
): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    'endpoint_count_cancelled',
    sql`
      SELECT count(*)::int AS count FROM (
        SELECT 1 FROM (
          SELECT status, ended_at FROM webhook_deliveries
          WHERE endpoint_id = ${of.endpointId}::uuid AND created_at >= ${of.madeSince}::timestamptz
          ORDER BY created_at DESC, id DESC LIMIT ${of.scanMax}) newest
        WHERE status = 'cancelled' AND ended_at >= ${of.cancelledSince}::timestamptz LIMIT ${of.max}) cancelled`,
  );
  return only(rows).count;
}
