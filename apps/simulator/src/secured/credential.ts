import { createRsaKey, type RsaKey } from '../rsa-key.ts';

const modulusBits = 2_048;
/** Length of a credential made with one of the provider's certificates, which are all RSA 2048. */
const realCredentialBytes = 256;

/** The key pair for SecurityCredential. */
export type CredentialKey = Omit<RsaKey, 'modulusBytes'> & {
  /** Allowed lengths of a decoded credential, in bytes. */
  credentialBytes: readonly number[];
};

/**
 * Uses the given PEM private key, or generates a key when one is first needed.
 *
 * @throws Error when the PEM is not an RSA private key
 */
export const createCredentialKey = (pem: string | null): CredentialKey => {
  const { modulusBytes, ...key } = createRsaKey(pem, modulusBits);
  return { ...key, credentialBytes: [...new Set([realCredentialBytes, modulusBytes])] };
};
