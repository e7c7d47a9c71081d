import { describe, expect, it } from 'vitest';
import { formatRefusal, parseRefusal } from './sign-in-refusal.ts';

describe('a refusal', () => {
  it.each([
    { kind: 'wrong_password' },
    { kind: 'wrong_code' },
    { kind: 'wrong_passkey' },
    { kind: 'challenge_gone' },
    { kind: 'second_factor_needed' },
    { kind: 'not_invited' },
    { kind: 'address_unverified' },
    { kind: 'other_subject' },
    { kind: 'failed' },
    { kind: 'throttled', seconds: 840 },
    { kind: 'clocks', seconds: 90 },
  ] as const)('%j travels in an address', (refusal) => expect(parseRefusal(formatRefusal(refusal))).toEqual(refusal));

  it.each([
    '',
    'OAuthCallback',
    '<script>',
    'throttled:',
    'throttled:9999999999',
    'clocks:-1',
    'clocks:1:2',
    'failed:3',
  ])('%j is a failure', (text) => expect(parseRefusal(text)).toEqual({ kind: 'failed' }));

  it('AccessDenied is next-auth’s word for whom nobody invited', () =>
    expect(parseRefusal('AccessDenied')).toEqual({ kind: 'not_invited' }));
});
