import type { Role } from '@tillgate/db';
import type { Authority } from '../kernel/authority.ts';
import { type Permission, permissions } from '../kernel/permission.ts';

/** What every member may, whatever the role. */
const everybody: Permission[] = [
  'reports.read',
  'payments.read',
  'links.read',
  'payouts.read',
  'batches.read',
  'orders.read',
  'reviews.read',
  'inquiries.read',
  'offline.read',
  'catalogue.read',
  'handset.use',
  'views.use',
  'organization.leave',
];

const finance: Permission[] = [
  ...everybody,
  'payments.collect',
  'payments.query',
  'links.write',
  'payouts.request',
  'batches.request',
  'reversals.request',
  'orders.approve',
  'reviews.work',
  'reviews.resolve',
  'inquiries.ask',
  'reportingTokens.read',
  'reportingTokens.write',
  'statements.read',
  'statements.import',
  'days.read',
  'days.signOff',
  'float.write',
  'policy.read',
  'audit.read',
  'exports.use',
  'views.share',
];

const developer: Permission[] = [
  ...everybody,
  'payments.query',
  'offline.write',
  'keys.read',
  'keys.write',
  'endpoints.read',
  'endpoints.write',
  'requests.read',
  'requests.write',
  'events.read',
  'credentials.read',
  'views.share',
];

const ownersAlone: ReadonlySet<Permission> = new Set(['organization.secure', 'subjects.manage']);

const granted: Record<Role, ReadonlySet<Permission>> = {
  owner: new Set(permissions),
  admin: new Set(permissions.filter((permission) => !ownersAlone.has(permission))),
  developer: new Set(developer),
  finance: new Set(finance),
  support: new Set([
    ...everybody,
    'payments.collect',
    'payments.query',
    'links.write',
    // Another person approves it: see the room of orders.
    'reversals.request',
    'reviews.work',
    'inquiries.ask',
    'events.read',
  ]),
};

/** Whether a member with this role may. */
export function may(role: Role, permission: Permission): boolean {
  return granted[role].has(permission);
}

/** What a member with this role may do. */
export function authorityOf(role: Role): Authority {
  return { of: 'person', permissions: granted[role] };
}

/** All that a role may, in the order of the union. */
export function permissionsOf(role: Role): Permission[] {
  return permissions.filter((permission) => may(role, permission));
}

const rank: Record<Role, number> = { owner: 2, admin: 1, developer: 0, finance: 0, support: 0 };

/** Whether a member may give, change or remove a role. Only owners may make and change owners. */
export function mayChangeRole(actor: Role, from: Role | undefined, to: Role | undefined): boolean {
  if (!may(actor, 'members.write')) return false;
  return [from, to].every((role) => role === undefined || rank[role] <= rank[actor]);
}

/** Whether a role allows something that another one, or no seat, does not. */
export function isRaise(from: Role | undefined, to: Role): boolean {
  return permissionsOf(to).some((permission) => from === undefined || !may(from, permission));
}
