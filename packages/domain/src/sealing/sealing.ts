import { createHash } from 'node:crypto';

/**
 * Secrets at rest are libsodium sealed boxes, written `v2.<key id>.<base64url>`. The key id is
 * derived from the public key, so that after a rotation the right private key is found without
 * trying. A `v1` box was made before boxes were bound to their place.
 */
const sealVersion = 'v2';

const keyBytes = 32;
const keyText = /^[A-Za-z0-9+/_-]{43}=?$/;
const sealedText = /^(v1|v2)\.([0-9a-f]{16})\.([A-Za-z0-9_-]+)$/;

/** Reads a 32-byte key from base64 or base64url; undefined when it is not one. */
export function readKey(text: string): Uint8Array | undefined {
  if (!keyText.test(text)) return undefined;
  const key = Buffer.from(text, 'base64url');
  return key.length === keyBytes ? new Uint8Array(key) : undefined;
}

/** First 16 hex digits of the SHA-256 of the public key. */
export function keyIdOf(publicKey: Uint8Array): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
}

export function formatSealed(keyId: string, box: Uint8Array): string {
  return `${sealVersion}.${keyId}.${Buffer.from(box).toString('base64url')}`;
}

type Sealed = { isBound: boolean; keyId: string; box: Uint8Array };

/** The parts of a sealed text; undefined when it is not one. */
export function parseSealed(text: string): Sealed | undefined {
  const [, version, keyId, box] = sealedText.exec(text) ?? [];
  if (!version || !keyId || !box) return undefined;
  return { isBound: version === sealVersion, keyId, box: new Uint8Array(Buffer.from(box, 'base64url')) };
}
