import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';

/** Creates a key pair of a provider. `bits`: the length of its modulus. `open` decrypts what was encrypted with the public key. */
export function createTestKey(bits = 2048) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return {
    publicKey,
    privateKey,
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    /**
     * Decrypts a credential. Returns undefined when the padding is wrong. Node refuses to remove this padding itself.
     */
    open(credential: string): string | undefined {
      const block = privateDecrypt(
        { key: privateKey, padding: constants.RSA_NO_PADDING },
        Buffer.from(credential, 'base64'),
      );
      const end = block.indexOf(0, 2);
      const isPadded = block[0] === 0 && block[1] === 2 && end >= 10;
      return isPadded ? block.subarray(end + 1).toString('utf8') : undefined;
    },
  };
}
