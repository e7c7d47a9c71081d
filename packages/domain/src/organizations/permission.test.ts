import { Role } from '@tillgate/db';
import { describe, expect, it } from 'vitest';
import { type Permission, permissions } from '../kernel/permission.ts';
import { may, mayChangeRole, permissionsOf } from './permission.ts';

const roles = Object.values(Role);
/** Written by hand: who may what that not everybody may. O owner, A admin, D developer, F finance, S support. */
const table: Partial<Record<Permission, string>> = {
  'payments.collect': 'OAFS',
  'payments.query': 'OADFS',
  'links.write': 'OAFS',
  'batches.request': 'OAF',
  'payouts.request': 'OAF',
  'reversals.request': 'OAFS',
  'orders.approve': 'OAF',
  'reviews.work': 'OAFS',
  'reviews.resolve': 'OAF',
  'inquiries.ask': 'OAFS',
  'statements.read': 'OAF',
  'statements.import': 'OAF',
  'days.read': 'OAF',
  'days.signOff': 'OAF',
  'float.write': 'OAF',
  'offline.write': 'OAD',
  'keys.read': 'OAD',
  'keys.write': 'OAD',
  'keys.grant': 'OA',
  'reportingTokens.read': 'OAF',
  'reportingTokens.write': 'OAF',
  'endpoints.read': 'OAD',
  'endpoints.write': 'OAD',
  'requests.read': 'OAD',
  'requests.write': 'OAD',
  'events.read': 'OADS',
  'credentials.read': 'OAD',
  'credentials.write': 'OA',
  'policy.read': 'OAF',
  'policy.write': 'OA',
  'audit.read': 'OAF',
  'exports.use': 'OAF',
  'exports.buckets': 'OA',
  'views.share': 'OADF',
  'members.read': 'OA',
  'members.write': 'OA',
  'organization.secure': 'O',
  'subjects.manage': 'O',
  'applications.write': 'OA',
};

describe('a role', () => {
  it.each(permissions.map((permission) => [permission] as const))('%s is granted as the table says', (permission) => {
    const expected = table[permission] ?? 'OADFS';
    const actual = roles.filter((role) => may(role, permission)).map((role) => role.charAt(0).toUpperCase());
    expect(actual.sort()).toEqual([...expected].sort());
  });

  it('lists what it may', () => {
    expect(permissionsOf('owner')).toEqual([...permissions]);
    expect(permissionsOf('support')).not.toContain('payouts.request');
  });
});

describe('changing a role', () => {
  it.each([
    ['owner', 'owner', 'support', true],
    ['owner', undefined, 'owner', true],
    ['admin', 'developer', 'admin', true],
    ['admin', 'admin', undefined, true],
    ['admin', undefined, 'owner', false],
    ['admin', 'owner', undefined, false],
    ['developer', 'support', 'finance', false],
    ['finance', undefined, 'support', false],
  ] as const)('as %s from %s to %s: %s', (actor, from, to, expected) => {
    expect(mayChangeRole(actor, from, to)).toBe(expected);
  });
});
