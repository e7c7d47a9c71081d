import { createHmac } from 'node:crypto';
import { readKey } from '../sealing/index.ts';

/**
 * Hashes phone numbers under the key of the installation. Without the key, the few numbers that there are cannot be tried
 * out.
 */
export type PhoneHash = {
  /** Which key it is. Hashes under different keys cannot be compared. */
  keyId: string;
  /** @param phone 254XXXXXXXXX */
  hash(phone: string): string;
};

const keyIdLength = 16;

/**
 * @param key 32 bytes of base64, as `tillgate keys generate-phone-hash` makes them
 * @throws Error when it is not
 */
export function createPhoneHash(key: string): PhoneHash {
  const bytes = readKey(key.trim());
  if (!bytes) throw new Error('must be 32 bytes of base64');
  const hash = (text: string) => createHmac('sha256', bytes).update(text).digest('base64url');
  return { keyId: hash('key').slice(0, keyIdLength), hash: (phone) => hash(`phone:${phone}`) };
}
