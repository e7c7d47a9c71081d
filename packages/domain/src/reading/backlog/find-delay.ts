import { query, sql } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';

/** A running worker claims waiting rows within a few seconds. After this time, they count as delayed. */
export const delaySeconds = 45;

/**
 * Since when the callbacks and orders of a tenant have waited because the worker is down or far behind. Reads only
 * indexes of unfinished rows.
 * @returns null when nothing waits longer than {@link delaySeconds}
 * @throws DomainError forbidden
 */
export async function findDelay(ctx: TenantContext): Promise<Date | null> {
  requirePermission(ctx, 'payments.read');
  const { applicationId, environment } = ctx.tenant;
  const [row] = await query<{ since: Date | null }>(
    ctx.db.pool,
    'tenant_delay',
    sql`
      SELECT least(
        (SELECT retry_at FROM provider_callbacks WHERE application_id = ${applicationId}::uuid AND retry_at IS NOT NULL
          ORDER BY retry_at LIMIT 1),
        (SELECT min(coalesce(decided_at, created_at)) FROM (
          SELECT decided_at, created_at FROM orders
          WHERE status = 'approved' AND application_id = ${applicationId}::uuid
            AND environment = ${environment}::"Environment" LIMIT 100) o)) AS since`,
  );
  const since = row?.since ?? null;
  const limit = ctx.clock.now().getTime() - delaySeconds * 1000;
  return since !== null && since.getTime() <= limit ? since : null;
}
