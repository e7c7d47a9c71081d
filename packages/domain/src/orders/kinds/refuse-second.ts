import type { OrderKind, Prisma } from '@tillgate/db';
import { invalidInput, issue } from '../../kernel/input.ts';
import { orderIssues } from '../refusals.ts';
import type { NewOrder } from './kind.ts';

/** What another open order is doing, and the field that names it. */
type About = { kind: OrderKind; resourceId: string; path: string; doing: string };

/**
 * Refuses an order that was just inserted while another one about the same thing is open, so that two people do not decide
 * about it differently. Both take turns, so that one sees the other.
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
