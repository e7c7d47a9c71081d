import { randomBytes, randomInt } from 'node:crypto';
import { dayOf } from '../../../apps/cli/src/demo/calendar.ts';
import { type DemoStatement, demoStatement } from '../../../apps/cli/src/demo/statement.ts';
import { csvFile, statementTable } from '../../../apps/cli/src/demo/statement-file.ts';
import type { Shop } from './mint.ts';
import type { Stack } from './stack.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const payments = 30;
const everyMinutes = 25;
const largeCents = 123_456_789_00;

/** Yesterday's business of a shop, and the provider's statement of it with every kind of exception. */
export async function yesterdaysStatement(stack: Stack, shop: Shop): Promise<DemoStatement & { file: Buffer }> {
  const { prisma } = stack.ctx.db;
  const tenant = { applicationId: shop.applicationId, environment: 'sandbox' as const };
  const { shortcode } = shop;
  const morning = dayOf(new Date()).getTime() - dayMs + 8 * 60 * minuteMs;
  const at = (index: number) => new Date(morning + index * everyMinutes * minuteMs);
  const receipt = () => `T${randomBytes(5).toString('hex').toUpperCase().slice(0, 8)}${randomInt(10)}`;
  await prisma.payment.createMany({
    data: Array.from({ length: payments }, (_, index) => ({
      id: crypto.randomUUID(),
      ...tenant,
      source: 'c2b' as const,
      status: 'success' as const,
      amount: 100 + index,
      requestedAmount: 100 + index,
      phone: '25471*****678',
      accountRef: `ORD${index}`,
      description: 'Offline payment',
      shortcode,
      providerReceipt: receipt(),
      createdAt: at(index),
      settledAt: at(index),
      settledBy: 'c2b' as const,
    })),
  });
  await prisma.disbursement.createMany({
    data: [4, 9, 14].map((index) => ({
      id: crypto.randomUUID(),
      ...tenant,
      kind: 'payout' as const,
      status: 'success' as const,
      amount: 500,
      phone: '254712345678',
      commandId: 'BusinessPayment',
      remarks: 'Rider pay',
      shortcode,
      callbackToken: randomBytes(32).toString('hex'),
      originatorConversationId: randomBytes(8).toString('hex'),
      providerReceipt: receipt(),
      createdAt: new Date(at(index).getTime() + minuteMs),
      settledAt: new Date(at(index).getTime() + 2 * minuteMs),
      settledBy: 'result' as const,
    })),
  });
  const statement = await demoStatement(stack.ctx, { ...tenant, shortcode, days: 1, seed: randomInt(1_000_000) });
  // A paybill that has taken hundreds of millions: its balances are the widest texts of the page.
  const rows = statement.rows.map((row) => ({ ...row, balanceCents: row.balanceCents + largeCents }));
  return { ...statement, rows, file: Buffer.from(csvFile(statementTable(statement.head, rows))) };
}
