import { constants, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto';

/** PKCS#1 v1.5 padding needs this much of the key's length. */
const paddingBytes = 11;

/**
 * The initiator password as the provider wants it: RSA with PKCS#1 v1.5 padding, base64. Differs at every call.
 *
 * @param pem a certificate (an expired one will do: the provider's own all are) or a public key
 * @throws Error when the PEM is unreadable or the password does not fit; its message holds neither
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

/** Whether {@link securityCredential} can use the PEM. */
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
