import { execute, only, type Queryable, query, type Sql, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import { freshHealth } from './settings-statements.ts';

// Every statement that writes `webhook_endpoints.status` is in this file.

/** enabled → disabled. Returns `id` and `application_id` of the endpoint, or no row when it was disabled before. */
export function markDisabled({ endpointId, reason }: { endpointId: string; reason: string }): Sql {
  return sql`
    UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = ${reason}::text
    WHERE id = ${endpointId}::uuid AND status = 'enabled' RETURNING id, application_id`;
}

/** disabled → enabled, with its audit entry. Resets the endpoint's failures and closes its circuit. */
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
 * @param of.madeSince older deliveries are not counted
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
