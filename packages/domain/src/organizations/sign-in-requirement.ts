import type { SignInRequirement } from '@tillgate/db';
import type { SignInProof } from '../users/index.ts';

/** What a session still lacks to see an organization; null when nothing. */
export function missingSignIn(required: SignInRequirement | null, proof: SignInProof): SignInRequirement | null {
  if (required === 'second_factor') return proof.secondFactor ? null : required;
  if (required === 'sso') return proof.method === 'oidc' ? null : required;
  return null;
}
