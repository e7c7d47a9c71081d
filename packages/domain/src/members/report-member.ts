import type { Prisma, Role } from '@tillgate/db';
import type { Context, WithDashboardUrl } from '../kernel/context.ts';
import { momentOf } from '../kernel/time.ts';
import { oneLine, writeOwnerMails } from '../mails/index.ts';

const nameCharactersMax = 100;

type MemberChange = {
  what: 'joined' | 'raised';
  userId: string;
  role: Role;
  /** Who gave the role, as in the audit. */
  by: string;
};

/** Writes an email to each owner about a new member or a higher role, in the transaction that makes the change. */
export async function reportMember(
  ctx: Context & Partial<WithDashboardUrl>,
  tx: Prisma.TransactionClient,
  organizationId: string,
  { what, userId, role, by }: MemberChange,
): Promise<void> {
  const at = ctx.clock.now();
  const giverId = by.startsWith('user:') ? by.slice('user:'.length) : undefined;
  const ids = giverId === undefined ? [userId] : [userId, giverId];
  const people = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true, email: true } });
  const nameOf = (id: string | undefined, otherwise: string) => {
    const person = people.find((each) => each.id === id);
    if (!person) return otherwise;
    return oneLine(person.name ? `${person.name} (${person.email})` : person.email, nameCharactersMax);
  };
  const { name } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { name: true } });
  const organization = oneLine(name, nameCharactersMax);
  const member = nameOf(userId, 'Somebody');
  const giver = nameOf(giverId, 'The operator');
  const done =
    what === 'joined'
      ? `${member} is now a member of ${organization} as ${role}.`
      : `${member} is now ${role} of ${organization}.`;
  const text = `${done} ${what === 'joined' && giverId !== undefined ? `${giver} invited them.` : `${giver} gave them this role.`}

When: ${momentOf(at)}
${giverId === undefined ? '' : '\nTheir approvals of money do not count before another owner or admin confirms them, or 24 hours have passed.\n'}
If you did not expect this, take the role away:
${placeOf(ctx.dashboardUrl)}
`;
  const subject =
    what === 'joined'
      ? `A new member of ${organization}: ${member}`
      : `A member of ${organization} may do more: ${member}`;
  await writeOwnerMails(tx, organizationId, { subject, text }, at);
}

function placeOf(dashboardUrl: string | undefined): string {
  return dashboardUrl === undefined ? 'Sign in to the dashboard and open Members.' : `Open Members: ${dashboardUrl}`;
}
