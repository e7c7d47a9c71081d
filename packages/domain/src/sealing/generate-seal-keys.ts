import sodium from 'libsodium-wrappers';

/** A new key pair, base64. Whoever has only the public key can seal and never open. */
export async function generateSealKeys(): Promise<{ publicKey: string; privateKey: string }> {
  await sodium.ready;
  const pair = sodium.crypto_box_keypair();
  return {
    publicKey: Buffer.from(pair.publicKey).toString('base64'),
    privateKey: Buffer.from(pair.privateKey).toString('base64'),
  };
}
