import type { Parsed } from '@tillgate/domain';
import { encryptFor, readPublicKey } from './rsa.ts';

/**
 * Encrypts the PIN of payouts for the network: RSA with PKCS#1 v1.5 padding, in base64. Every call returns another text.
 * A reason names neither the PIN nor the key.
 */
export function encryptPin({ pin, key: text }: { pin: string; key: string }): Parsed<string> {
  const key = readPublicKey(text);
  if (key === undefined) return { ok: false, reason: 'The key for the PIN is not an RSA public key.' };
  const value = encryptFor(key, pin);
  return value === undefined
    ? { ok: false, reason: 'The PIN is empty, or too long for its key.' }
    : { ok: true, value };
}
