import type { Prisma } from '@tillgate/db';
import type { Context, WithDashboardUrl } from '../kernel/context.ts';
import { mailReaders, writeMails } from '../mails/index.ts';
import { type Change, changeMail, newWayInMail } from './identity-mails.ts';

type Person = { id: string; email: string };

/** Changes that add a way to sign in. */
const newWaysIn: readonly Change[] = ['passkey_added', 'second_factor_on', 'identity_linked', 'ways_in_ended'];

/**
 * Emails a person about a change to their account, in the transaction of the change. Also emails the owners of their
 * organizations about a new way to sign in.
 */
export async function notifyOfChange(
  ctx: Context & WithDashboardUrl,
  tx: Prisma.TransactionClient,
  { id, email }: Person,
  change: Change,
): Promise<void> {
  const now = ctx.clock.now();
  await writeMails(tx, [changeMail(email, change, now, ctx.dashboardUrl)], now);
  if (!newWaysIn.includes(change)) return;
  const member = { some: { userId: id } };
  const owners = await tx.membership.findMany({
    where: { role: 'owner', organization: { memberships: member }, NOT: { userId: id }, user: mailReaders() },
    distinct: ['userId'],
    select: { user: { select: { email: true } } },
  });
  const mails = owners.map(({ user }) =>
    newWayInMail(user.email, { member: email, change, at: now }, ctx.dashboardUrl),
  );
  await writeMails(tx, mails, now);
}
