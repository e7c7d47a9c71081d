import type { Prisma, Role } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../input.ts';
import type { PersonContext } from '../users/index.ts';
import { type KeyOfMember, listLiveKeysOf } from './keys-of-member.ts';
import { demandAnotherOwner, findRole, lockAsMember, roleRefusal } from './lock-organization.ts';
import { mayChangeRole } from './permission.ts';
import { type AddMemberInput, addMemberSchema, type MemberInput, memberSchema } from './schemas.ts';

/**
 * Gives a member another role; it counts from their next request on. The same role again changes nothing.
 * @throws DomainError not_found (organization, member), forbidden (role, or the last owner)
 */
export async function changeMemberRole(ctx: PersonContext, input: AddMemberInput): Promise<void> {
  const { organizationId, userId, role } = parseInput(addMemberSchema, input);
  await ctx.db.prisma.$transaction(async (tx) => {
    const before = await lockMember(ctx, tx, { organizationId, userId }, role);
    if (before === role) return;
    if (before === 'owner') await demandAnotherOwner(tx, organizationId);
    await tx.membership.update({ where: { organizationId_userId: { organizationId, userId } }, data: { role } });
    await note(ctx, tx, { organizationId, userId, action: 'member.role_changed', detail: { from: before, to: role } });
  });
}

/**
 * Takes a member's seat away; they lose access with their next request. The API keys that they made
 * go on working: the result lists them, so that somebody decides.
 * @throws DomainError not_found (organization, member), forbidden (role, or the last owner)
 */
export async function removeMember(ctx: PersonContext, input: MemberInput): Promise<{ liveKeys: KeyOfMember[] }> {
  const { organizationId, userId } = parseInput(memberSchema, input);
  return ctx.db.prisma.$transaction(async (tx) => {
    const role = await lockMember(ctx, tx, { organizationId, userId }, undefined);
    if (role === 'owner') await demandAnotherOwner(tx, organizationId);
    await endMembership(tx, organizationId, userId);
    await note(ctx, tx, { organizationId, userId, action: 'member.removed', detail: { role } });
    return { liveKeys: await listLiveKeysOf(tx, { organizationId, userId }, ctx.clock.now()) };
  });
}

/**
 * Gives up one's own seat. Every role may; the last owner may not.
 * @throws DomainError not_found, forbidden
 */
export async function leaveOrganization(ctx: PersonContext, input: { organizationId: string }): Promise<void> {
  const { userId } = ctx.person;
  const { organizationId } = parseInput(memberSchema, { ...input, userId });
  await ctx.db.prisma.$transaction(async (tx) => {
    const role = await lockAsMember(ctx, tx, organizationId);
    if (role === 'owner') await demandAnotherOwner(tx, organizationId);
    await endMembership(tx, organizationId, userId);
    await note(ctx, tx, { organizationId, userId, action: 'member.left', detail: { role } });
  });
}

type Member = { organizationId: string; userId: string };

/** The member's role, once it is sure that who acts may change it to `to`; undefined there is taking it away. */
async function lockMember(
  ctx: PersonContext,
  tx: Prisma.TransactionClient,
  { organizationId, userId }: Member,
  to: Role | undefined,
): Promise<Role> {
  const actorRole = await lockAsMember(ctx, tx, organizationId);
  const role = await findRole(tx, organizationId, userId);
  if (!role) throw new DomainError('not_found', 'There is no such member.');
  if (!mayChangeRole(actorRole, role, to)) throw roleRefusal();
  return role;
}

async function endMembership(tx: Prisma.TransactionClient, organizationId: string, userId: string): Promise<void> {
  await tx.membership.delete({ where: { organizationId_userId: { organizationId, userId } } });
}

type Noted = Member & { action: string; detail: Record<string, string> };

async function note(
  ctx: PersonContext,
  tx: Prisma.TransactionClient,
  { organizationId, userId, action, detail }: Noted,
): Promise<void> {
  const at = ctx.clock.now();
  await audit(tx, { actor: ctx.actor, action, subjectId: userId, organizationId, detail, at });
}
