import { only, type Queryable, query, raw, sql } from '@tillgate/db';
import type { Tenant } from '../../kernel/context.ts';
import { ofTenant } from '../keyset.ts';

/** What has been set up. */
type SetupState = {
  /** A network has accepted its credentials since they were last changed: a check, or a prompt that was paid. */
  credentials: boolean;
  key: boolean;
  /** A payment has succeeded, by prompt or offline. */
  payment: boolean;
  endpoint: boolean;
  /** An endpoint has acknowledged an event. */
  delivery: boolean;
  policy: boolean;
  /** Payments of any state, counted up to `paymentsMax`. */
  payments: number;
};

/** Each part reads an index. Acknowledged deliveries are searched among the first and the latest of each endpoint. */
export async function readSetup(
  db: Queryable,
  tenant: Tenant,
  by: { now: Date; deliveriesScanMax: number; paymentsMax: number },
): Promise<SetupState> {
  const own = ofTenant(tenant);
  const acknowledged = (order: 'ASC' | 'DESC') => sql`
    SELECT 1 FROM (
      SELECT status FROM webhook_deliveries d WHERE d.endpoint_id = e.id
      ORDER BY created_at ${raw(order)}, id ${raw(order)} LIMIT ${by.deliveriesScanMax}) few
    WHERE few.status = 'delivered'`;
  const rows = await query<SetupState>(
    db,
    'report_setup',
    sql`
      SELECT
        EXISTS (
          SELECT 1 FROM provider_credentials c
          WHERE ${own} AND (
            EXISTS (
              SELECT 1 FROM orders
              WHERE ${own} AND kind = 'credential_check' AND decided_by IS NULL AND executed_at >= c.updated_at
                AND input ->> 'capability' = 'prompt' AND outcome ->> 'ok' = 'true')
            OR EXISTS (
              SELECT 1 FROM payments
              WHERE ${own} AND rail = 'mpesa' AND status = 'success' AND source = 'stk' AND created_at >= c.updated_at)))
        OR EXISTS (
          SELECT 1 FROM rail_accounts a
          WHERE ${own} AND a.rail <> 'mpesa' AND (
            EXISTS (
              SELECT 1 FROM orders
              WHERE ${own} AND kind = 'credential_check' AND decided_by IS NULL AND executed_at >= a.updated_at
                AND input ->> 'rail' = a.rail::text AND outcome ->> 'ok' = 'true')
            OR EXISTS (
              SELECT 1 FROM payments
              WHERE ${own} AND rail = a.rail AND status = 'success' AND created_at >= a.updated_at))) AS credentials,
        EXISTS (
          SELECT 1 FROM api_keys
          WHERE ${own} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${by.now})) AS key,
        EXISTS (SELECT 1 FROM payments WHERE ${own} AND status = 'success') AS payment,
        EXISTS (SELECT 1 FROM webhook_endpoints WHERE ${own} AND deleted_at IS NULL) AS endpoint,
        EXISTS (
          SELECT 1 FROM webhook_endpoints e
          WHERE ${own} AND e.deleted_at IS NULL
            AND (EXISTS (${acknowledged('ASC')}) OR EXISTS (${acknowledged('DESC')}))) AS delivery,
        EXISTS (SELECT 1 FROM approval_policies WHERE ${own} AND payout_from IS NOT NULL) AS policy,
        (SELECT count(*)::int FROM (SELECT 1 FROM payments WHERE ${own} LIMIT ${by.paymentsMax}) few) AS payments`,
  );
  return only(rows);
}
