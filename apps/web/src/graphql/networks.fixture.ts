import { randomUUID } from 'node:crypto';
import type { Database } from '@tillgate/db';
import { insertPayment } from './graphql.fixture.ts';

type Tenant = { applicationId: string; environment: 'sandbox' | 'production' };

/** What an account of each network has in rows. Both have the same number. */
export const accounts = [
  { rail: 'mpesa', shortcode: '450123' },
  { rail: 'airtel', shortcode: 'airtel:450123' },
] as const;

/**
 * A payment, a payout, a refund, a balance, a question about a receipt and an open exception at each network.
 * @returns the ids of the payments, by network
 */
export async function fillBothNetworks(database: Database, tenant: Tenant, createdAt: Date) {
  const { prisma } = database;
  const token = () => randomUUID().replaceAll('-', '').repeat(2);
  const balances = [
    { name: 'Utility Account', currency: 'KES', available: '120.50', current: null, reserved: null, uncleared: null },
  ];
  const ids: Partial<Record<(typeof accounts)[number]['rail'], string>> = {};
  for (const account of accounts) {
    const own = { ...tenant, ...account, createdAt };
    const paymentId = await insertPayment(database, { ...own, source: 'stk' });
    ids[account.rail] = paymentId;
    const sent = () => ({
      ...own,
      id: randomUUID(),
      status: 'success' as const,
      amount: 5,
      remarks: 'Rent',
      callbackToken: token(),
      originatorConversationId: randomUUID(),
      providerReceipt: `TKD${token().slice(0, 7)}`.toUpperCase(),
      settledBy: 'result' as const,
      settledAt: createdAt,
    });
    await prisma.disbursement.create({
      data: { ...sent(), kind: 'payout', phone: '254712345678', commandId: 'BusinessPayment' },
    });
    await prisma.disbursement.create({
      data: { ...sent(), kind: 'reversal', transactionId: token().slice(0, 10).toUpperCase() },
    });
    const asked = () => ({
      ...own,
      id: randomUUID(),
      status: 'answered' as const,
      identifierType: '4',
      remarks: 'Question',
      callbackToken: token(),
      endedAt: createdAt,
    });
    await prisma.inquiry.create({ data: { ...asked(), kind: 'account_balance', result: balances } });
    await prisma.inquiry.create({ data: { ...asked(), kind: 'transaction_status', transactionId: 'TKM9999999' } });
    await prisma.review.create({
      data: {
        ...tenant,
        id: randomUUID(),
        reason: 'statement_missing_there',
        status: 'open',
        subjectKind: 'payment',
        subjectId: paymentId,
        detail: {},
        openedAt: createdAt,
      },
    });
  }
  return ids as Required<typeof ids>;
}
