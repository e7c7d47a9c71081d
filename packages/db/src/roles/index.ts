export { applyRoles, type RolesReport } from './apply-roles.ts';
export { examineRoles } from './examine-roles.ts';
export { type ProcessWithRole, processesWithRole, roleOf } from './grants.ts';
export { giveLogins } from './sign-in.ts';
