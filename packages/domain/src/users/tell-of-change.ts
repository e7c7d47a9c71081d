import type { Prisma } from '@tillgate/db';
import type { Context, WithDashboardUrl } from '../kernel/context.ts';
import { writeMails } from '../mails/index.ts';
import { type Change, changeMail } from './identity-mails.ts';

/** Writes to a person what happened to their account, in the transaction in which it happens. */
export async function tellOfChange(
  ctx: Context & WithDashboardUrl,
  tx: Prisma.TransactionClient,
  email: string,
  change: Change,
): Promise<void> {
  const now = ctx.clock.now();
  await writeMails(tx, [changeMail(email, change, now, ctx.dashboardUrl)], now);
}
