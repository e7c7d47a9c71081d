import { type Prisma, type Queryable, query, type Sql, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import { noPolicy, type Policy } from './policy.ts';

function policyRow({ applicationId, environment }: Tenant): Sql {
  return sql`
    SELECT payout_from AS "payoutFrom", reversal_from AS "reversalFrom", batch_from AS "batchFrom", resolution_from AS "resolutionFrom",
      api_approval_from AS "apiApprovalFrom",
      per_transaction AS "perTransaction", per_day AS "perDay", per_recipient_per_day AS "perRecipientPerDay",
      per_key_per_day AS "perKeyPerDay", api_like_dashboard AS "apiLikeDashboard", require_key AS "requireKey"
    FROM approval_policies WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"`;
}

/** The policy of an application and environment. */
export async function findPolicy(db: Queryable, tenant: Tenant): Promise<Policy> {
  const [row] = await query<Policy>(db, 'policy_find', policyRow(tenant));
  return row ?? noPolicy;
}

/**
 * The policy, locked until the transaction ends: the second of two concurrent payouts sees the first. Without a policy
 * there are no limits, so nothing is locked.
 */
export async function lockPolicy(db: Queryable, tenant: Tenant): Promise<Policy> {
  const [row] = await query<Policy>(db, 'policy_lock', sql`${policyRow(tenant)} FOR NO KEY UPDATE`);
  return row ?? noPolicy;
}

/** The same as {@link lockPolicy}, in a transaction of Prisma. */
export async function lockPolicyIn(tx: Pick<Prisma.TransactionClient, '$queryRaw'>, tenant: Tenant): Promise<Policy> {
  const [row] = await tx.$queryRaw<Policy[]>(sql`${policyRow(tenant)} FOR NO KEY UPDATE`);
  return row ?? noPolicy;
}
