export { acceptInvitation, getInvitation, type ShownInvitation, signUpByInvitation } from './accept-invitation.ts';
export { addMember } from './add-member.ts';
export { changeMemberRole, leaveOrganization, removeMember } from './change-member.ts';
export { createOrganization } from './create-organization.ts';
export { findApplicationAccess, findOrganizationAccess } from './find-access.ts';
export { inviteMember } from './invite-member.ts';
export { lockRole } from './lock-organization.ts';
export { insertOrganization } from './organization.ts';
export { may, mayChangeRole, type Permission, permissions, permissionsOf } from './permission.ts';
export { resendInvitation, revokeInvitation } from './resend-invitation.ts';
export {
  type AddMemberInput,
  addMemberSchema,
  type CreateOrganizationInput,
  createOrganizationSchema,
  type InvitationInput,
  type InviteMemberInput,
  invitationSchema,
  inviteMemberSchema,
  type MemberInput,
  memberSchema,
  roleSchema,
  type SignUpInput,
  signUpSchema,
} from './schemas.ts';
