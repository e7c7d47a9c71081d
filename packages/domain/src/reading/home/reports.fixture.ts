import { randomBytes } from 'node:crypto';
import type { DisbursementKind, DisbursementStatus, PaymentSource, PaymentStatus } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { Context, Tenant } from '../../kernel/context.ts';
import { addressOf, type RailName } from '../../rails/index.ts';

/** Rows as the money paths would write them. */
type GivenPayment = {
  createdAt: Date;
  source?: PaymentSource;
  status?: PaymentStatus;
  amount?: number;
  resultCode?: string;
  settledAt?: Date;
  promptedAt?: Date | null;
  checkoutRequestId?: string;
  rail?: RailName;
};

function paymentRow(tenant: Tenant, given: GivenPayment) {
  const { createdAt, source = 'stk', status = 'pending', amount = 100 } = given;
  const isSettled = status !== 'pending';
  return {
    id: uuidv7(),
    ...tenant,
    source,
    status,
    amount,
    requestedAmount: amount,
    phone: '254712345678',
    accountRef: 'INV-1',
    description: 'Payment',
    rail: given.rail ?? ('mpesa' as const),
    shortcode: addressOf(given.rail ?? 'mpesa', '174379'),
    callbackToken: source === 'stk' ? randomBytes(32).toString('hex') : null,
    resultCode: given.resultCode ?? (status === 'success' ? '0' : status === 'failed' ? '1032' : null),
    settledBy: isSettled ? ('callback' as const) : null,
    settledAt: isSettled ? (given.settledAt ?? createdAt) : null,
    promptedAt: given.promptedAt === undefined ? createdAt : given.promptedAt,
    checkoutRequestId: given.checkoutRequestId ?? null,
    createdAt,
  };
}

/** Writes payments and returns their ids. */
export async function makePayments(ctx: Context, tenant: Tenant, given: GivenPayment[]): Promise<string[]> {
  const data = given.map((payment) => paymentRow(tenant, payment));
  await ctx.db.prisma.payment.createMany({ data });
  return data.map(({ id }) => id);
}

type GivenDisbursement = {
  createdAt: Date;
  kind?: DisbursementKind;
  status?: DisbursementStatus;
  amount?: number;
  settledAt?: Date;
};

export async function makeDisbursements(ctx: Context, tenant: Tenant, given: GivenDisbursement[]): Promise<string[]> {
  const data = given.map(({ createdAt, kind = 'payout', status = 'pending', amount = 100, settledAt }) => {
    const id = uuidv7();
    return {
      id,
      ...tenant,
      kind,
      status,
      amount,
      ...(kind === 'payout'
        ? { phone: '254712345678', commandId: 'BusinessPayment', originatorConversationId: id }
        : { transactionId: `TJK${id.slice(-7).toUpperCase()}` }),
      remarks: 'r',
      shortcode: '600000',
      callbackToken: randomBytes(32).toString('hex'),
      resultCode: status === 'pending' ? null : status === 'success' ? '0' : '2040',
      settledBy: status === 'pending' ? null : ('result' as const),
      settledAt: status === 'pending' ? null : (settledAt ?? createdAt),
      createdAt,
    };
  });
  await ctx.db.prisma.disbursement.createMany({ data });
  return data.map(({ id }) => id);
}
