import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto';
import { promisify } from 'node:util';

const modulusBits = 2_048;
/** Length of a credential made with one of the provider's certificates, which are all RSA 2048. */
const realCredentialBytes = 256;
const paddingMinBytes = 8;
const paddingStart = 2;
const bitsPerByte = 8;

/** The key pair for SecurityCredential. */
export type CredentialKey = {
  /** Allowed lengths of a decoded credential, in bytes. */
  credentialBytes: readonly number[];
  /** The public key as SPKI PEM. */
  publicPem(): Promise<string>;
  /** Decrypts the password of a credential. Returns undefined when the credential was made for another key. */
  decrypt(credential: string): Promise<string | undefined>;
};

let generated: Promise<KeyObject> | undefined;

/** All simulators of a process share one generated key pair, because generating one is slow. */
const generatedKey = (): Promise<KeyObject> => {
  generated ??= promisify(generateKeyPair)('rsa', { modulusLength: modulusBits }).then(({ privateKey }) => privateKey);
  return generated;
};

/** Removes PKCS#1 v1.5 padding. Node refuses to do this itself. */
const unpad = (block: Buffer): string | undefined => {
  const end = block.indexOf(0, paddingStart);
  if (block[0] !== 0 || block[1] !== 2 || end < paddingStart + paddingMinBytes) return undefined;
  return block.subarray(end + 1).toString('utf8');
};

/**
 * Uses the given PEM private key, or generates a key when one is first needed.
 *
 * @throws Error when the PEM is not an RSA private key
 */
export const createCredentialKey = (pem: string | null): CredentialKey => {
  const given = pem === null ? undefined : createPrivateKey(pem);
  if (given !== undefined && given.asymmetricKeyType !== 'rsa') throw new Error('The private key is not an RSA key.');
  const ownBytes = Math.ceil((given?.asymmetricKeyDetails?.modulusLength ?? modulusBits) / bitsPerByte);
  const privateKey = async (): Promise<KeyObject> => given ?? generatedKey();
  return {
    credentialBytes: [...new Set([realCredentialBytes, ownBytes])],
    async publicPem() {
      return createPublicKey(await privateKey())
        .export({ type: 'spki', format: 'pem' })
        .toString();
    },
    async decrypt(credential) {
      const key = await privateKey();
      try {
        return unpad(privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, Buffer.from(credential, 'base64')));
      } catch {
        return undefined;
      }
    },
  };
};
