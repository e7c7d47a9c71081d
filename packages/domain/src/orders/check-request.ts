import type { Prisma } from '@tillgate/db';
import type { z } from 'zod';
import type { TenantContext } from '../context.ts';
import { getReversible } from '../disbursements/index.ts';
import { DomainError } from '../errors.ts';
import { invalidInput } from '../input.ts';
import type { OrderKind } from './order.ts';
import type { orderInputs } from './schemas.ts';

type Inputs = { [Kind in OrderKind]: z.output<(typeof orderInputs)[Kind]> };

/** What an order is about besides its input. */
export type About = { amount: number | null; resourceId: string | null };

const needsInitiator: ReadonlySet<OrderKind> = new Set([
  'payout',
  'reversal',
  'transaction_status',
  'account_balance',
] satisfies OrderKind[]);

/**
 * Refuses at once what the worker could only refuse later, and finds what the order is about.
 * @throws DomainError provider_not_configured, invalid_input, not_found
 */
export async function checkRequest<Kind extends OrderKind>(
  ctx: TenantContext,
  kind: Kind,
  input: Inputs[Kind],
): Promise<About> {
  const account = await getConfigured(ctx, kind);
  const amount = 'amount' in input && kind !== 'qr_code' ? input.amount : null;
  if (kind === 'payment_query') {
    return { amount, resourceId: await getOwnPaymentId(ctx, (input as Inputs['payment_query']).paymentId) };
  }
  if (kind !== 'reversal') return { amount, resourceId: null };
  const { paymentId, transactionId } = await getReversible(ctx, account, input as Inputs['reversal']);
  await refuseSecondReversal(ctx, transactionId, paymentId);
  return { amount, resourceId: paymentId };
}

async function getConfigured(ctx: TenantContext, kind: OrderKind) {
  const { applicationId, environment } = ctx.tenant;
  const account = await ctx.db.prisma.providerCredential.findUnique({
    where: { applicationId_environment: { applicationId, environment } },
    select: { shortcode: true, tillNumber: true, initiatorName: true, sealedInitiatorPassword: true },
  });
  if (!account) {
    const detail = `The provider credentials of this application are not configured for ${environment}.`;
    throw new DomainError('provider_not_configured', detail);
  }
  if (needsInitiator.has(kind) && (account.initiatorName === null || account.sealedInitiatorPassword === null)) {
    const detail = `The initiator of this application is not configured for ${environment}: initiator name and initiator password are missing.`;
    throw new DomainError('provider_not_configured', detail);
  }
  return account;
}

async function getOwnPaymentId(ctx: TenantContext, paymentId: string): Promise<string> {
  const payment = await ctx.db.prisma.payment.findFirst({
    where: { id: paymentId, ...ctx.tenant },
    select: { id: true },
  });
  if (!payment) throw new DomainError('not_found', 'There is no such payment.');
  return payment.id;
}

/** Two people who refund the same payment: the second one learns of the first before anything is sent. */
async function refuseSecondReversal(
  ctx: TenantContext,
  transactionId: string,
  paymentId: string | null,
): Promise<void> {
  const open: Prisma.OrderWhereInput = { kind: 'reversal', status: { in: ['awaiting_approval', 'approved'] } };
  const order = paymentId
    ? await ctx.db.prisma.order.findFirst({ where: { ...ctx.tenant, ...open, resourceId: paymentId } })
    : null;
  const disbursement = await ctx.db.prisma.disbursement.findFirst({
    where: { ...ctx.tenant, kind: 'reversal', transactionId, status: { in: ['pending', 'success'] } },
    select: { status: true },
  });
  if (!order && !disbursement) return;
  const message =
    disbursement?.status === 'success' ? 'is reversed already' : 'is being reversed already: wait for its outcome';
  throw invalidInput({ path: 'transactionId', message });
}
