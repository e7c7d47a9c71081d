import { type OrderStatus, type PaymentStatus, query, sql } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { exactKes } from '../../kernel/money.ts';
import { type OrderOutcome, personOf, readOutcome } from '../../orders/index.ts';
import { ofTenant } from '../keyset.ts';
import { type FindRequestsInput, findRequestsSchema } from './schemas.ts';

/** What became of one request to a customer. Times are ISO 8601, UTC. */
export type FoundRequest = {
  requestKey: string;
  orderId: string;
  status: OrderStatus;
  /** Whether it was carried out; null while there is no outcome. */
  ok: boolean | null;
  /** The provider may have got it, and nobody knows. */
  isIndeterminate: boolean;
  /** The payment of a prompt; null for a code, and before there is one. */
  payment: { status: PaymentStatus; promptedAt: string | null } | null;
  /** The amount paid, in KES with its cents. For a QR code, the sum of all payments with its reference. */
  paid: { amount: number; receipt: string | null; at: string } | null;
};

/**
 * The reader's own prompts and codes by the keys that they were requested with. A request that never arrived is absent.
 * @throws DomainError invalid_input
 */
export async function findRequests(ctx: TenantContext, input: FindRequestsInput): Promise<FoundRequest[]> {
  requirePermission(ctx, 'orders.read');
  requirePermission(ctx, 'payments.read');
  const { requestKeys } = parseInput(findRequestsSchema, input);
  const { prisma } = ctx.db;
  const { applicationId, environment } = ctx.tenant;
  const orders = await prisma.order.findMany({
    where: {
      applicationId,
      environment,
      requestedBy: personOf(ctx.actor),
      requestKey: { in: requestKeys },
      kind: { in: ['collect', 'qr_code'] },
    },
  });
  const asked = orders.map((order) => ({ order, ...factsOf(readOutcome(ctx, order)), reference: referenceOf(order) }));
  const paymentIds = asked.flatMap(({ order, paymentId }) => paymentId ?? order.resourceId ?? []);
  const payments = await prisma.payment.findMany({
    where: { applicationId, environment, id: { in: paymentIds } },
    select: {
      id: true,
      status: true,
      promptedAt: true,
      settledAt: true,
      amount: true,
      exactAmount: true,
      providerReceipt: true,
    },
  });
  const paidByCode = await readPaid(
    ctx,
    asked.flatMap(({ reference }) => reference ?? []),
  );
  return asked.map(({ order, paymentId, reference, ok, isIndeterminate }) => {
    const payment = payments.find(({ id }) => id === (paymentId ?? order.resourceId));
    const paid = payment?.status === 'success' && payment.settledAt !== null;
    return {
      requestKey: order.requestKey,
      orderId: order.id,
      status: order.status,
      ok,
      isIndeterminate,
      payment: payment ? { status: payment.status, promptedAt: payment.promptedAt?.toISOString() ?? null } : null,
      paid:
        paid && payment.settledAt
          ? { amount: exactKes(payment), receipt: payment.providerReceipt, at: payment.settledAt.toISOString() }
          : (paidByCode.get(reference ?? '') ?? null),
    };
  });
}

function factsOf(outcome: OrderOutcome | null) {
  const id = outcome?.paymentId;
  return {
    ok: outcome?.ok ?? null,
    isIndeterminate: outcome?.ok === false && outcome.indeterminate === true,
    paymentId: typeof id === 'string' ? id : undefined,
  };
}

/** The reference of a code to a paybill; a till passes none on. */
function referenceOf({ kind, input }: { kind: string; input: unknown }): string | undefined {
  const { refNo, trxCode } = input as { refNo?: unknown; trxCode?: unknown };
  return kind === 'qr_code' && trxCode === 'PB' && typeof refNo === 'string' ? refNo.toLowerCase() : undefined;
}

type PaidRow = { reference: string; amount: number; receipt: string | null; at: Date };

/** What came in for each reference, in lower case. */
async function readPaid({ db, tenant }: TenantContext, references: string[]) {
  if (references.length === 0) return new Map<string, FoundRequest['paid']>();
  const rows = await query<PaidRow>(
    db.pool,
    'paid_by_reference',
    sql`
      SELECT lower(account_ref) AS reference, sum(exact_kes(amount, exact_amount))::float8 AS amount,
        max(provider_receipt) AS receipt, max(coalesce(settled_at, created_at)) AS at
      FROM payments
      WHERE ${ofTenant(tenant)} AND lower(account_ref) = ANY(${references}::text[]) AND status = 'success'
      GROUP BY 1`,
  );
  return new Map(rows.map(({ reference, at, ...paid }) => [reference, { ...paid, at: at.toISOString() }]));
}
