import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { writeSecretMails } from '../mails/index.ts';
import { lockAsMember, mayChangeRole, roleRefusal } from '../organizations/index.ts';
import { emailKey, newToken, type PersonContext, throttle, type WithIdentity } from '../users/index.ts';
import { invitationMs, invitationState } from './invitation.ts';
import { invitationMail } from './invitation-mail.ts';
import { memberIssues } from './refusals.ts';
import { type InviteMemberInput, inviteMemberSchema } from './schemas.ts';
import { insertInvitation, recordInvitationRevoked } from './statements.ts';

/**
 * Invites somebody by email. At most one invitation per address is open; an expired one is replaced.
 * @throws DomainError rate_limited, invalid_input, not_found (organization), forbidden (role)
 */
export async function inviteMember(
  ctx: PersonContext & WithIdentity,
  input: InviteMemberInput,
): Promise<{ invitationId: string }> {
  requirePermission(ctx, 'members.write');
  const { organizationId, email, role } = parseInput(inviteMemberSchema, input);
  await throttleInvitations(ctx, organizationId, email);
  const now = ctx.clock.now();
  const { token, hash } = newToken();
  const invitationId = uuidv7();
  await ctx.db.prisma.$transaction(async (tx) => {
    const actorRole = await lockAsMember(ctx, tx, organizationId);
    if (!mayChangeRole(actorRole, undefined, role)) throw roleRefusal();
    await demandNewcomer(tx, organizationId, email);
    await endExpired(tx, organizationId, email, now);
    const expiresAt = new Date(now.getTime() + invitationMs);
    const row = {
      id: invitationId,
      organizationId,
      email,
      role,
      hash,
      invitedBy: ctx.actor,
      createdAt: now,
      expiresAt,
    };
    await insertInvitation(tx, row);
    await mailInvitation(ctx, tx, row, token);
    const detail = { email, role };
    const action = 'invitation.created';
    await audit(tx, { actor: ctx.actor, action, subjectId: invitationId, organizationId, detail, at: now });
  });
  return { invitationId };
}

/** Limits invitations per address and organization. @throws DomainError rate_limited */
export async function throttleInvitations(ctx: WithIdentity, organizationId: string, email: string): Promise<void> {
  const { invitationByEmail, invitationByOrganization } = ctx.identityLimits;
  await throttle([
    [invitationByOrganization, organizationId],
    [invitationByEmail, `${organizationId}:${emailKey(email)}`],
  ]);
}

async function demandNewcomer(tx: Prisma.TransactionClient, organizationId: string, email: string): Promise<void> {
  const members = await tx.membership.count({ where: { organizationId, user: { email } } });
  if (members > 0) throw invalidInput(issue('email', issues.alreadyMember));
}

async function endExpired(tx: Prisma.TransactionClient, organizationId: string, email: string, now: Date) {
  const open = await tx.invitation.findFirst({ where: { organizationId, email, acceptedAt: null, revokedAt: null } });
  if (!open) return;
  if (invitationState(open, now) === 'open') {
    throw invalidInput(issue('email', memberIssues.invitedAlready));
  }
  await recordInvitationRevoked(tx, open.id, now);
}

type Offered = { organizationId: string; email: string; role: string };

/** Writes the email with the link, in the caller's transaction. */
export async function mailInvitation(
  ctx: PersonContext & WithIdentity,
  tx: Prisma.TransactionClient,
  { organizationId, email, role }: Offered,
  token: string,
): Promise<void> {
  const organization = await tx.organization.findUniqueOrThrow({ where: { id: organizationId } });
  const inviter = await tx.user.findUniqueOrThrow({ where: { id: ctx.person.userId } });
  const mail = invitationMail(email, {
    organizationName: organization.name,
    inviterName: inviter.name ?? inviter.email,
    role,
    link: `${ctx.dashboardUrl}/invitations/accept?token=${token}`,
  });
  await writeSecretMails(ctx, tx, [mail], ctx.clock.now());
}
