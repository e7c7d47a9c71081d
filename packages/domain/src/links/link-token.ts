import { createHash, createHmac } from 'node:crypto';
import { readKey } from '../sealing/index.ts';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** 128 bits and a little more. */
const tokenLength = 22;

/** The pages of an installation on which people pay. */
export type PayPages = {
  /** The address of a link's page, the same whenever it is asked for. */
  urlOf(linkId: string): string;
  /** The hash under which the page is found. */
  hashOf(linkId: string): string;
  /** The address of a payment's receipt, and the hash under which it is found. */
  receiptOf(paymentId: string): { url: string; hash: string };
};

/**
 * Capability: knows the addresses of payment links. Undefined where the installation has no payment pages. The last part
 * of an address is derived from the id of the link under a key, so that the database holds nothing that opens a page.
 */
export type WithPayPages = { payPages: PayPages | undefined };

/**
 * @param baseUrl the public address of the pay process, without a slash at its end
 * @param key 32 bytes of base64
 * @throws Error when the key is not 32 bytes of base64
 */
export function createPayPages(baseUrl: string, key: string): PayPages {
  const bytes = readKey(key.trim());
  if (!bytes) throw new Error('must be 32 bytes of base64');
  const tokenOf = (kind: 'link' | 'receipt', id: string) =>
    base58Of(createHmac('sha256', bytes).update(`${kind}:${id}`).digest());
  return {
    urlOf: (linkId) => `${baseUrl}/p/${tokenOf('link', linkId)}`,
    hashOf: (linkId) => hashOfToken(tokenOf('link', linkId)),
    receiptOf(paymentId) {
      const token = tokenOf('receipt', paymentId.toLowerCase());
      return { url: `${baseUrl}/r/${token}`, hash: hashOfToken(token) };
    },
  };
}

/** The hash that the last part of an address is looked up by. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** 22 characters from at least 17 bytes. */
export function base58Of(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (text.length < tokenLength) {
    text += base58[Number(rest % 58n)];
    rest /= 58n;
  }
  return text;
}
