import type { Parsed } from '@tillgate/domain';
import { decodeBody } from './decode-body.ts';
import { type JsonObject, parseObject } from './json.ts';

const bodyMaxBytes = 100_000;

/**
 * Parses the JSON object in a raw body of at most 100,000 bytes. Pure; never throws. Bytes that are not UTF-8 become
 * U+FFFD: they spoil the text that they are in, such as a name, and not the receipt and the amount beside it. A compressed
 * body is decoded, to the same size.
 */
export function objectInBody(body: Uint8Array): Parsed<JsonObject> {
  if (body.byteLength > bodyMaxBytes) return unreadable(`The body is larger than ${bodyMaxBytes} bytes.`);
  const json = parseObject(bodyText(body, 'utf8'));
  return json === undefined ? unreadable('The body is not a JSON object.') : { ok: true, value: json };
}

/** The text of a body, decoded if it is compressed. In `latin1`, each character is a byte. Pure; never throws. */
export function bodyText(body: Uint8Array, encoding: 'utf8' | 'latin1'): string {
  const bytes = decodeBody(body, { bytesMax: bodyMaxBytes });
  return encoding === 'utf8' ? new TextDecoder().decode(bytes) : Buffer.from(bytes).toString('latin1');
}

/** Makes the result for a body that cannot be read. `reason` is one sentence. */
export function unreadable(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
