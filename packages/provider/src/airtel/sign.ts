import { createCipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { encryptFor } from './rsa.ts';

const keyBytes = 32;
const ivBytes = 16;

/** Names of the headers of a signed message. Both are shown to nobody. */
export const signatureHeaders = ['x-signature', 'x-key'] as const;

/**
 * The headers of a signed message: the exact text of its body under AES-256-CBC with a fresh key, and that key and its IV
 * for the network to decrypt. Every call returns other texts. Returns undefined when the key is too short.
 */
export function signatureOf(key: KeyObject, body: string): Record<string, string> | undefined {
  const secret = randomBytes(keyBytes);
  const iv = randomBytes(ivBytes);
  const sealed = encryptFor(key, `${secret.toString('base64')}:${iv.toString('base64')}`);
  if (sealed === undefined) return undefined;
  const cipher = createCipheriv('aes-256-cbc', secret, iv);
  const signature = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]).toString('base64');
  return { 'x-signature': signature, 'x-key': sealed };
}
