import { describe, expect, it } from 'vitest';
import type { Permission } from '../../kernel/permission.ts';
import { mayRead, type Reach, readable, spanOf } from './reach.ts';

const reached = (applicationId: string, ...permissions: Permission[]) =>
  [applicationId, { applicationId, name: 'Shop', organizationId: 'o', permissions: new Set(permissions) }] as const;
const reach: Reach = new Map([
  reached('a', 'payments.read', 'events.read'),
  reached('b', 'payments.read'),
  reached('c', 'reviews.read'),
]);
const sandbox = { environment: 'sandbox' as const };
const span = (...applicationIds: string[]) => ({ kind: 'span', span: { applicationIds, ...sandbox } });

describe('what a list reads', () => {
  it.each([
    ['payments.read', undefined, span('a', 'b')],
    ['payments.read', null, span('a', 'b')],
    ['payments.read', 'a', span('a')],
    ['payments.read', 'c', { kind: 'denied' }],
    ['payments.read', 'z', { kind: 'missing' }],
    ['events.read', undefined, span('a')],
    ['events.read', 'b', { kind: 'denied' }],
    ['payouts.read', undefined, { kind: 'denied' }],
  ] as const)('with %s of %s: %j', (permission, applicationId, expected) => {
    expect(spanOf(reach, permission, { applicationId, ...sandbox })).toEqual(expected);
  });

  it('is nothing for who has no application', () => {
    expect(spanOf(new Map(), 'payments.read', sandbox)).toEqual(span());
  });

  it('is told by application', () => {
    expect(readable(reach, 'reviews.read')).toEqual(['c']);
    expect(mayRead(reach, 'reviews.read', 'c')).toBe(true);
    expect(mayRead(reach, 'reviews.read', 'z')).toBe(false);
  });
});
