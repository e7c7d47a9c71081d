import {
  addMemberSchema,
  changeMemberRole,
  invitationSchema,
  inviteMember,
  inviteMemberSchema,
  leaveOrganization,
  mayChangeRole,
  memberSchema,
  removeMember,
  resendInvitation,
  revokeInvitation,
  roleSchema,
} from '@tillgate/domain/organizations';
import { listInvitations, listMembers } from '@tillgate/domain/reading/members';
import { personContext } from '../identity-context.ts';
import { createRouter, organizationProcedure } from '../init.ts';
import { verbInput } from '../verb-input.ts';
import { toWire } from '../wire.ts';

const read = organizationProcedure('members.read');
/** A person who finds an open browser must not be able to make themselves an owner. */
const write = organizationProcedure('members.write', { reauthentication: true });

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
    .input(verbInput(inviteMemberSchema))
    .mutation(({ ctx, input }) => inviteMember(personContext(ctx), { ...input, organizationId: ctx.organizationId })),

  resendInvitation: write
    .input(verbInput(invitationSchema))
    .mutation(({ ctx, input }) =>
      resendInvitation(personContext(ctx), { ...input, organizationId: ctx.organizationId }),
    ),

  revokeInvitation: write
    .input(verbInput(invitationSchema))
    .mutation(({ ctx, input }) =>
      revokeInvitation(personContext(ctx), { ...input, organizationId: ctx.organizationId }),
    ),

  changeRole: write
    .input(verbInput(addMemberSchema))
    .mutation(({ ctx, input }) =>
      changeMemberRole(personContext(ctx), { ...input, organizationId: ctx.organizationId }),
    ),

  remove: write
    .input(verbInput(memberSchema))
    .mutation(({ ctx, input }) => removeMember(personContext(ctx), { ...input, organizationId: ctx.organizationId })),

  leave: organizationProcedure('organization.leave').mutation(({ ctx }) =>
    leaveOrganization(personContext(ctx), { organizationId: ctx.organizationId }),
  ),
});
