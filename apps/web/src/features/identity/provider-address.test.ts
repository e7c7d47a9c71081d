import { describe, expect, it } from 'vitest';
import { type AddressTrust, addressOf } from './provider-address.ts';

const email = 'ann@shop.example';
const judge = (claims: object, trustedEmail: AddressTrust = 'false', emailClaim = 'email') =>
  addressOf({ ...claims }, { emailClaim, trustedEmail });

describe('an address of the identity provider opens an account', () => {
  it.each<[string, object, AddressTrust?, string?]>([
    ['when the provider has verified it', { email, email_verified: true }],
    ['when the operator vouches for it', { email }, 'true'],
    ['when the operator vouches for it, and the provider says so in a text', { email, email_verified: 'true' }, 'true'],
    ['when its domain is the company’s', { email, xms_edov: true }, 'xms_edov'],
    ['when its domain is the company’s, as Entra may write it', { email, xms_edov: '1' }, 'xms_edov'],
    ['when its domain is the company’s, as a number', { email, xms_edov: 1 }, 'true'],
    ['in the claim that the operator names', { preferred_username: email }, 'true', 'preferred_username'],
    ['as the first of a list', { verified_primary_email: [email, 'b@c.example'] }, 'true', 'verified_primary_email'],
  ])('%s', (_what, claims, trust, claim) => {
    expect(judge(claims, trust, claim)).toEqual({ email, emailVerified: true });
  });
});

describe('an address of the identity provider opens no account', () => {
  it.each<[string, object, AddressTrust?, string?]>([
    ['when nobody vouches for it', { email }],
    ['when its domain is the company’s, but the operator does not go by that', { email, xms_edov: true }],
    ['when only a text says that it is verified', { email, email_verified: 'true' }],
    ['when its domain is not said to be the company’s', { email }, 'xms_edov'],
    ['when its domain is not the company’s', { email, xms_edov: false }, 'xms_edov'],
    ['when its domain is not the company’s, although the operator vouches', { email, xms_edov: '0' }, 'true'],
    [
      'in another claim that the verification does not speak of',
      { email: 'b@c.example', email_verified: true, upn: email },
      'false',
      'upn',
    ],
    ['in another claim that xms_edov does not speak of', { xms_edov: true, upn: email }, 'xms_edov', 'upn'],
    ...[false, 'false', 'False', null, 0, 'no'].flatMap((no) =>
      (['true', 'xms_edov'] as const).map((trust): [string, object, AddressTrust] => [
        `when the provider says ${JSON.stringify(no)}, whatever the operator says (${trust})`,
        { email, email_verified: no, xms_edov: true },
        trust,
      ]),
    ),
  ])('%s', (_what, claims, trust, claim) => {
    expect(judge(claims, trust, claim)).toEqual({ email, emailVerified: false });
  });
});

it.each([
  ['missing', {}],
  ['empty list', { email: [] }],
  ['object', { email: { address: email } }],
])('an address that is no text is none: %s', (_what, claims) => {
  expect(judge(claims, 'true').email).toBeUndefined();
});
