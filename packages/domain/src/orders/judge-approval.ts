import type { Environment, OrderKind, Prisma } from '@tillgate/db';
import { dayBefore, type Thresholds } from '../policies/index.ts';
import { decideApproval, isJudgedBySum } from './approval.ts';
import { sumUnapproved } from './sum-statements.ts';

type Judged = { applicationId: string; environment: Environment; id: string; kind: OrderKind; amount: number | null };

/**
 * Whether an order needs a second person, together with what left in the last 24 hours. Lock the
 * policy first, so that two orders at once see each other.
 */
export async function judgeApproval(
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  policy: Thresholds,
  order: Judged,
  now: Date,
): Promise<'awaiting_approval' | 'approved'> {
  const unapproved = isJudgedBySum(policy, order.kind) ? await sumUnapproved(db, order, dayBefore(now)) : 0;
  return decideApproval(policy, order.kind, order.amount, unapproved);
}
