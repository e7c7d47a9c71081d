import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto';
import { promisify } from 'node:util';

const paddingMinBytes = 8;
const paddingStart = 2;
const bitsPerByte = 8;

/** A key pair whose public half clients encrypt with. */
export type RsaKey = {
  modulusBytes: number;
  /** The public key as SPKI PEM. */
  publicPem(): Promise<string>;
  /** Decrypts a base64 text. Returns undefined when it was made for another key or with another padding. */
  decrypt(encrypted: string): Promise<string | undefined>;
};

const generated = new Map<number, Promise<KeyObject>>();

/** All simulators of a process share one generated key pair of each length, because generating one is slow. */
const generatedKey = (bits: number): Promise<KeyObject> => {
  const known = generated.get(bits);
  if (known !== undefined) return known;
  const fresh = promisify(generateKeyPair)('rsa', { modulusLength: bits }).then(({ privateKey }) => privateKey);
  generated.set(bits, fresh);
  return fresh;
};

/** Removes PKCS#1 v1.5 padding. Node refuses to do this itself. */
const unpad = (block: Buffer): string | undefined => {
  const end = block.indexOf(0, paddingStart);
  if (block[0] !== 0 || block[1] !== 2 || end < paddingStart + paddingMinBytes) return undefined;
  return block.subarray(end + 1).toString('utf8');
};

/**
 * Uses the given PEM private key, or generates a key of `bits` when one is first needed.
 *
 * @throws Error when the PEM is not an RSA private key
 */
export const createRsaKey = (pem: string | null, bits: number): RsaKey => {
  const given = pem === null ? undefined : createPrivateKey(pem);
  if (given !== undefined && given.asymmetricKeyType !== 'rsa') throw new Error('The private key is not an RSA key.');
  const privateKey = async (): Promise<KeyObject> => given ?? generatedKey(bits);
  return {
    modulusBytes: Math.ceil((given?.asymmetricKeyDetails?.modulusLength ?? bits) / bitsPerByte),
    async publicPem() {
      return createPublicKey(await privateKey())
        .export({ type: 'spki', format: 'pem' })
        .toString();
    },
    async decrypt(encrypted) {
      const key = await privateKey();
      try {
        return unpad(privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, Buffer.from(encrypted, 'base64')));
      } catch {
        return undefined;
      }
    },
  };
};
