import type { Category } from '../../catalogue/index.ts';
import type { TenantContext } from '../../context.ts';
import { ownPayments, type Reason, reasonOfCode } from '../../payments/index.ts';

/** More different codes than the provider has. */
const codesMax = 200;

/**
 * The reasons for which a tenant's payments have failed so far, by title. One look into the index per code, however many
 * failures there are.
 */
export async function listReasons(ctx: TenantContext): Promise<Reason[]> {
  const { rows } = await ctx.db.pool.query<{ code: string }>({
    name: 'payments_failed_codes',
    text: `
      WITH RECURSIVE codes AS (
        (SELECT result_code AS code FROM payments WHERE ${ownPayments} AND status = 'failed' ORDER BY result_code LIMIT 1)
        UNION ALL
        SELECT (
          SELECT result_code FROM payments
          WHERE ${ownPayments} AND status = 'failed' AND result_code > codes.code ORDER BY result_code LIMIT 1)
        FROM codes WHERE codes.code IS NOT NULL)
      SELECT code FROM codes WHERE code IS NOT NULL LIMIT ${codesMax}`,
    values: [ctx.tenant.applicationId, ctx.tenant.environment],
  });
  return rows.map(({ code }) => reasonOfCode(code)).sort((a, b) => a.title.localeCompare(b.title, 'en'));
}

/** The codes of a category that a tenant's payments have failed with. */
export async function codesOfCategory(ctx: TenantContext, category: Category): Promise<string[]> {
  const reasons = await listReasons(ctx);
  return reasons.filter((reason) => reason.category === category).map(({ code }) => code);
}
