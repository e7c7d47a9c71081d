import { changeMemberRole, inviteMember, leaveOrganization, mayChangeRole, removeMember, resendInvitation, revokeInvitation, roleSchema } from '@tillgate/domain/organizations';
import { listInvitations, listMembers } from '@tillgate/domain/reading/members';
import { z } from 'zod';
import { personContext } from '../identity-context.ts';
import { createRouter, organizationProcedure } from '../init.ts';
import { toWire } from '../wire.ts';

const read = organizationProcedure('members.read');
/** Whoever sits down at an open browser must not be able to make themselves an owner. */
const write = organizationProcedure('members.write', { reauthentication: true });

const roleField = z.string().pipe(roleSchema);

/** Who belongs to an organization. */
export const membersRouter = createRouter({
  /** With what the asking person may do about each of them. */
  list: read.query(async ({ ctx, input }) => {
    const members = await listMembers(ctx.actorCtx, input);
    return {
      ownUserId: ctx.person.userId,
      grantableRoles: Object.values(roleSchema.enum).filter((role) => mayChangeRole(ctx.role, undefined, role)),
      members: toWire(
        members.map((member) => ({ ...member, isChangeable: mayChangeRole(ctx.role, member.role, undefined) })),
      ),
    };
  }),

  invitations: read.query(async ({ ctx, input }) => toWire(await listInvitations(ctx.actorCtx, input))),

  invite: write
    .input(z.object({ email: z.string(), role: roleField }))
    .mutation(({ ctx, input: { organizationId, email, role } }) =>
      inviteMember(personContext(ctx), { organizationId, email, role }),
    ),

  resendInvitation: write
    .input(z.object({ invitationId: z.string() }))
    .mutation(({ ctx, input: { organizationId, invitationId } }) =>
      resendInvitation(personContext(ctx), { organizationId, invitationId }),
    ),

  revokeInvitation: write
    .input(z.object({ invitationId: z.string() }))
    .mutation(({ ctx, input: { organizationId, invitationId } }) =>
      revokeInvitation(personContext(ctx), { organizationId, invitationId }),
    ),

  changeRole: write
    .input(z.object({ userId: z.string(), role: roleField }))
    .mutation(({ ctx, input: { organizationId, userId, role } }) =>
      changeMemberRole(personContext(ctx), { organizationId, userId, role }),
    ),

  remove: write
    .input(z.object({ userId: z.string() }))
    .mutation(({ ctx, input: { organizationId, userId } }) =>
      removeMember(personContext(ctx), { organizationId, userId }),
    ),

  leave: organizationProcedure('organization.leave').mutation(({ ctx, input: { organizationId } }) =>
    leaveOrganization(personContext(ctx), { organizationId }),
  ),
});
