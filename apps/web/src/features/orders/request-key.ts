const keyBytes = 16;

/** Names what one form sends: made once when it opens, so that pressed twice is once. Works without https, too. */
export function newRequestKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(keyBytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
