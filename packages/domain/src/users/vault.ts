import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts that this process must read again and that a database dump must not reveal. */
export type Vault = {
  seal(text: string): string;
  /** Throws Error when the text is damaged, or was sealed under another secret or for another purpose. */
  open(sealed: string): string;
};

const version = 'v1';
const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM under a key that HKDF derives from a process secret.
 * @param purpose keeps the keys of two uses apart: a text sealed for one purpose cannot be opened for another
 */
export function createVault(secret: string, purpose: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, 'tillgate', purpose, keyBytes));
  return {
    seal(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv);
      const box = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${box.toString('base64url')}`;
    },
    open(sealed) {
      const [prefix, text, ...rest] = sealed.split('.');
      const box = Buffer.from(text ?? '', 'base64url');
      if (prefix !== version || rest.length > 0 || box.length < ivBytes + tagBytes)
        throw new Error('not a sealed text');
      const decipher = createDecipheriv(algorithm, key, box.subarray(0, ivBytes), { authTagLength: tagBytes });
      decipher.setAuthTag(box.subarray(-tagBytes));
      const body = box.subarray(ivBytes, -tagBytes);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}
