export { findFormerOrganization } from './find-former-organization.ts';
export { listInvitations, listMembers } from './list-members.ts';
export { listPlaces, type Place } from './list-places.ts';
export { readRequiredSignIn } from './read-required-sign-in.ts';
