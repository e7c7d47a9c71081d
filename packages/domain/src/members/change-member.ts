import type { Prisma, Role } from '@tillgate/db';
import { type AuditDetail, audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { WithDashboardUrl } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import {
  confirmRefusal,
  demandAnotherOwner,
  findRole,
  findSeats,
  findVoucher,
  isRaise,
  lockAsMember,
  mayChangeRole,
  roleRefusal,
} from '../organizations/index.ts';
import { endSessions, type PersonContext } from '../users/index.ts';
import { endWhatOutlives, listOutlivedKeys, type Outlived } from './end-what-outlives.ts';
import type { KeyOfMember } from './keys-of-member.ts';
import { reportMember } from './report-member.ts';
import {
  type ChangeRoleInput,
  changeRoleSchema,
  type KeysOfMemberInput,
  keysOfMemberSchema,
  type MemberInput,
  memberSchema,
  type RemoveMemberInput,
  removeMemberSchema,
} from './schemas.ts';

const nothingOutlived: Outlived = { withdrawnInvitations: [], revokedKeys: [], liveKeys: [], revokedTokens: [] };

/**
 * Gives a member another role, which applies from their next request. The same role again changes nothing. Revokes
 * credentials that the new role could not create: open invitations, and API keys as `keys` says.
 * @throws DomainError not_found (organization, member), forbidden (role, or the last owner),
 *   invalid_input (such keys work and `keys` says nothing)
 */
export async function changeMemberRole(
  ctx: PersonContext & Partial<WithDashboardUrl>,
  input: ChangeRoleInput,
): Promise<Outlived> {
  requirePermission(ctx, 'members.write');
  const { organizationId, userId, role, keys } = parseInput(changeRoleSchema, input);
  return ctx.db.prisma.$transaction(async (tx) => {
    const before = await lockMember(ctx, tx, { organizationId, userId }, role);
    if (before === role) return nothingOutlived;
    if (before === 'owner') await demandAnotherOwner(tx, organizationId);
    const at = ctx.clock.now();
    const raised = isRaise(before, role) && {
      roleSince: at,
      vouchedBy: await findVoucher(tx, organizationId, ctx.actor, at),
      confirmedAt: null,
      confirmedBy: null,
    };
    const where = { organizationId_userId: { organizationId, userId } };
    await tx.membership.update({ where, data: { role, ...raised } });
    const action = 'member.role_changed';
    const outlived = await endWhatOutlives(ctx, tx, { organizationId, userId, to: role, keys, because: action });
    const detail = { from: before, to: role, ...countsOf(outlived) };
    await note(ctx, tx, { organizationId, userId, action, detail });
    if (raised) await reportMember(ctx, tx, organizationId, { what: 'raised', userId, role, by: ctx.actor });
    return outlived;
  });
}

/**
 * Confirms a new member's role, so that they may decide about money at once. Only an owner or admin who did not give the
 * role may confirm it. An owner also confirms how the member signs in. Confirming twice is the same as once.
 * @throws DomainError not_found (organization, member), forbidden (role, oneself, or the person who gave the role)
 */
export async function confirmMember(ctx: PersonContext, input: MemberInput): Promise<void> {
  requirePermission(ctx, 'members.write');
  const { organizationId, userId } = parseInput(memberSchema, input);
  await ctx.db.prisma.$transaction(async (tx) => {
    const role = await lockMember(ctx, tx, { organizationId, userId });
    const seats = await findSeats(tx, organizationId, [userId, ctx.person.userId]);
    const [member, confirmer] = [seats.of(userId), seats.of(ctx.person.userId)];
    if (!member || !confirmer) throw notFound('member');
    const at = ctx.clock.now();
    const refusal = confirmRefusal(member, confirmer, at);
    if (refusal) throw refusal;
    const where = { organizationId_userId: { organizationId, userId } };
    const waysIn = confirmer.role === 'owner' && { waysInConfirmedAt: at };
    await tx.membership.update({ where, data: { confirmedAt: at, confirmedBy: confirmer.userId, ...waysIn } });
    const detail = { role, waysIn: confirmer.role === 'owner' };
    await note(ctx, tx, { organizationId, userId, action: 'member.confirmed', detail });
  });
}

/**
 * Removes a member, who loses access with the next request. Withdraws the open invitations that they made, revokes their
 * reporting tokens, and revokes or keeps the API keys that they made, as `keys` says.
 * @throws DomainError not_found (organization, member), forbidden (role, or the last owner),
 *   invalid_input (keys of theirs work and `keys` says nothing)
 */
export async function removeMember(ctx: PersonContext, input: RemoveMemberInput): Promise<Outlived> {
  requirePermission(ctx, 'members.write');
  const { organizationId, userId, keys } = parseInput(removeMemberSchema, input);
  return ctx.db.prisma.$transaction(async (tx) => {
    const role = await lockMember(ctx, tx, { organizationId, userId });
    if (role === 'owner') await demandAnotherOwner(tx, organizationId);
    await endMembership(tx, organizationId, userId);
    const action = 'member.removed';
    const outlived = await endWhatOutlives(ctx, tx, { organizationId, userId, to: undefined, keys, because: action });
    await note(ctx, tx, { organizationId, userId, action, detail: { role, ...countsOf(outlived) } });
    return outlived;
  });
}

/**
 * Leaves an organization. Every member may, except the last owner. Open invitations of the member are withdrawn and their
 * reporting tokens revoked. API keys that they made still work, and the audit entry counts them.
 * @throws DomainError not_found, forbidden
 */
export async function leaveOrganization(ctx: PersonContext, input: { organizationId: string }): Promise<void> {
  requirePermission(ctx, 'organization.leave');
  const { userId } = ctx.person;
  const { organizationId } = parseInput(memberSchema, { ...input, userId });
  await ctx.db.prisma.$transaction(async (tx) => {
    const role = await lockAsMember(ctx, tx, organizationId);
    if (role === 'owner') await demandAnotherOwner(tx, organizationId);
    await endMembership(tx, organizationId, userId);
    const action = 'member.left';
    const ending = { organizationId, userId, to: undefined, keys: 'keep' as const, because: action };
    const outlived = await endWhatOutlives(ctx, tx, ending);
    await note(ctx, tx, { organizationId, userId, action, detail: { role, ...countsOf(outlived) } });
  });
}

/**
 * The active API keys of a member that the role `to` could not create; without `to`, that a non-member could not.
 * @throws DomainError not_found (organization, member), forbidden (role)
 */
export async function listKeysOfMember(ctx: PersonContext, input: KeysOfMemberInput): Promise<KeyOfMember[]> {
  requirePermission(ctx, 'members.write');
  const { organizationId, userId, to } = parseInput(keysOfMemberSchema, input);
  return ctx.db.prisma.$transaction(async (tx) => {
    await lockMember(ctx, tx, { organizationId, userId }, to);
    return listOutlivedKeys(ctx, tx, { organizationId, userId }, to);
  });
}

/**
 * Signs a member out of all browsers immediately, for an owner or admin.
 * @throws DomainError not_found (organization, member), forbidden (role)
 */
export async function endMemberSessions(ctx: PersonContext, input: MemberInput): Promise<{ ended: number }> {
  requirePermission(ctx, 'members.write');
  const { organizationId, userId } = parseInput(memberSchema, input);
  return ctx.db.prisma.$transaction(async (tx) => {
    await lockMember(ctx, tx, { organizationId, userId });
    const ended = await endSessions(tx, { userId, at: ctx.clock.now() });
    await note(ctx, tx, { organizationId, userId, action: 'member.sessions_ended', detail: { ended } });
    return { ended };
  });
}

type Member = { organizationId: string; userId: string };

/**
 * Checks that the caller may change a member's role to `to`, or remove the member when undefined. Returns the current
 * role.
 */
async function lockMember(
  ctx: PersonContext,
  tx: Prisma.TransactionClient,
  { organizationId, userId }: Member,
  to?: Role,
): Promise<Role> {
  const actorRole = await lockAsMember(ctx, tx, organizationId);
  const role = await findRole(tx, organizationId, userId);
  if (!role) throw notFound('member');
  if (!mayChangeRole(actorRole, role, to)) throw roleRefusal();
  return role;
}

async function endMembership(tx: Prisma.TransactionClient, organizationId: string, userId: string): Promise<void> {
  await tx.membership.delete({ where: { organizationId_userId: { organizationId, userId } } });
}

function countsOf({ withdrawnInvitations, revokedKeys, liveKeys, revokedTokens }: Outlived): AuditDetail {
  return {
    invitationsWithdrawn: withdrawnInvitations.length,
    keysRevoked: revokedKeys.length,
    keysKept: liveKeys.length,
    reportingTokensRevoked: revokedTokens.length,
  };
}

type Noted = Member & { action: string; detail: AuditDetail };

async function note(
  ctx: PersonContext,
  tx: Prisma.TransactionClient,
  { organizationId, userId, action, detail }: Noted,
): Promise<void> {
  const at = ctx.clock.now();
  await audit(tx, { actor: ctx.actor, action, subjectId: userId, organizationId, detail, at });
}
