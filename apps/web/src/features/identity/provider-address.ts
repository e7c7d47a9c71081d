/** Whether the operator vouches for the addresses of the identity provider: `xms_edov` for those that it says its company owns. */
export const addressTrusts = ['false', 'xms_edov', 'true'] as const;
export type AddressTrust = (typeof addressTrusts)[number];

export type ProviderClaims = Readonly<Record<string, unknown>>;
type Rule = { emailClaim: string; trustedEmail: AddressTrust };
type Address = { email: string | undefined; emailVerified: boolean };

/** The address in an ID token, and whether it opens the account that has it. A list counts by its first entry. */
export function addressOf(claims: ProviderClaims, { emailClaim, trustedEmail }: Rule): Address {
  const given = claims[emailClaim];
  const first: unknown = Array.isArray(given) ? given[0] : given;
  return {
    email: typeof first === 'string' ? first : undefined,
    emailVerified: isVerified(claims, emailClaim === 'email', trustedEmail),
  };
}

/** `email_verified` and `xms_edov` speak of the claim `email` alone. A "no" of the provider is never overruled. */
function isVerified(claims: ProviderClaims, isOfEmail: boolean, trust: AddressTrust): boolean {
  const { email_verified: said, xms_edov: isOwned } = claims;
  if (said === true && isOfEmail) return true;
  if (said !== undefined && said !== true && said !== 'true') return false;
  if (trust === 'false') return false;
  if (isOwned !== undefined && isOfEmail) return [true, 'true', 1, '1'].some((yes) => yes === isOwned);
  return trust === 'true';
}
