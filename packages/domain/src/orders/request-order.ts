import type { OrderModel, Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import type { TenantContext, WithDashboardUrl } from '../context.ts';
import { DomainError } from '../errors.ts';
import { fingerprintOf } from '../idempotency/index.ts';
import { parseInput } from '../input.ts';
import { tellApprovers } from './approval-mail.ts';
import { type About, checkRequest } from './check-request.ts';
import { lockMembers } from './members.ts';
import { decideApproval, expiryOf, mayRequest, noPolicy, type OrderKind, personOf } from './order.ts';
import { publishApproved } from './publish-approved.ts';
import { orderInputs, type RequestOrderInput, requestOrderSchema } from './schemas.ts';

export type Requested = { orderId: string; status: OrderModel['status'] };

/** Who does not know the dashboard has mails without a link. */
type Asking = TenantContext & Partial<WithDashboardUrl>;

type Wish = { kind: OrderKind; input: object; reason: string | null; requestKey: string; requestedBy: string };

/**
 * Records what a member wants done with money or the provider. The worker carries it out, at once or when another member has
 * approved it. The same member with the same `requestKey` gets the same order, however often it is asked.
 * @throws DomainError invalid_input, forbidden, not_found, provider_not_configured, idempotency_key_reused (same key, other wish)
 */
export async function requestOrder(ctx: Asking, given: RequestOrderInput): Promise<Requested> {
  const requestedBy = personOf(ctx.actor);
  const { kind, input: raw, reason, requestKey } = parseInput(requestOrderSchema, given);
  const input = parseInput(orderInputs[kind], raw ?? {});
  const wish = { kind, input, reason, requestKey, requestedBy };
  const known = await findKnown(ctx, wish);
  if (known) return known;
  const about = await checkRequest(ctx, kind, input);
  const requested = await record(ctx, wish, about);
  // Nobody is left out: who lost the race against the same press gets the order of the winner.
  if (!requested) return (await findKnown(ctx, wish)) ?? requestOrder(ctx, given);
  if (requested.status === 'approved') await publishApproved(ctx, [requested.orderId]);
  return requested;
}

async function findKnown(ctx: TenantContext, { kind, input, ...by }: Wish): Promise<Requested | undefined> {
  const { requestedBy, requestKey } = by;
  const order = await ctx.db.prisma.order.findFirst({ where: { ...ctx.tenant, requestedBy, requestKey } });
  if (!order) return undefined;
  const same = order.kind === kind && fingerprintOf({ input: order.input }) === fingerprintOf({ input });
  if (same) return { orderId: order.id, status: order.status };
  throw new DomainError('idempotency_key_reused', 'This form has already sent something else. Open it anew.');
}

/** The order, its audit and the mails to those who can approve it, or undefined when the press was recorded before. */
function record(ctx: Asking, wish: Wish, { amount, resourceId }: About): Promise<Requested | undefined> {
  const { kind, input, reason, requestKey, requestedBy } = wish;
  const now = ctx.clock.now();
  const orderId = uuidv7({ msecs: now.getTime() });
  return ctx.db.prisma.$transaction(async (tx) => {
    const { applicationId, environment } = ctx.tenant;
    const { organizationId, roleOf } = await lockMembers(tx, applicationId, [requestedBy]);
    const role = roleOf(requestedBy);
    if (!role) throw new DomainError('not_found', 'There is no such application.');
    if (!mayRequest({ userId: requestedBy, role }, kind)) {
      throw new DomainError('forbidden', 'Your role may not ask for this.');
    }
    const where = { applicationId_environment: { applicationId, environment } };
    const policy = (await tx.approvalPolicy.findUnique({ where })) ?? noPolicy;
    const status = decideApproval(policy, kind, amount);
    const { count } = await tx.order.createMany({
      data: {
        id: orderId,
        ...ctx.tenant,
        kind,
        status,
        input: input as Prisma.InputJsonObject,
        amount,
        reason,
        requestedBy,
        requestKey,
        createdAt: now,
        expiresAt: expiryOf(status, now),
        resourceId,
      },
      skipDuplicates: true,
    });
    if (count === 0) return undefined;
    await audit(tx, {
      actor: ctx.actor,
      action: 'order.requested',
      subjectId: orderId,
      organizationId,
      applicationId,
      detail: { environment, kind, amount, needsApproval: status === 'awaiting_approval' },
      at: now,
    });
    if (status === 'awaiting_approval') {
      await tellApprovers(tx, { id: orderId, ...ctx.tenant, ...wish, amount }, now, ctx.dashboardUrl);
    }
    return { orderId, status };
  });
}
