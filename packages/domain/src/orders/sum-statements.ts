import { type OrderKind, only, type Prisma, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';

type Db = Pick<Prisma.TransactionClient, '$queryRaw'>;
type Of = Tenant & { kind: OrderKind; id: string | null };

/** Payouts count together, one by one and in batches. */
const payoutKinds: readonly OrderKind[] = ['payout', 'payout_batch'];

/**
 * Money that left since a time, or is about to, by orders of one kind without a second person: whole KES, without the
 * order `id`. An order that was refused, or whose money did not leave, does not count. One whose outcome cannot be read does.
 */
export async function sumUnapproved(
  db: Db,
  { applicationId, environment, kind, id }: Of,
  since: Date,
): Promise<number> {
  const kinds = payoutKinds.includes(kind) ? payoutKinds : [kind];
  const rows = await db.$queryRaw<{ unapproved: number }[]>(sql`
    SELECT coalesce(sum(o.amount), 0)::float8 AS unapproved
    FROM orders o LEFT JOIN disbursements d ON d.id = o.resource_id AND o.status = 'executed'
    WHERE o.application_id = ${applicationId}::uuid AND o.environment = ${environment}::"Environment"
      AND o.kind = ANY(${kinds}::"OrderKind"[]) AND o.decided_by IS NULL AND o.id IS DISTINCT FROM ${id}::uuid
      AND (o.status = 'approved' OR (o.status = 'executed' AND o.executed_at > ${since}::timestamptz))
      AND CASE WHEN d.id IS NOT NULL THEN d.status <> 'failed'
        ELSE o.outcome->>'ok' IS DISTINCT FROM 'false' OR o.outcome->>'indeterminate' = 'true' END`);
  return only(rows).unapproved;
}
