import { moneyOutScopes as moneyOutOfDomain, scopes as ofDomain } from '@tillgate/domain';
import { describe, expect, it } from 'vitest';
import { addressesIn, moneyOutScopes, needsGrant, proposedScopes, scopes } from './scopes.ts';

it('the page knows every scope there is, and those that move money out', () => {
  expect(scopes).toEqual(ofDomain);
  expect(moneyOutScopes).toEqual(moneyOutOfDomain);
});

describe('the form of a new key', () => {
  it('proposes all scopes in the sandbox, and none that moves money out in production', () => {
    expect(proposedScopes('sandbox')).toEqual(scopes);
    expect(proposedScopes('production')).toEqual(['collect', 'read', 'offline', 'inquire']);
  });

  it.each([
    ['production', ['read', 'payout'], true],
    ['production', ['refund'], true],
    ['production', ['read', 'collect'], false],
    ['sandbox', ['payout'], false],
  ] as const)('in %s with %j needs the right to grant money out: %s', (environment, given, expected) => {
    expect(needsGrant(environment, given)).toBe(expected);
  });

  it('reads addresses by line, comma or space', () => {
    expect(addressesIn(' 10.0.0.0/8,\n2001:db8::1  192.0.2.1,')).toEqual(['10.0.0.0/8', '2001:db8::1', '192.0.2.1']);
    expect(addressesIn('  ')).toEqual([]);
  });
});
