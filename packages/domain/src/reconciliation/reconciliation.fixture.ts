import { randomBytes } from 'node:crypto';
import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { TenantContext } from '../kernel/context.ts';
import { csvOf } from '../tables/table.fixture.ts';
import { usualHeader, usualRow } from './statement.fixture.ts';

type Given<Model> = Partial<Model>;

export const unique = () => `TK${randomBytes(4).toString('hex').toUpperCase()}`;

/** A file of the usual columns. */
export function fileOf(shortcode: string, rows: Parameters<typeof usualRow>[0][], above: string[][] = []) {
  return { shortcode, fileName: 'statement.csv', file: csvOf([...above, usualHeader, ...rows.map(usualRow)]) };
}

/** A time of 20 November 2026 in EAT, as a statement writes it. */
export const eat = (clock: string) => `20-11-2026 ${clock}`;
/** The same time. */
export const at = (clock: string) => new Date(`2026-11-20T${clock}+03:00`);

/** A success in the ledger. */
export async function recordPayment(ctx: TenantContext, given: Given<Prisma.PaymentUncheckedCreateInput>) {
  const createdAt = (given.createdAt as Date | undefined) ?? at('10:00:00');
  const id = uuidv7();
  await ctx.db.prisma.payment.create({
    data: {
      id,
      ...ctx.tenant,
      source: 'c2b',
      status: 'success',
      amount: 100,
      requestedAmount: 100,
      accountRef: 'INV-1',
      description: 'Offline payment',
      shortcode: '174379',
      settledAt: createdAt,
      settledBy: 'c2b',
      ...given,
      createdAt,
    },
  });
  return id;
}

/** A payout or reversal in the ledger that has succeeded. */
export async function recordDisbursement(ctx: TenantContext, given: Given<Prisma.DisbursementUncheckedCreateInput>) {
  const createdAt = (given.createdAt as Date | undefined) ?? at('10:00:00');
  const id = uuidv7();
  await ctx.db.prisma.disbursement.create({
    data: {
      id,
      ...ctx.tenant,
      kind: 'payout',
      status: 'success',
      amount: 500,
      phone: '254712345678',
      commandId: 'BusinessPayment',
      remarks: 'salary',
      shortcode: '174379',
      callbackToken: randomBytes(32).toString('hex'),
      originatorConversationId: randomBytes(8).toString('hex'),
      settledAt: createdAt,
      settledBy: 'result',
      ...given,
      createdAt,
    },
  });
  return id;
}
