import sodium from 'libsodium-wrappers';
import type { Seal } from '../ports/ports.ts';
import { bind } from './binding.ts';
import { formatSealed, keyIdOf, readKey } from './sealing.ts';

/** @throws Error when the key is not 32 bytes of base64. */
export async function createSeal(publicKeyBase64: string): Promise<Seal> {
  await sodium.ready;
  const publicKey = readKey(publicKeyBase64.trim());
  if (!publicKey) throw new Error('the seal public key must be 32 bytes of base64');
  const keyId = keyIdOf(publicKey);
  return (plaintext, place) => formatSealed(keyId, sodium.crypto_box_seal(bind(plaintext, place), publicKey));
}
