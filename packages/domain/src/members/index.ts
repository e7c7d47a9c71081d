export { acceptInvitation, getInvitation, type ShownInvitation, signUpByInvitation } from './accept-invitation.ts';
export { addMember } from './add-member.ts';
export {
  changeMemberRole,
  confirmMember,
  endMemberSessions,
  leaveOrganization,
  listKeysOfMember,
  removeMember,
} from './change-member.ts';
export { inviteMember } from './invite-member.ts';
export { listLiveKeysOf } from './keys-of-member.ts';
export { resendInvitation, revokeInvitation } from './resend-invitation.ts';
export {
  changeRoleSchema,
  invitationSchema,
  inviteMemberSchema,
  keysOfMemberSchema,
  memberSchema,
  removeMemberSchema,
  signUpSchema,
} from './schemas.ts';
