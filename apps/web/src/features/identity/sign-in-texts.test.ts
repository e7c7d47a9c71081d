import { describe, expect, it } from 'vitest';
import { nextPath } from './next-path.ts';
import { formatRefusal, parseRefusal } from './sign-in-refusal.ts';

describe('where a sign-in leads', () => {
  it.each([
    [undefined, '/'],
    ['', '/'],
    ['/a/1/sandbox/payments?status=failed', '/a/1/sandbox/payments?status=failed'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/\n/evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/account#x', '/account'],
  ])('%j → %s', (asked, path) => expect(nextPath(asked)).toBe(path));
});

describe('a refusal', () => {
  it.each([
    { kind: 'wrong_password' },
    { kind: 'wrong_code' },
    { kind: 'challenge_gone' },
    { kind: 'second_factor_needed' },
    { kind: 'not_invited' },
    { kind: 'address_unverified' },
    { kind: 'failed' },
    { kind: 'throttled', seconds: 840 },
  ] as const)('%j travels in an address', (refusal) => expect(parseRefusal(formatRefusal(refusal))).toEqual(refusal));

  it.each(['', 'OAuthCallback', '<script>', 'throttled:', 'throttled:9999999'])('%j is a failure', (text) =>
    expect(parseRefusal(text)).toEqual({ kind: 'failed' }),
  );

  it('AccessDenied is next-auth’s word for whom nobody invited', () =>
    expect(parseRefusal('AccessDenied')).toEqual({ kind: 'not_invited' }));
});
