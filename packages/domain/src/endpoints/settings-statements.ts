import { type Environment, only, type Queryable, query, type Sql, sql, type WebhookEndpointModel } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import type { Tenant } from '../kernel/context.ts';
import { isOfTenant, type TenantFilter } from './tenant-statements.ts';

/** The settings of an endpoint. */
export type EndpointSettings = Pick<
  WebhookEndpointModel,
  'url' | 'events' | 'description' | 'concurrency' | 'ratePerSecond'
>;

export type LockedEndpoint = EndpointSettings &
  Pick<
    WebhookEndpointModel,
    'applicationId' | 'environment' | 'status' | 'deletedAt' | 'sealedSecret' | 'retiredSecrets'
  >;

/**
 * Locks an endpoint that is not deleted until the transaction ends, so that concurrent changes run one after another.
 * Undefined when the tenant has no such endpoint.
 */
export async function lockEndpointRow(
  db: Queryable,
  which: TenantFilter & { endpointId: string },
): Promise<LockedEndpoint | undefined> {
  const [endpoint] = await query<LockedEndpoint>(
    db,
    'endpoint_lock',
    sql`
      SELECT e.application_id AS "applicationId", e.environment, e.url, e.events, e.description, e.concurrency,
        e.rate_per_second AS "ratePerSecond", e.status, e.deleted_at AS "deletedAt", e.sealed_secret AS "sealedSecret",
        e.retired_secrets AS "retiredSecrets"
      FROM webhook_endpoints e
      WHERE e.id = ${which.endpointId}::uuid AND e.deleted_at IS NULL AND ${isOfTenant(which)} FOR NO KEY UPDATE`,
  );
  return endpoint;
}

/** Whether the tenant has or had such an endpoint. */
export async function isKnownEndpoint(db: Queryable, which: TenantFilter & { endpointId: string }): Promise<boolean> {
  const rows = await query(
    db,
    'endpoint_is_known',
    sql`SELECT 1 FROM webhook_endpoints e WHERE e.id = ${which.endpointId}::uuid AND ${isOfTenant(which)}`,
  );
  return rows.length === 1;
}

/**
 * Locks an application until the transaction ends, so that concurrent registrations cannot exceed the limit. Payments do
 * not wait for this lock.
 * @returns whether there is such an application
 */
export async function lockApplication(db: Queryable, applicationId: string): Promise<boolean> {
  const rows = await query(
    db,
    'endpoint_lock_application',
    sql`SELECT 1 FROM applications WHERE id = ${applicationId}::uuid FOR NO KEY UPDATE`,
  );
  return rows.length === 1;
}

/** The tenant's endpoints, disabled ones included and deleted ones not. */
export async function countEndpoints(db: Queryable, of: Tenant): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    'endpoint_count',
    sql`
      SELECT count(*)::int AS count FROM webhook_endpoints
      WHERE application_id = ${of.applicationId}::uuid AND environment = ${of.environment}::"Environment"
        AND deleted_at IS NULL`,
  );
  return only(rows).count;
}

type NewEndpoint = EndpointSettings & {
  id: string;
  applicationId: string;
  environment: Environment;
  sealedSecret: string;
  createdAt: Date;
};

/** Registers an endpoint, enabled, with its audit entry. */
export async function insertEndpoint(db: Queryable, endpoint: NewEndpoint, audit: Audit): Promise<void> {
  const { id, applicationId, environment, sealedSecret, createdAt } = endpoint;
  const { url, events, description, concurrency, ratePerSecond } = endpoint;
  await query(
    db,
    'endpoint_insert',
    sql`
      WITH registered AS (
        INSERT INTO webhook_endpoints (id, application_id, environment, url, events, description, concurrency,
          rate_per_second, sealed_secret, created_at)
        VALUES (${id}::uuid, ${applicationId}::uuid, ${environment}::"Environment", ${url}, ${events}::text[],
          ${description}, ${concurrency}::int, ${ratePerSecond}::int, ${sealedSecret}, ${createdAt}::timestamptz)
        RETURNING id, application_id)
      ${insertAudit(sql`registered`, audit, createdAt)}`,
  );
}

/**
 * Changes the settings of an endpoint, with its audit entry.
 * @param otherReceiver the URL changes: this resets its failures and closes its circuit
 */
export async function changeSettings(
  db: Queryable,
  to: EndpointSettings & { endpointId: string; otherReceiver: boolean; at: Date },
  audit: Audit,
): Promise<void> {
  const { endpointId, url, events, description, concurrency, ratePerSecond, otherReceiver, at } = to;
  const settings = sql`url = ${url}, events = ${events}::text[], description = ${description},
    concurrency = ${concurrency}::int, rate_per_second = ${ratePerSecond}::int`;
  const name = otherReceiver ? 'endpoint_change_receiver' : 'endpoint_change';
  await query(
    db,
    name,
    changed(endpointId, otherReceiver ? sql`${settings}, ${freshHealth(at)}` : settings, audit, at),
  );
}

/** Assignments that reset the health of an endpoint. */
export function freshHealth(at: Date): Sql {
  return sql`failing_since = NULL, alerts_sent = 0, circuit_open_until = NULL, circuit_closed_at = ${at}::timestamptz`;
}

/** Replaces the secrets of an endpoint, with its audit entry. */
export async function replaceSecrets(
  db: Queryable,
  to: { endpointId: string; sealedSecret: string; retiredSecrets: object[]; at: Date },
  audit: Audit,
): Promise<void> {
  const { endpointId, sealedSecret, at } = to;
  const retiredSecrets = JSON.stringify(to.retiredSecrets);
  const secrets = sql`sealed_secret = ${sealedSecret}, retired_secrets = ${retiredSecrets}::jsonb`;
  await query(db, 'endpoint_replace_secrets', changed(endpointId, secrets, audit, at));
}

function changed(endpointId: string, assignments: Sql, audit: Audit, at: Date): Sql {
  return sql`
    WITH changed AS (
      UPDATE webhook_endpoints SET ${assignments} WHERE id = ${endpointId}::uuid RETURNING id, application_id)
    ${insertAudit(sql`changed`, audit, at)}`;
}
