export { acceptInvitation, getInvitation, type ShownInvitation, signUpByInvitation } from './accept-invitation.ts';
export { addMember } from './add-member.ts';
export {
  changeMemberRole,
  endMemberSessions,
  leaveOrganization,
  listKeysOfMember,
  removeMember,
} from './change-member.ts';
export { inviteMember } from './invite-member.ts';
export { listLiveKeysOf } from './keys-of-member.ts';
export { resendInvitation, revokeInvitation } from './resend-invitation.ts';
export {
  type AddMemberInput,
  addMemberSchema,
  changeRoleSchema,
  type InvitationInput,
  type InviteMemberInput,
  invitationSchema,
  inviteMemberSchema,
  keysOfMemberSchema,
  type MemberInput,
  memberSchema,
  removeMemberSchema,
  type SignUpInput,
  signUpSchema,
} from './schemas.ts';
