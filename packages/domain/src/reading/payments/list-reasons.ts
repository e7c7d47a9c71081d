import { query, raw, sql } from '@tillgate/db';
import { requireScope } from '../../authority.ts';
import type { Category } from '../../catalogue/index.ts';
import type { TenantContext } from '../../context.ts';
import { type Reason, reasonOfCode } from '../../payments/index.ts';
import { ofTenant } from '../keyset.ts';

/** More codes than the provider has. */
const codesMax = 200;

/**
 * The reasons why a tenant's payments have failed so far, by title. Reads the index once per code, however many
 * failures there are.
 */
export async function listReasons(ctx: TenantContext): Promise<Reason[]> {
  requireScope(ctx, 'read');
  const failed = sql`SELECT result_code FROM payments WHERE ${ofTenant(ctx.tenant)} AND status = 'failed'`;
  const rows = await query<{ code: string }>(
    ctx.db.pool,
    'payments_failed_codes',
    sql`
      WITH RECURSIVE codes(code) AS (
        (${failed} ORDER BY result_code LIMIT 1)
        UNION ALL
        SELECT (${failed} AND result_code > codes.code ORDER BY result_code LIMIT 1)
        FROM codes WHERE codes.code IS NOT NULL)
      SELECT code FROM codes WHERE code IS NOT NULL LIMIT ${raw(String(codesMax))}`,
  );
  return rows.map(({ code }) => reasonOfCode(code)).sort((a, b) => a.title.localeCompare(b.title, 'en'));
}

/** The codes of a category that a tenant's payments have failed with. */
export async function codesOfCategory(ctx: TenantContext, category: Category): Promise<string[]> {
  const reasons = await listReasons(ctx);
  return reasons.filter((reason) => reason.category === category).map(({ code }) => code);
}
