import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';

/** A provider's key pair: the public half as PEM, and what only its owner can do. */
export function createTestKey() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    publicKey,
    privateKey,
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    /** The password in a credential, undefined when the padding is wrong. Removed by hand: Node refuses to do it. */
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
