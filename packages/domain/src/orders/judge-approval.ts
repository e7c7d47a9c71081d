import type { OrderKind, Prisma } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import { dayBefore, type Thresholds } from '../policies/index.ts';
import { decideApproval, isJudgedBySum } from './approval.ts';
import { findApprovers } from './members.ts';
import { sumUnapproved } from './sum-statements.ts';

type Judged = Tenant & {
  id: string;
  kind: OrderKind;
  amount: number | null;
  requestedBy: string;
};

/**
 * Whether an order needs a second person, together with what left in the last 24 hours. Lock the
 * policy first, so that two orders at once see each other.
 */
export async function judgeApproval(
  db: Pick<Prisma.TransactionClient, '$queryRaw' | 'membership'>,
  policy: Thresholds,
  order: Judged,
  now: Date,
): Promise<'awaiting_approval' | 'approved'> {
  const held =
    order.kind === 'resolution' ? { ...policy, resolutionFrom: await resolutionFrom(db, policy, order) } : policy;
  const unapproved = isJudgedBySum(held, order.kind) ? await sumUnapproved(db, order, dayBefore(now)) : 0;
  return decideApproval(held, order.kind, order.amount, unapproved);
}

/** Without a policy every resolution in production needs a second person, where there is one. */
async function resolutionFrom(
  db: Pick<Prisma.TransactionClient, 'membership'>,
  policy: Thresholds,
  { applicationId, environment, kind, requestedBy }: Judged,
): Promise<number | null> {
  if (policy.resolutionFrom !== null || environment === 'sandbox') return policy.resolutionFrom;
  return (await findApprovers(db, applicationId, kind, requestedBy)).length > 0 ? 1 : null;
}
