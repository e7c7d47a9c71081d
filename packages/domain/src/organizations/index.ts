export { acceptInvitation, getInvitation, type ShownInvitation, signUpByInvitation } from './accept-invitation.ts';
export { addMember } from './add-member.ts';
export {
  changeMemberRole,
  endMemberSessions,
  leaveOrganization,
  listKeysOfMember,
  removeMember,
} from './change-member.ts';
export { createOrganization } from './create-organization.ts';
export { findApplicationAccess, findOrganizationAccess } from './find-access.ts';
export { inviteMember } from './invite-member.ts';
export { listLiveKeysOf } from './keys-of-member.ts';
export { lockRole } from './lock-organization.ts';
export { insertOrganization } from './organization.ts';
export { authorityOf, may, mayChangeRole, permissionsOf } from './permission.ts';
export { liftSignInRequirement, requireSignIn } from './require-sign-in.ts';
export { resendInvitation, revokeInvitation } from './resend-invitation.ts';
export {
  type AddMemberInput,
  addMemberSchema,
  type CreateOrganizationInput,
  changeRoleSchema,
  createOrganizationSchema,
  type InvitationInput,
  type InviteMemberInput,
  invitationSchema,
  inviteMemberSchema,
  keysOfMemberSchema,
  type MemberInput,
  memberSchema,
  type RequireSignInInput,
  removeMemberSchema,
  requireSignInSchema,
  roleSchema,
  type SignUpInput,
  signUpSchema,
} from './schemas.ts';
export { missingSignIn } from './sign-in-requirement.ts';
export {
  isSuspended,
  OrganizationSuspended,
  requireActive,
  resumeOrganization,
  suspendOrganization,
} from './suspend-organization.ts';
