import type { Context, Tenant } from '@tillgate/domain';
import { dayMs, dayOf } from './calendar.ts';
import { receipt } from './plan.ts';
import { createRandom } from './random.ts';
import type { StatementHead } from './statement-file.ts';
import { type LedgerRow, planStatement, type StatementPlan } from './statement-plan.ts';

/** A payment that was settled later than that was asked about; the money moved earlier. */
const promptMs = 120_000;
const usualMs = 12_000;

type Given = Tenant & { shortcode: string; days: number; seed: number };
export type DemoStatement = StatementPlan & { head: StatementHead };

/**
 * The provider's statement of the last whole days of an application in the sandbox, with known
 * deviations. The same seed and rows make the same file.
 */
export async function demoStatement(ctx: Pick<Context, 'db' | 'clock'>, given: Given): Promise<DemoStatement> {
  const { shortcode, days, seed } = given;
  const to = dayOf(ctx.clock.now());
  const head = { shortcode, from: new Date(to.getTime() - days * dayMs), to };
  const random = createRandom(seed);
  const ledger = await readLedger(ctx, given, head);
  return { head, ...planStatement(ledger, random, (at) => receipt(random, at)) };
}

async function readLedger(
  { db: { prisma } }: Pick<Context, 'db'>,
  { applicationId, environment, shortcode }: Given,
  { from, to }: StatementHead,
): Promise<LedgerRow[]> {
  const where = {
    applicationId,
    environment,
    shortcode,
    status: 'success' as const,
    createdAt: { gte: from, lt: to },
  };
  const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
  // Of two payments that are the same money, one has the receipt.
  const isOneMoney = { OR: [{ sameMoneyAs: null }, { providerReceipt: { not: null } }] };
  const payments = await prisma.payment.findMany({ where: { ...where, ...isOneMoney }, orderBy });
  // The provider always reports the receipt of money out. Without one, it cannot be found.
  const disbursements = await prisma.disbursement.findMany({
    where: { ...where, providerReceipt: { not: null } },
    orderBy,
  });
  return [
    ...payments.map(
      (row): LedgerRow => ({
        kind: 'payment',
        receipt: row.providerReceipt,
        at: movedAt(row),
        cents: Math.round(Number(row.exactAmount ?? row.amount) * 100),
        phone: row.phone ?? '',
        reference: row.accountRef,
        reversed: null,
      }),
    ),
    ...disbursements.map(
      (row): LedgerRow => ({
        kind: row.kind === 'reversal' ? 'reversal' : 'payout',
        receipt: row.providerReceipt,
        at: movedAt(row),
        cents: row.amount * 100,
        phone: row.phone ?? '',
        reference: '',
        reversed: row.transactionId,
      }),
    ),
  ];
}

/** When the money moved, as the provider knows it. */
function movedAt({ createdAt, settledAt }: { createdAt: Date; settledAt: Date | null }): Date {
  const tookMs = (settledAt?.getTime() ?? Number.POSITIVE_INFINITY) - createdAt.getTime();
  return tookMs <= promptMs && settledAt ? settledAt : new Date(createdAt.getTime() + usualMs);
}
