import { only, query, sql } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';

export type HeldSum = { count: number /** KES, with cents. */; amount: number };

/** Sums the held confirmations: reported money that is in no list yet, because its payment is unclear. */
export async function sumHeld(ctx: TenantContext): Promise<HeldSum> {
  requirePermission(ctx, 'payments.read');
  const { applicationId, environment } = ctx.tenant;
  return only(
    await query<HeldSum>(
      ctx.db.pool,
      'held_sum',
      sql`
        SELECT count(*)::int AS count, coalesce(sum(exact_kes(h.amount, h.exact_amount)), 0)::float8 AS amount
        FROM held_confirmations h JOIN provider_callbacks c ON c.id = h.callback_id AND c.retry_at IS NOT NULL
        WHERE h.application_id = ${applicationId}::uuid AND h.environment = ${environment}::"Environment"`,
    ),
  );
}
