import { type Environment, type Sql, sql } from '@tillgate/db';

/** Limits a query to one tenant. A missing field does not limit; only operators leave fields out. */
export type TenantFilter = { applicationId?: string; environment?: Environment };

/** A condition: the endpoint `e` belongs to the tenant. */
export function isOfTenant(tenant: TenantFilter): Sql {
  return sql`e.application_id = coalesce(${tenant.applicationId ?? null}::uuid, e.application_id)
    AND e.environment = coalesce(${tenant.environment ?? null}::"Environment", e.environment)`;
}
