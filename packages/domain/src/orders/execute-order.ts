import { isDatabaseOutage, type OrderModel, type OrderStatus, type Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import type { Context, WithProvider } from '../context.ts';
import { DomainError } from '../errors.ts';
import { findClaim } from '../idempotency/index.ts';
import { outliveOutage } from '../outlive-outage.ts';
import type { WithPhoneLimit } from '../payments/index.ts';
import { type CarriedOut, carryOut, keyOf } from './carry-out.ts';
import { attemptsMax, claimSeconds, endpointOf, failedOutcome, isKeyed, queueSeconds } from './order.ts';

/** How long an outcome is held for a database that is away. */
const outcomePatienceMs = 60_000;

/**
 * Carries an approved order out. Safe to run twice and by several workers at once: who does not hold the claim does nothing,
 * and what moves money or rings a phone runs under an idempotency key of the order, so that an attempt after a crash learns
 * what became of the one before instead of doing it again.
 * @returns where the order stands; undefined when there is nothing to do
 */
export async function executeOrder(
  ctx: Context & WithProvider & WithPhoneLimit,
  { orderId }: { orderId: string },
): Promise<OrderStatus | undefined> {
  const order = await claim(ctx, orderId);
  if (!order) return undefined;
  if (order.expiresAt <= ctx.clock.now() && !(await hasBegun(ctx, order))) {
    return end(ctx, order, 'expired', { outcome: null });
  }
  const { applicationId, environment } = order;
  const tenantCtx = { ...ctx, tenant: { applicationId, environment }, actor: `user:${order.requestedBy}` };
  try {
    return await end(ctx, order, 'executed', await carryOut(tenantCtx, order));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'idempotency_in_flight') return release(ctx, order);
    const failed = await failure(ctx, order, error);
    if (!failed) throw error;
    return end(ctx, order, 'executed', failed);
  }
}

/** The claim, by compare-and-set. What only the sweep has marked is free. */
async function claim(ctx: Context, orderId: string): Promise<OrderModel | undefined> {
  const now = ctx.clock.now();
  const free = new Date(now.getTime() + queueSeconds * 1000);
  const { count } = await ctx.db.prisma.order.updateMany({
    where: {
      id: orderId,
      status: 'approved',
      OR: [{ claimedUntil: null }, { claimedUntil: { lte: free } }],
    },
    data: { claimedUntil: new Date(now.getTime() + claimSeconds * 1000), attempts: { increment: 1 } },
  });
  if (count === 0) return undefined;
  return ctx.db.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
}

/** Whether an attempt before this one came as far as the provider, or may have. */
async function hasBegun(ctx: Context, order: OrderModel): Promise<boolean> {
  const { kind, applicationId, environment } = order;
  if (!isKeyed(kind)) return false;
  const claimed = { applicationId, environment, endpoint: endpointOf[kind], key: keyOf(order) };
  return (await findClaim(ctx.db.pool, claimed)) !== undefined;
}

/** An attempt is on its way elsewhere: another one later will see what came of it. */
async function release(ctx: Context, { id, attempts }: OrderModel): Promise<undefined> {
  const mine = { id, attempts, status: 'approved' as const };
  await ctx.db.prisma.order.updateMany({ where: mine, data: { claimedUntil: null } });
}

/** A refusal is an outcome. A fault of ours is one when it has come too often; before that the claim lapses and it is tried again. */
async function failure(ctx: Context, order: OrderModel, error: unknown): Promise<CarriedOut | undefined> {
  if (error instanceof DomainError) {
    const { paymentId, disbursementId, queryId } = error.extras;
    return { outcome: failedOutcome(order.kind, error), resourceId: paymentId ?? disbursementId ?? queryId };
  }
  ctx.log.error({ orderId: order.id, attempts: order.attempts, err: error }, 'an order could not be carried out');
  if (order.attempts < attemptsMax || isDatabaseOutage(error)) return undefined;
  const begun = await hasBegun(ctx, order);
  const extras = begun ? { indeterminate: true as const } : {};
  const message = 'Something went wrong on our side, again and again. Nothing was sent.';
  return { outcome: failedOutcome(order.kind, { code: 'internal', message, extras }) };
}

/** approved → executed or expired, with its audit, by who holds the claim. */
function end(
  ctx: Context,
  order: OrderModel,
  status: 'executed' | 'expired',
  { outcome, resourceId }: { outcome: CarriedOut['outcome'] | null; resourceId?: string },
): Promise<OrderStatus | undefined> {
  const { id, kind, applicationId, environment, amount, attempts } = order;
  const now = ctx.clock.now();
  return outliveOutage(ctx, outcomePatienceMs, () =>
    ctx.db.prisma.$transaction(async (tx) => {
      const { count } = await tx.order.updateMany({
        where: { id, status: 'approved', attempts },
        data: {
          status,
          claimedUntil: null,
          ...(status === 'executed' && { executedAt: now }),
          ...(outcome && { outcome: outcome as Prisma.InputJsonObject }),
          ...(resourceId && { resourceId }),
        },
      });
      if (count === 0) return undefined;
      const application = await tx.application.findUniqueOrThrow({ where: { id: applicationId } });
      await audit(tx, {
        actor: 'system',
        action: `order.${status}`,
        subjectId: id,
        organizationId: application.organizationId,
        applicationId,
        detail: { environment, kind, amount, ...(outcome && { ok: outcome.ok }), ...(resourceId && { resourceId }) },
        at: now,
      });
      return status;
    }),
  );
}
