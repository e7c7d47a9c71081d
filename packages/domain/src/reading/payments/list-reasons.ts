import { query, type Sql, sql } from '@tillgate/db';
import type { Category } from '../../catalogue/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { type Reason, reasonOfCode } from '../../payments/index.ts';
import type { Within } from './browse-payments.ts';

/** More codes than the provider has, of one application. */
const codesMax = 200;

/**
 * The reasons why a tenant's payments have failed so far, by title. Reads the index once per code, however many
 * failures there are.
 */
export async function listReasons(ctx: TenantContext): Promise<Reason[]> {
  requirePermission(ctx, 'payments.read');
  const reasons = await readReasons(ctx);
  return reasons.sort((a, b) => a.title.localeCompare(b.title, 'en'));
}

/** The codes of a category among failed payments of a tenant or a span. */
export async function codesOfCategory(ctx: Within, category: Category): Promise<string[]> {
  const reasons = await readReasons(ctx);
  return reasons.filter((reason) => reason.category === category).map(({ code }) => code);
}

async function readReasons({ db, tenant }: Within): Promise<Reason[]> {
  const applicationIds = 'applicationId' in tenant ? [tenant.applicationId] : tenant.applicationIds;
  const failedOf = (application: Sql) => sql`
    SELECT result_code FROM payments
    WHERE application_id = ${application} AND environment = ${tenant.environment}::"Environment" AND status = 'failed'`;
  const rows = await query<{ code: string }>(
    db.pool,
    'payments_failed_codes',
    sql`
      WITH RECURSIVE codes(application, code) AS (
        SELECT wanted.application, (${failedOf(sql`wanted.application`)} ORDER BY result_code LIMIT 1)
        FROM unnest(${applicationIds}::uuid[]) AS wanted(application)
        UNION ALL
        SELECT codes.application,
          (${failedOf(sql`codes.application`)} AND result_code > codes.code ORDER BY result_code LIMIT 1)
        FROM codes WHERE codes.code IS NOT NULL)
      SELECT code FROM codes WHERE code IS NOT NULL LIMIT ${codesMax * Math.max(applicationIds.length, 1)}::int`,
  );
  return [...new Set(rows.map(({ code }) => code))].map(reasonOfCode);
}
