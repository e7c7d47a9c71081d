export { addMember } from './add-member.ts';
export { createOrganization } from './create-organization.ts';
export {
  type ApplicationAccess,
  findApplicationAccess,
  findOrganizationAccess,
  type OrganizationAccess,
} from './find-access.ts';
export { listPlaces, type Place } from './list-places.ts';
export { insertOrganization } from './organization.ts';
export { may, mayChangeRole, type Permission, permissions, permissionsOf } from './permission.ts';
export {
  type AddMemberInput,
  addMemberSchema,
  type CreateOrganizationInput,
  createOrganizationSchema,
  roleSchema,
} from './schemas.ts';
