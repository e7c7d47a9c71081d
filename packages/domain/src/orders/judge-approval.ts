import type { OrderKind, Prisma } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import { dayBefore, type Thresholds } from '../policies/index.ts';
import { isAlone } from './alone.ts';
import { decideApproval, isJudgedBySum, type Member } from './approval.ts';
import { orderKinds } from './kinds/index.ts';
import { sumUnapproved } from './sum-statements.ts';

type Judged = Tenant & {
  id: string;
  kind: OrderKind;
  amount: number | null;
  requestedBy: string;
};

/**
 * Whether an order needs a second person, given the money that left in the last 24 hours. Lock the policy first, so that
 * two orders at once see each other.
 */
export async function judgeApproval(
  db: Pick<Prisma.TransactionClient, '$queryRaw' | 'application' | 'auditEntry' | 'membership'>,
  policy: Thresholds,
  order: Judged,
  requester: Pick<Member, 'seat'>,
  now: Date,
): Promise<'awaiting_approval' | 'approved'> {
  const { approval } = orderKinds[order.kind];
  const held = { ...policy };
  if (approval === 'resolutionFrom') held.resolutionFrom = await strictFrom(db, policy.resolutionFrom, order, now);
  if (approval === 'batchFrom') {
    // Payouts of a day count together with batches, so that neither goes around the other.
    held.batchFrom = lowest(await strictFrom(db, policy.batchFrom, order, now), policy.payoutFrom);
  }
  const unapproved = isJudgedBySum(held, order.kind) ? await sumUnapproved(db, order, dayBefore(now)) : 0;
  return decideApproval(held, order.kind, order.amount, unapproved, requester);
}

const lowest = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** Without an amount in the policy, every such order in production needs a second person, if there is one. */
async function strictFrom(
  db: Pick<Prisma.TransactionClient, 'application' | 'auditEntry' | 'membership'>,
  from: number | null,
  { applicationId, environment, kind, requestedBy }: Judged,
  now: Date,
): Promise<number | null> {
  if (from !== null || environment === 'sandbox') return from;
  return (await isAlone(db, { applicationId, kind, userId: requestedBy }, now)) ? null : 1;
}
