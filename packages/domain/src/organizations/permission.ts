import type { Role } from '@tillgate/db';

/** What a member of an organization may be allowed to do. Each procedure of the dashboard names the one it needs. */
export const permissions = [
  'reports.read',
  'payments.read',
  'payments.collect',
  'payments.query',
  'payouts.read',
  'payouts.request',
  'reversals.request',
  'orders.read',
  'orders.approve',
  'reviews.read',
  'reviews.work',
  'reviews.resolve',
  'inquiries.read',
  'inquiries.ask',
  /** To see the provider's statements: balances, and everybody who paid. */
  'statements.read',
  'statements.import',
  /** To see the close of day: what came, went and was in the accounts. */
  'days.read',
  /** To vouch for the figures of a day. */
  'days.signOff',
  /** To say below which balance people are told. */
  'float.write',
  'offline.read',
  'offline.write',
  'keys.read',
  'keys.write',
  /** To give a production key a scope that moves money out. */
  'keys.grant',
  /** Tokens that BI tools read reports with. */
  'reportingTokens.read',
  'reportingTokens.write',
  'endpoints.read',
  'endpoints.write',
  'requests.read',
  'events.read',
  'catalogue.read',
  'handset.use',
  'credentials.read',
  'credentials.write',
  'policy.read',
  'policy.write',
  'audit.read',
  /** To make, read and download files of lists. The list's own permission is needed too. */
  'exports.use',
  /** To say into which buckets files may go. */
  'exports.buckets',
  'views.use',
  'views.share',
  'members.read',
  'members.write',
  'organization.leave',
  /** To say how members must sign in. */
  'organization.secure',
  /** To export and erase what is kept about a customer. */
  'subjects.manage',
  'applications.write',
] as const;

export type Permission = (typeof permissions)[number];

/** What every member may, whatever the role. */
const everybody: Permission[] = [
  'reports.read',
  'payments.read',
  'payouts.read',
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
  'payouts.request',
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
    'reviews.work',
    'inquiries.ask',
    'events.read',
  ]),
};

/** Whether a member with this role may. */
export function may(role: Role, permission: Permission): boolean {
  return granted[role].has(permission);
}

/** All that a role may, in the order of the union. */
export function permissionsOf(role: Role): Permission[] {
  return permissions.filter((permission) => may(role, permission));
}

const rank: Record<Role, number> = { owner: 2, admin: 1, developer: 0, finance: 0, support: 0 };

/**
 * Whether a member may give, change or take a role: owners are made and unmade by owners alone, an admin may not touch an owner.
 */
export function mayChangeRole(actor: Role, from: Role | undefined, to: Role | undefined): boolean {
  if (!may(actor, 'members.write')) return false;
  return [from, to].every((role) => role === undefined || rank[role] <= rank[actor]);
}
