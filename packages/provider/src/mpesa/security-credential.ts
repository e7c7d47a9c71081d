import { constants, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto';

/** Bytes of the key's length that PKCS#1 v1.5 padding needs. */
const paddingBytes = 11;

/**
 * Encrypts the initiator password for the provider: RSA with PKCS#1 v1.5 padding, in base64. Every call returns another
 * text.
 *
 * @param pem a certificate or a public key; a certificate may have expired, like the provider's own
 * @throws Error when the PEM is unreadable or the password is too long; the message contains neither
 */
export function securityCredential(pem: string, password: string): string {
  const key = publicKeyOf(pem);
  const plaintext = Buffer.from(password, 'utf8');
  const keyBytes = Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8);
  if (plaintext.length === 0) throw new Error('The initiator password is empty.');
  if (plaintext.length > keyBytes - paddingBytes) {
    throw new Error(`The initiator password is longer than ${keyBytes - paddingBytes} bytes.`);
  }
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, plaintext).toString('base64');
}

/** True when {@link securityCredential} can use the PEM. */
export function isReadableCertificate(pem: string): boolean {
  try {
    publicKeyOf(pem);
    return true;
  } catch {
    return false;
  }
}

function publicKeyOf(pem: string): KeyObject {
  if (!/-----BEGIN (?:CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY)-----/.test(pem) || pem.includes('PRIVATE KEY')) {
    throw new Error("The provider's certificate is not a PEM certificate or PEM public key.");
  }
  const key = readKey(pem);
  if (key === undefined) throw new Error("The provider's certificate is a damaged PEM text.");
  if (key.asymmetricKeyType !== 'rsa') throw new Error("The provider's certificate has no RSA key.");
  return key;
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}
