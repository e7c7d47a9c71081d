import type { Prisma, Role } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import type { Context, WithDashboardUrl } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { findVoucher, lockOrganization, mayChangeRole } from '../organizations/index.ts';
import { hashToken, insertUser, type PersonContext } from '../users/index.ts';
import { type InvitationState, invitationState } from './invitation.ts';
import { memberIssues, memberRefusals } from './refusals.ts';
import { reportMember } from './report-member.ts';
import { type SignUpInput, signUpSchema } from './schemas.ts';
import { recordAccepted } from './statements.ts';

export type ShownInvitation = {
  state: InvitationState;
  organizationName: string;
  email: string;
  role: Role;
  /** Whether the address belongs to a user. If not, the person chooses a name and a password. */
  isUser: boolean;
};

const gone = () => new DomainError('not_found', memberRefusals.invitationGone);

/** An invitation, for the holder of its link. @throws DomainError not_found */
export async function getInvitation(ctx: Context, { token }: { token: string }): Promise<ShownInvitation> {
  const found = await ctx.db.prisma.invitation.findUnique({
    where: { hash: hashToken(token) ?? '' },
    include: { organization: { select: { name: true } } },
  });
  if (!found) throw gone();
  const isUser = (await ctx.db.prisma.user.count({ where: { email: found.email } })) > 0;
  const { email, role, organization } = found;
  return { state: invitationState(found, ctx.clock.now()), organizationName: organization.name, email, role, isUser };
}

/**
 * Makes the signed-in person a member, when the invitation is for their address. Works once, and only while the inviter
 * is a member who may invite.
 * @throws DomainError not_found, forbidden (another address), invalid_input (already a member)
 */
export async function acceptInvitation(
  ctx: PersonContext & Partial<WithDashboardUrl>,
  { token }: { token: string },
): Promise<{ organizationId: string }> {
  const { userId } = ctx.person;
  return ctx.db.prisma.$transaction(async (tx) => {
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    return joinOrganization(ctx, tx, token, { userId, email: user.email });
  });
}

/**
 * Creates the account of an invited person and makes them a member. The link proves the address.
 * @throws DomainError not_found, invalid_input (name, password, or the address belongs to a user by now)
 */
export async function signUpByInvitation(
  ctx: Context & Partial<WithDashboardUrl>,
  input: SignUpInput,
): Promise<{ email: string }> {
  const { token, name, password } = parseInput(signUpSchema, input);
  const shown = await getInvitation(ctx, { token });
  if (shown.state !== 'open') throw gone();
  if (shown.isUser) throw invalidInput(issue('email', memberIssues.accountExists));
  const { email } = shown;
  const userId = uuidv7();
  const insert = await insertUser({ userId, email, name, password, at: ctx.clock.now() });
  await ctx.db.prisma.$transaction(async (tx) => {
    await insert(tx, `user:${userId}`);
    await joinOrganization(ctx, tx, token, { userId, email });
  });
  return { email };
}

type Taker = { userId: string; email: string };

async function joinOrganization(
  ctx: Context & Partial<WithDashboardUrl>,
  tx: Prisma.TransactionClient,
  token: string,
  { userId, email }: Taker,
): Promise<{ organizationId: string }> {
  const now = ctx.clock.now();
  const found = await tx.invitation.findUnique({ where: { hash: hashToken(token) ?? '' } });
  if (!found) throw gone();
  const { id, organizationId, role } = found;
  if (found.email !== email) throw new DomainError('forbidden', memberRefusals.invitationOfOther);
  await lockOrganization(tx, organizationId);
  if (!(await mayInviteToday(tx, found))) throw gone();
  if (!(await recordAccepted(tx, found, now))) throw gone();
  const vouchedBy = await findVoucher(tx, organizationId, found.invitedBy, now);
  const added = await tx.membership.createMany({
    data: [{ organizationId, userId, role, createdAt: now, roleSince: now, vouchedBy }],
    skipDuplicates: true,
  });
  if (added.count === 0) throw invalidInput(issue('email', issues.alreadyMember));
  await audit(tx, {
    actor: `user:${userId}`,
    action: 'invitation.accepted',
    subjectId: id,
    organizationId,
    detail: { email, role, invitedBy: found.invitedBy },
    at: now,
  });
  const change = { what: 'joined' as const, userId, role, by: found.invitedBy };
  await reportMember(ctx, tx, organizationId, change);
  return { organizationId };
}

type Offer = { organizationId: string; invitedBy: string; role: Role };

/** Whether the inviter is still a member who may invite and sign in. Call it under the organization's lock. */
async function mayInviteToday(tx: Prisma.TransactionClient, { organizationId, invitedBy, role }: Offer) {
  const userId = invitedBy.startsWith('user:') ? invitedBy.slice('user:'.length) : undefined;
  if (userId === undefined) return false;
  const inviter = await tx.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId }, user: { disabledAt: null } },
    select: { role: true },
  });
  return inviter !== null && mayChangeRole(inviter.role, undefined, role);
}
