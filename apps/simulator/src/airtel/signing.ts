import { createDecipheriv } from 'node:crypto';
import type { RsaKey } from '../rsa-key.ts';

const keyBytes = 32;
const ivBytes = 16;

const partOf = (base64: string | undefined, bytes: number): Buffer | undefined => {
  const part = Buffer.from(base64 ?? '', 'base64');
  return part.length === bytes ? part : undefined;
};

/**
 * True when a request is signed as its application wants it (fact 9): without the switch there is neither header;
 * with it, `x-key` is RSA of `base64(key):base64(iv)` and `x-signature` is AES-256-CBC of the exact bytes of the body.
 *
 * @param signed the headers; undefined when one is missing
 */
export const isSignedAsWanted = async (
  rsa: Pick<RsaKey, 'decrypt'>,
  isWanted: boolean,
  signed: { signature: string | undefined; key: string | undefined },
  body: string,
): Promise<boolean> => {
  const { signature, key } = signed;
  if (!isWanted) return signature === undefined && key === undefined;
  if (signature === undefined || key === undefined) return false;
  const [aesKey, iv] = (await rsa.decrypt(key))?.split(':') ?? [];
  const secret = partOf(aesKey, keyBytes);
  const vector = partOf(iv, ivBytes);
  if (secret === undefined || vector === undefined) return false;
  try {
    const decipher = createDecipheriv('aes-256-cbc', secret, vector);
    const text = Buffer.concat([decipher.update(Buffer.from(signature, 'base64')), decipher.final()]);
    return text.equals(Buffer.from(body));
  } catch {
    return false;
  }
};
