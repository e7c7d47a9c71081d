import type { OrderKind, OrderModel, Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import { fingerprintOf } from '../idempotency/index.ts';
import type { TenantContext, WithDashboardUrl } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { obstacleRefusal } from '../organizations/index.ts';
import { lockPolicyIn, transactionRefusal } from '../policies/index.ts';
import { mayRequest, requestObstacle } from './approval.ts';
import { notifyApprovers } from './approval-mail.ts';
import { checkRequest } from './check-request.ts';
import { judgeApproval } from './judge-approval.ts';
import { orderKinds } from './kinds/index.ts';
import type { Hashing } from './kinds/kind.ts';
import { lockMembers } from './members.ts';
import { expiryOf, personOf } from './order.ts';
import { publishOrdersApproved } from './publish-orders-approved.ts';
import { orderRefusals } from './refusals.ts';
import { type RequestOrderInput, requestOrderSchema } from './schemas.ts';
import { insertOrder } from './statements.ts';

export type Requested = { orderId: string; status: OrderModel['status'] };

/** Without a dashboard URL the emails to approvers have no link. */
type RequestContext = TenantContext & Partial<WithDashboardUrl> & Hashing;

type OrderRequest = { kind: OrderKind; input: object; reason: string | null; requestKey: string; requestedBy: string };

/**
 * Records a member's order for money or the provider. The worker executes it at once or after another member's approval.
 * The same member with the same `requestKey` gets the same order, however often it is called.
 * @throws DomainError invalid_input, forbidden, not_found, provider_not_configured,
 *   already_reversed, idempotency_key_reused (same key, other input), limit_exceeded (per
 *   transaction)
 */
export async function requestOrder(ctx: RequestContext, given: RequestOrderInput): Promise<Requested> {
  const requestedBy = personOf(ctx.actor);
  const { kind, input: givenInput, reason, requestKey } = parseInput(requestOrderSchema, given);
  const input = orderKinds[kind].parse(givenInput ?? {});
  if (orderKinds[kind].needsReason && reason === null) throw invalidInput(issue('reason', issues.reasonMissing));
  const request = { kind, input, reason, requestKey, requestedBy };
  const known = await findKnown(ctx, request);
  if (known) return known;
  const resourceId = await checkRequest(ctx, kind, input);
  const requested = await record(ctx, request, resourceId);
  // A concurrent repeat of this request was first: return its order.
  if (!requested) return (await findKnown(ctx, request)) ?? requestOrder(ctx, given);
  if (requested.status === 'approved') await publishOrdersApproved(ctx, [requested.orderId]);
  return requested;
}

async function findKnown(ctx: TenantContext, { kind, input, ...by }: OrderRequest): Promise<Requested | undefined> {
  const { requestedBy, requestKey } = by;
  const order = await ctx.db.prisma.order.findFirst({ where: { ...ctx.tenant, requestedBy, requestKey } });
  if (!order) return undefined;
  const same = order.kind === kind && fingerprintOf({ input: order.input }) === fingerprintOf({ input });
  if (same) return { orderId: order.id, status: order.status };
  throw new DomainError('idempotency_key_reused', orderRefusals.formReused);
}

/** Whether an order of this kind sends money away. */
function movesOut(kind: OrderKind): kind is 'payout' | 'reversal' {
  return kind === 'payout' || kind === 'reversal';
}

/**
 * Writes the order, its audit entry and the emails to its approvers. Returns undefined when the
 * request key is taken.
 */
async function record(
  ctx: RequestContext,
  request: OrderRequest,
  resourceId: string | null,
): Promise<Requested | undefined> {
  const { kind, requestedBy } = request;
  const amount = orderKinds[kind].amount(request.input);
  const now = ctx.clock.now();
  const orderId = uuidv7({ msecs: now.getTime() });
  const isHeld = await orderKinds[kind].isHeld(ctx, ctx.tenant, request.input, now);
  return ctx.db.prisma.$transaction(async (tx) => {
    const { applicationId, environment } = ctx.tenant;
    const { organizationId, of } = await lockMembers(tx, applicationId, [requestedBy]);
    const requester = { userId: requestedBy, seat: of(requestedBy) };
    if (!requester.seat) throw notFound('application');
    if (!mayRequest(requester, kind)) throw new DomainError('forbidden', orderRefusals.requestingRole);
    const obstacle = requestObstacle({ kind, environment }, requester, now);
    if (obstacle) throw obstacleRefusal(obstacle);
    const policy = await lockPolicyIn(tx, ctx.tenant);
    const refusal = movesOut(kind) && transactionRefusal(policy, kind, amount ?? 0);
    if (refusal) throw refusal;
    const judged = { ...ctx.tenant, id: orderId, kind, amount, requestedBy };
    const needs = await judgeApproval(tx, policy, judged, requester, now);
    const status = isHeld ? 'awaiting_approval' : needs;
    const recipient = await orderKinds[kind].payee(tx, ctx.tenant, request.input);
    const isNew = await insertOrder(tx, {
      id: orderId,
      ...ctx.tenant,
      ...request,
      input: request.input as Prisma.InputJsonObject,
      status,
      amount,
      createdAt: now,
      expiresAt: expiryOf(status, now, orderKinds[kind].approvalHours),
      resourceId,
      ...(recipient && { recipient }),
    });
    if (!isNew) return undefined;
    await orderKinds[kind].guard(tx, { id: orderId, ...ctx.tenant, requestedBy, at: now }, request.input);
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
      await notifyApprovers(tx, { id: orderId, ...ctx.tenant, ...request, recipient }, now, ctx.dashboardUrl);
    }
    return { orderId, status };
  });
}
