// @ts-check

/**
 * A page of the dashboard. `follow`: the page behind the first link of the page at `path` that matches, and so on.
 * @typedef {{ name: string, path: string, follow?: RegExp[] }} Page
 */

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const behind = (/** @type {string} */ path) => new RegExp(`/${path}/${id}$`);

/** Pages of an application and environment, below `/a/<application>/<environment>/`. @type {Page[]} */
export const tenantPages = [
  { name: 'home', path: '' },
  { name: 'payments', path: 'payments' },
  { name: 'payment', path: 'payments', follow: [behind('payments')] },
  { name: 'collect', path: 'collect' },
  { name: 'display', path: 'display' },
  { name: 'links', path: 'links' },
  { name: 'link', path: 'links', follow: [behind('links')] },
  { name: 'new-link', path: 'links/new' },
  { name: 'payouts', path: 'payouts' },
  { name: 'payout', path: 'payouts', follow: [behind('payouts')] },
  { name: 'new-payout', path: 'payouts/new' },
  { name: 'batches', path: 'batches' },
  { name: 'batch', path: 'batches', follow: [behind('batches')] },
  { name: 'new-batch', path: 'batches/new' },
  { name: 'reports', path: 'reports' },
  { name: 'approvals', path: 'approvals' },
  { name: 'approval', path: 'approvals', follow: [behind('approvals')] },
  { name: 'reviews', path: 'reviews' },
  { name: 'inquiries', path: 'inquiries' },
  { name: 'days', path: 'days' },
  { name: 'day', path: 'days', follow: [/\/days\/\d{4}-\d\d-\d\d$/] },
  { name: 'float', path: 'float' },
  { name: 'offline', path: 'offline' },
  { name: 'offline-settings', path: 'offline/settings' },
  { name: 'restores', path: 'restores' },
  { name: 'exports', path: 'exports' },
  { name: 'reporting-tokens', path: 'reporting-tokens' },
  { name: 'reconciliation', path: 'reconciliation' },
  { name: 'keys', path: 'developers/keys' },
  { name: 'endpoints', path: 'developers/endpoints' },
  { name: 'endpoint', path: 'developers/endpoints', follow: [behind('developers/endpoints')] },
  {
    name: 'delivery',
    path: 'developers/endpoints',
    follow: [behind('developers/endpoints'), behind('developers/deliveries')],
  },
  { name: 'requests', path: 'developers/requests' },
  { name: 'events', path: 'developers/events' },
  { name: 'event-types', path: 'developers/event-types' },
  { name: 'graphql', path: 'developers/graphql' },
  { name: 'errors', path: 'developers/errors' },
  { name: 'handset', path: 'handset' },
  { name: 'credentials', path: 'settings/credentials' },
  { name: 'members', path: 'settings/members' },
  { name: 'policy', path: 'settings/policy' },
  { name: 'guard', path: 'settings/guard' },
  { name: 'return-hosts', path: 'settings/return-hosts' },
  { name: 'audit', path: 'settings/audit' },
];

/** Pages of a person, whatever the application. @type {Page[]} */
export const personPages = [{ name: 'account', path: '/account' }];

/** Pages that anybody may open. @type {Page[]} */
export const publicPages = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token=none' },
  { name: 'accept-invitation', path: '/invitations/accept?token=none' },
];
