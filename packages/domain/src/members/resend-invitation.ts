import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import { notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { lockAsMember, mayChangeRole, roleRefusal } from '../organizations/index.ts';
import { newToken, type PersonContext, type WithIdentity } from '../users/index.ts';
import { invitationMs } from './invitation.ts';
import { mailInvitation, throttleInvitations } from './invite-member.ts';
import { type InvitationInput, invitationSchema } from './schemas.ts';
import { recordInvitationRevoked, renewInvitation } from './statements.ts';

/**
 * Emails an invitation again, with a new link for seven more days. The previous link stops working.
 * From then on, the invitation belongs to the person who sent it again.
 * @throws DomainError rate_limited, not_found, forbidden (role)
 */
export async function resendInvitation(ctx: PersonContext & WithIdentity, input: InvitationInput): Promise<void> {
  requirePermission(ctx, 'members.write');
  const { organizationId, invitationId } = parseInput(invitationSchema, input);
  const found = await ctx.db.prisma.invitation.findFirst({ where: { id: invitationId, organizationId } });
  if (!found) throw notFound('open invitation');
  await throttleInvitations(ctx, organizationId, found.email);
  const now = ctx.clock.now();
  const { token, hash } = newToken();
  await ctx.db.prisma.$transaction(async (tx) => {
    const actorRole = await lockAsMember(ctx, tx, organizationId);
    if (!mayChangeRole(actorRole, undefined, found.role)) throw roleRefusal();
    const expiresAt = new Date(now.getTime() + invitationMs);
    if (!(await renewInvitation(tx, invitationId, { hash, expiresAt, invitedBy: ctx.actor })))
      throw notFound('open invitation');
    await mailInvitation(ctx, tx, found, token);
    const action = 'invitation.sent_again';
    await audit(tx, { actor: ctx.actor, action, subjectId: invitationId, organizationId, at: now });
  });
}

/**
 * Revokes an open invitation: its link stops working.
 * @throws DomainError not_found, forbidden (role)
 */
export async function revokeInvitation(ctx: PersonContext, input: InvitationInput): Promise<void> {
  requirePermission(ctx, 'members.write');
  const { organizationId, invitationId } = parseInput(invitationSchema, input);
  const now = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    const actorRole = await lockAsMember(ctx, tx, organizationId);
    const found = await tx.invitation.findFirst({ where: { id: invitationId, organizationId } });
    if (!found || found.acceptedAt || found.revokedAt) throw notFound('open invitation');
    if (!mayChangeRole(actorRole, found.role, undefined)) throw roleRefusal();
    await recordInvitationRevoked(tx, invitationId, now);
    const detail = { email: found.email };
    const action = 'invitation.revoked';
    await audit(tx, { actor: ctx.actor, action, subjectId: invitationId, organizationId, detail, at: now });
  });
}
