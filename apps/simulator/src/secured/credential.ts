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
/** A SecurityCredential made with the provider's real certificates, which are all RSA 2048. */
const realCredentialBytes = 256;
const paddingMinBytes = 8;
const paddingStart = 2;
const bitsPerByte = 8;

/** The key pair behind SecurityCredential. */
export type CredentialKey = {
  /** Lengths that a decoded credential may have. */
  credentialBytes: readonly number[];
  /** The public key as SPKI PEM. */
  publicPem(): Promise<string>;
  /** The password inside a credential; undefined when it was not made for this key. */
  decrypt(credential: string): Promise<string | undefined>;
};

let generated: Promise<KeyObject> | undefined;

/** One pair serves all simulators of a process: making it takes a noticeable part of a second. */
const generatedKey = (): Promise<KeyObject> => {
  generated ??= promisify(generateKeyPair)('rsa', { modulusLength: modulusBits }).then(({ privateKey }) => privateKey);
  return generated;
};

/** PKCS#1 v1.5 padding is removed by hand, because Node refuses to do it. */
const unpad = (block: Buffer): string | undefined => {
  const end = block.indexOf(0, paddingStart);
  if (block[0] !== 0 || block[1] !== 2 || end < paddingStart + paddingMinBytes) return undefined;
  return block.subarray(end + 1).toString('utf8');
};

/**
 * The key of a PEM private key, or one made when it is first needed.
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
