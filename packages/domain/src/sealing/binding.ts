import { createHash, timingSafeEqual } from 'node:crypto';
import type { Place } from '../ports/ports.ts';

// A box holds its place beside the secret, because libsodium's sealed boxes authenticate no other
// data: a byte that marks it, the SHA-256 of the place, then the secret in UTF-8.

/** No text in UTF-8 starts with this byte, so a box with a binding never passes for one without. */
const boundMark = 0xff;
const digestBytes = 32;

/** The content of a box that opens only in one place. */
export function bind(plaintext: string, place: Place): Uint8Array {
  return Buffer.concat([Buffer.of(boundMark), digestOf(place), Buffer.from(plaintext, 'utf8')]);
}

/** Reads what {@link bind} made. `elsewhere`: it was made for another place. */
export function unbind(content: Uint8Array, place: Place): { text: string } | 'elsewhere' | 'damaged' {
  if (!isBound(content) || content.length <= digestBytes) return 'damaged';
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!timingSafeEqual(bytes.subarray(1, 1 + digestBytes), digestOf(place))) return 'elsewhere';
  return { text: bytes.subarray(1 + digestBytes).toString('utf8') };
}

/** Whether the content of a box is bound to a place. */
export function isBound(content: Uint8Array): boolean {
  return content[0] === boundMark;
}

export function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.table === other.table &&
    one.column === other.column &&
    one.row.length === other.row.length &&
    one.row.every((part, index) => part === other.row[index])
  );
}

/** Names a place in an error. Only the first part of the row is shown: others may be addresses. */
export function placeName({ table, column, row }: Place): string {
  return `${table}.${column} of ${row[0]}`;
}

/** JSON keeps the parts apart, whatever they contain. */
function digestOf({ table, column, row }: Place): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([table, column, ...row]))
    .digest();
}
