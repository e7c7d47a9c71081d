import { randomBytes } from 'node:crypto';
import type { TestDatabase } from '@tillgate/db/testing';

type Tenant = { applicationId: string; environment: 'sandbox' | 'production' };
const hourMs = 3_600_000;
const shortcodes = ['600100', '600200'] as const;
/** Every sixth row is of a second network. */
const accountOf = (n: number) =>
  n % 6 === 1
    ? ({ rail: 'airtel', shortcode: 'airtel:600100' } as const)
    : ({ rail: 'mpesa', shortcode: shortcodes[n % 2] ?? '600100' } as const);
const statuses = ['success', 'success', 'failed', 'pending'] as const;
const codes = ['1032', '1', '2001'] as const;

/**
 * Payments, payouts and refunds of some days before a moment: of all sources, states, shortcodes and
 * reasons, at the edges of hours and days too, with money that moved days after it was asked for.
 */
export async function seedMoney({ database }: Pick<TestDatabase, 'database'>, tenant: Tenant, now: Date) {
  const ago = (hours: number) => new Date(Math.floor(now.getTime() / hourMs) * hourMs - hours * hourMs);
  const payments = Array.from({ length: 90 }, (_, n) => {
    const source = n % 3 === 0 ? ('c2b' as const) : ('stk' as const);
    const status = source === 'c2b' ? ('success' as const) : (statuses[n % 4] ?? 'pending');
    const createdAt = ago(n * 5);
    const isSettled = status !== 'pending';
    return {
      id: idOf(n),
      ...tenant,
      source,
      status,
      createdAt,
      amount: 100 + n,
      requestedAmount: 100 + n,
      phone: '254712345678',
      accountRef: `INV-${n}`,
      description: 'Payment',
      ...accountOf(n),
      callbackToken: source === 'stk' ? randomBytes(32).toString('hex') : null,
      providerReceipt: status === 'success' ? `TJ${String(n).padStart(8, '0')}` : null,
      resultCode: status === 'success' ? '0' : status === 'failed' ? (codes[(n >> 2) % codes.length] ?? '1') : null,
      settledBy: isSettled ? (source === 'c2b' ? ('c2b' as const) : ('callback' as const)) : null,
      settledAt: isSettled ? new Date(createdAt.getTime() + (n % 7) * 9 * hourMs) : null,
    };
  });
  await database.prisma.payment.createMany({ data: payments });
  const paid = payments.filter(({ status }) => status === 'success');
  const disbursements = Array.from({ length: 60 }, (_, n) => {
    const isRefund = n % 2 === 0;
    const status = (['success', 'failed', 'success', 'pending'] as const)[(n >> 1) % 4] ?? 'pending';
    // Some refunds are of payments that are not ours.
    const of = isRefund && n % 10 !== 0 ? paid[n] : undefined;
    const createdAt = ago(n * 7);
    return {
      id: idOf(1_000 + n),
      ...tenant,
      status: isRefund && n % 6 === 0 ? ('success' as const) : status,
      createdAt,
      amount: 20 + n,
      kind: isRefund ? ('reversal' as const) : ('payout' as const),
      phone: isRefund ? null : '254712345678',
      commandId: isRefund ? null : 'BusinessPayment',
      originatorConversationId: isRefund ? null : idOf(1_000 + n),
      transactionId: isRefund ? (of?.providerReceipt ?? `TX${String(n).padStart(8, '0')}`) : null,
      paymentId: of?.id ?? null,
      remarks: 'r',
      ...accountOf(n % 3 === 0 ? 3 : n),
      callbackToken: randomBytes(32).toString('hex'),
    };
  }).map((row, n) => ({
    ...row,
    resultCode:
      row.status === 'pending' ? null : row.status === 'success' ? '0' : (['2040', '1', null] as const)[(n >> 2) % 3],
    settledBy: row.status === 'pending' ? null : ('result' as const),
    settledAt: row.status === 'pending' ? null : new Date(row.createdAt.getTime() + (n % 5) * 11 * hourMs),
  }));
  await database.prisma.disbursement.createMany({ data: disbursements });
}

const run = randomBytes(4).toString('hex');
const idOf = (n: number) => `${run}-0000-7000-8000-${String(n).padStart(12, '0')}`;
