import type { OrderKind, Prisma } from '@tillgate/db';
import { invalidInput, issue } from '../../kernel/input.ts';
import { orderIssues } from '../refusals.ts';
import type { NewOrder } from './kind.ts';

/** The purpose of another open order, and the field to blame. */
type About = { kind: OrderKind; resourceId: string; path: string; doing: string };

/**
 * Refuses a new order while another order about the same row is open, so that two people do not decide differently. A
 * lock makes one of two concurrent orders see the other.
 * @throws DomainError invalid_input
 */
export async function refuseSecond(
  tx: Prisma.TransactionClient,
  { id, applicationId, environment, at }: NewOrder,
  { kind, resourceId, path, doing }: About,
): Promise<void> {
  const lock = `order ${kind} ${resourceId}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  const open = await tx.order.findFirst({
    where: {
      applicationId,
      environment,
      kind,
      resourceId,
      NOT: { id },
      OR: [{ status: 'approved' }, { status: 'awaiting_approval', expiresAt: { gt: at } }],
    },
    select: { id: true },
  });
  if (open) throw invalidInput(issue(path, orderIssues.underWay({ doing, order: open.id })));
}
