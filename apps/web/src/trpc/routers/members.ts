import {
  changeMemberRole,
  changeRoleSchema,
  confirmMember,
  endMemberSessions,
  invitationSchema,
  inviteMember,
  inviteMemberSchema,
  keysOfMemberSchema,
  leaveOrganization,
  listKeysOfMember,
  memberSchema,
  removeMember,
  removeMemberSchema,
  resendInvitation,
  revokeInvitation,
} from '@tillgate/domain/members';
import { mayChangeRole, roleSchema } from '@tillgate/domain/organizations';
import { listInvitations, listMembers } from '@tillgate/domain/reading/members';
import { createRouter, organizationProcedure } from '../init.ts';
import { verbInput } from '../verb-input.ts';
import { toWire } from '../wire.ts';

const read = organizationProcedure('members.read');
/** A person who finds an open browser must not be able to make themselves an owner. */
const write = organizationProcedure('members.write', { reauthentication: true });
const takeAway = organizationProcedure('members.write', { reauthentication: true, whileSuspended: true });

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
    .mutation(({ ctx, input }) => inviteMember(ctx.actorCtx, { ...input, organizationId: ctx.organizationId })),

  resendInvitation: write
    .input(verbInput(invitationSchema))
    .mutation(({ ctx, input }) => resendInvitation(ctx.actorCtx, { ...input, organizationId: ctx.organizationId })),

  revokeInvitation: takeAway
    .input(verbInput(invitationSchema))
    .mutation(({ ctx, input }) => revokeInvitation(ctx.actorCtx, { ...input, organizationId: ctx.organizationId })),

  changeRole: write
    .input(verbInput(changeRoleSchema))
    .mutation(async ({ ctx, input }) =>
      toWire(await changeMemberRole(ctx.actorCtx, { ...input, organizationId: ctx.organizationId })),
    ),

  /** Confirms a new role, and for owners a new way in, so that it counts for money at once. */
  confirm: write
    .input(verbInput(memberSchema))
    .mutation(({ ctx, input }) => confirmMember(ctx.actorCtx, { ...input, organizationId: ctx.organizationId })),

  /** The keys that a member made and could not make with another role, or as no member. */
  keysOf: organizationProcedure('members.write')
    .input(verbInput(keysOfMemberSchema))
    .query(async ({ ctx, input }) =>
      toWire(await listKeysOfMember(ctx.actorCtx, { ...input, organizationId: ctx.organizationId })),
    ),

  remove: takeAway
    .input(verbInput(removeMemberSchema))
    .mutation(async ({ ctx, input }) =>
      toWire(await removeMember(ctx.actorCtx, { ...input, organizationId: ctx.organizationId })),
    ),

  endSessions: takeAway
    .input(verbInput(memberSchema))
    .mutation(({ ctx, input }) => endMemberSessions(ctx.actorCtx, { ...input, organizationId: ctx.organizationId })),

  leave: organizationProcedure('organization.leave', { whileSuspended: true }).mutation(({ ctx }) =>
    leaveOrganization(ctx.actorCtx, { organizationId: ctx.organizationId }),
  ),
});
