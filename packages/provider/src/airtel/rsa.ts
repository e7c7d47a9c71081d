import { constants, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto';

/** Bytes of the key's length that PKCS#1 v1.5 padding needs. */
const paddingBytes = 11;

/** Reads an RSA public key, as PEM or as base64 of its DER form. Returns undefined for anything else. Pure. */
export function readPublicKey(text: string): KeyObject | undefined {
  if (text.includes('PRIVATE KEY')) return undefined;
  const der = Buffer.from(text, 'base64');
  const isPem = text.includes('-----BEGIN');
  const read = isPem
    ? [() => createPublicKey(text)]
    : (['spki', 'pkcs1'] as const).map((type) => () => createPublicKey({ key: der, format: 'der', type }));
  return read.map(keyOrNone).find((key) => key?.asymmetricKeyType === 'rsa');
}

function keyOrNone(read: () => KeyObject): KeyObject | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/**
 * Encrypts a text: RSA with PKCS#1 v1.5 padding, in base64. Every call returns another text. Returns undefined when the
 * text is empty or too long for the key.
 */
export function encryptFor(key: KeyObject, text: string): string | undefined {
  const plaintext = Buffer.from(text, 'utf8');
  const keyBytes = Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8);
  if (plaintext.length === 0 || plaintext.length > keyBytes - paddingBytes) return undefined;
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, plaintext).toString('base64');
}
