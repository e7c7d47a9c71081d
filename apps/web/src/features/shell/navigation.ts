import type { Environment, Role } from '@tillgate/db';
import type { Permission } from '@tillgate/domain';

/** A page of the rail. Its label is `shell.pages.<name>`, its icon is in navigation-icons.tsx. */
export type NavigationPage = {
  name: string;
  /** The address below the tenant's; its detail pages begin with it. */
  page: string;
  permission: Permission;
  /** Other addresses at which it is the current one. */
  also?: string;
  only?: Environment;
};

/** A part of the rail; those with a name have a heading, `shell.sections.<name>`, and can be folded. */
export type NavigationSection = { name?: 'finance' | 'developers' | 'settings'; pages: NavigationPage[] };

/** The sections that a role works in every day. Others are folded until somebody opens them. */
export const dailySections: Record<Role, NonNullable<NavigationSection['name']>[]> = {
  owner: ['finance'],
  admin: ['finance'],
  finance: ['finance'],
  developer: ['developers'],
  support: [],
};

/** Every page of a tenant, in the order of the rail. */
export const navigation: NavigationSection[] = [
  {
    pages: [
      { name: 'home', page: '', permission: 'reports.read' },
      { name: 'payments', page: 'payments', permission: 'payments.read' },
      { name: 'collect', page: 'collect', permission: 'payments.collect' },
      { name: 'links', page: 'links', permission: 'links.read' },
      { name: 'payouts', page: 'payouts', permission: 'payouts.read' },
      { name: 'batches', page: 'batches', permission: 'batches.read' },
      { name: 'approvals', page: 'approvals', permission: 'orders.read' },
      { name: 'reviews', page: 'reviews', permission: 'reviews.read' },
      { name: 'inquiries', page: 'inquiries', permission: 'inquiries.read' },
      { name: 'offline', page: 'offline', permission: 'offline.read' },
    ],
  },
  {
    name: 'finance',
    pages: [
      { name: 'reports', page: 'reports', permission: 'reports.read' },
      { name: 'reconciliation', page: 'reconciliation', permission: 'statements.read' },
      { name: 'days', page: 'days', permission: 'days.read' },
      { name: 'float', page: 'float', permission: 'inquiries.read' },
      { name: 'exports', page: 'exports', permission: 'exports.use' },
      { name: 'reportingTokens', page: 'reporting-tokens', permission: 'reportingTokens.read' },
    ],
  },
  {
    name: 'developers',
    pages: [
      { name: 'keys', page: 'developers/keys', permission: 'keys.read' },
      {
        name: 'webhooks',
        page: 'developers/endpoints',
        permission: 'endpoints.read',
        also: 'developers/deliveries',
      },
      { name: 'requests', page: 'developers/requests', permission: 'requests.read' },
      {
        name: 'events',
        page: 'developers/events',
        permission: 'events.read',
        also: 'developers/event-types',
      },
      { name: 'graphql', page: 'developers/graphql', permission: 'reports.read' },
      { name: 'catalogue', page: 'developers/errors', permission: 'catalogue.read' },
      { name: 'handset', page: 'handset', permission: 'handset.use', only: 'sandbox' },
    ],
  },
  {
    name: 'settings',
    pages: [
      { name: 'credentials', page: 'settings/credentials', permission: 'credentials.read' },
      { name: 'members', page: 'settings/members', permission: 'members.read' },
      { name: 'policy', page: 'settings/policy', permission: 'policy.read' },
      { name: 'guard', page: 'settings/guard', permission: 'policy.read' },
      { name: 'returnHosts', page: 'settings/return-hosts', permission: 'applications.write' },
      { name: 'audit', page: 'settings/audit', permission: 'audit.read' },
    ],
  },
];

/** The sections of the rail for a role, without empty ones. */
export function visibleSections(permissions: readonly Permission[], environment: Environment): NavigationSection[] {
  return navigation
    .map((section) => ({
      ...section,
      pages: section.pages.filter(
        ({ permission, only }) => permissions.includes(permission) && (only === undefined || only === environment),
      ),
    }))
    .filter((section) => section.pages.length > 0);
}

function isBelow(address: string, page: string): boolean {
  return address === page || (page !== '' && address.startsWith(`${page}/`));
}

/** Whether the rail's page is the one at this address, or one of its details. */
export function isCurrent({ page, also }: NavigationPage, address: string): boolean {
  return isBelow(address, page) || (also !== undefined && isBelow(address, also));
}

/** The page to show after a switch of environment. Pages of one row lead to their list, because rows belong to one environment. */
export function pageInEnvironment(address: string, environment: Environment): string {
  const current = navigation.flatMap(({ pages }) => pages).find((page) => isCurrent(page, address));
  if (!current || (current.only !== undefined && current.only !== environment)) return '';
  return current.page;
}
