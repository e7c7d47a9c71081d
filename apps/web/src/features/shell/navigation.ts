import type { Environment, Role } from '@tillgate/db';
import type { Permission } from '@tillgate/domain';
import {
  ArrowUpFromLine,
  BookOpen,
  Braces,
  CalendarCheck,
  ChartColumn,
  CircleCheckBig,
  CircleHelp,
  ClipboardCheck,
  FileDown,
  Fingerprint,
  Hand,
  House,
  KeyRound,
  type LucideIcon,
  ReceiptText,
  Scale,
  ScrollText,
  ShieldCheck,
  Smartphone,
  Store,
  Terminal,
  Users,
  Wallet,
  Webhook,
  Zap,
} from 'lucide-react';

/** A page of the rail. Its label is `shell.pages.<name>`. */
export type NavigationPage = {
  name: string;
  /** The address below the tenant's; its detail pages begin with it. */
  page: string;
  permission: Permission;
  icon: LucideIcon;
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
      { name: 'home', page: '', permission: 'reports.read', icon: House },
      { name: 'payments', page: 'payments', permission: 'payments.read', icon: ReceiptText },
      { name: 'collect', page: 'collect', permission: 'payments.collect', icon: Hand },
      { name: 'payouts', page: 'payouts', permission: 'payouts.read', icon: ArrowUpFromLine },
      { name: 'approvals', page: 'approvals', permission: 'orders.read', icon: CircleCheckBig },
      { name: 'reviews', page: 'reviews', permission: 'reviews.read', icon: ClipboardCheck },
      { name: 'inquiries', page: 'inquiries', permission: 'inquiries.read', icon: CircleHelp },
      { name: 'offline', page: 'offline', permission: 'offline.read', icon: Store },
    ],
  },
  {
    name: 'finance',
    pages: [
      { name: 'reports', page: 'reports', permission: 'reports.read', icon: ChartColumn },
      { name: 'reconciliation', page: 'reconciliation', permission: 'statements.read', icon: Scale },
      { name: 'days', page: 'days', permission: 'days.read', icon: CalendarCheck },
      { name: 'float', page: 'float', permission: 'inquiries.read', icon: Wallet },
      { name: 'exports', page: 'exports', permission: 'exports.use', icon: FileDown },
    ],
  },
  {
    name: 'developers',
    pages: [
      { name: 'keys', page: 'developers/keys', permission: 'keys.read', icon: KeyRound },
      {
        name: 'webhooks',
        page: 'developers/endpoints',
        permission: 'endpoints.read',
        icon: Webhook,
        also: 'developers/deliveries',
      },
      { name: 'requests', page: 'developers/requests', permission: 'requests.read', icon: Terminal },
      {
        name: 'events',
        page: 'developers/events',
        permission: 'events.read',
        icon: Zap,
        also: 'developers/event-types',
      },
      { name: 'graphql', page: 'developers/graphql', permission: 'reports.read', icon: Braces },
      { name: 'catalogue', page: 'developers/errors', permission: 'catalogue.read', icon: BookOpen },
      { name: 'handset', page: 'handset', permission: 'handset.use', icon: Smartphone, only: 'sandbox' },
    ],
  },
  {
    name: 'settings',
    pages: [
      { name: 'credentials', page: 'settings/credentials', permission: 'credentials.read', icon: Fingerprint },
      { name: 'members', page: 'settings/members', permission: 'members.read', icon: Users },
      { name: 'policy', page: 'settings/policy', permission: 'policy.read', icon: ShieldCheck },
      { name: 'audit', page: 'settings/audit', permission: 'audit.read', icon: ScrollText },
    ],
  },
];

/** What a role sees of the rail; sections without a page are left out. */
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
