export { allowLinks } from './allow-links.ts';
export { hasColleagueWho } from './colleagues.ts';
export { createOrganization } from './create-organization.ts';
export { findApplicationAccess, findOrganizationAccess } from './find-access.ts';
export { listOrganizations } from './list-organizations.ts';
export { demandAnotherOwner, findRole, lockAsMember, lockRole, roleRefusal } from './lock-organization.ts';
export { insertOrganization } from './organization.ts';
export { authorityOf, isRaise, may, mayChangeRole, permissionsOf } from './permission.ts';
export { liftSignInRequirement, requireSignIn } from './require-sign-in.ts';
export { requireSignInSchema, roleSchema } from './schemas.ts';
export { findSeats, findVoucher, lockSeats, type Seats } from './seats.ts';
export { missingSignIn } from './sign-in-requirement.ts';
export {
  areTwoPeople,
  confirmRefusal,
  isNew,
  type Obstacle,
  obstacleRefusal,
  type Seat,
  secondPersonObstacle,
  settlesAt,
  settlingHours,
  wayInObstacle,
  whoAnswers,
} from './standing.ts';
export { lockOrganization } from './statements.ts';
export {
  isSuspended,
  OrganizationSuspended,
  requireActive,
  resumeOrganization,
  suspendOrganization,
} from './suspend-organization.ts';
