import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const tokenText = /^[A-Za-z0-9_-]{43}$/;

/** A secret for a link in an email. Only its hash is stored. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, hash: sha256(token) };
}

/** The stored hash of a token; undefined if the text cannot be a token. */
export function hashToken(token: string): string | undefined {
  return tokenText.test(token) ? sha256(token) : undefined;
}

/** SHA-256, hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
