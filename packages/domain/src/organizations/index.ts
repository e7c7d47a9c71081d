export { createOrganization } from './create-organization.ts';
export { findApplicationAccess, findOrganizationAccess } from './find-access.ts';
export { demandAnotherOwner, findRole, lockAsMember, lockRole, roleRefusal } from './lock-organization.ts';
export { insertOrganization } from './organization.ts';
export { authorityOf, may, mayChangeRole, permissionsOf } from './permission.ts';
export { liftSignInRequirement, requireSignIn } from './require-sign-in.ts';
export { requireSignInSchema, roleSchema } from './schemas.ts';
export { missingSignIn } from './sign-in-requirement.ts';
export { lockOrganization } from './statements.ts';
export {
  isSuspended,
  OrganizationSuspended,
  requireActive,
  resumeOrganization,
  suspendOrganization,
} from './suspend-organization.ts';
