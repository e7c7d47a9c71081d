import type { Parsed } from '@tillgate/domain';
import { type JsonObject, parseObject } from './json.ts';

const bodyMaxBytes = 100_000;

/** Parses the JSON object in a raw body of at most 100,000 bytes. Pure; never throws. */
export function objectInBody(body: Uint8Array): Parsed<JsonObject> {
  if (body.byteLength > bodyMaxBytes) return unreadable(`The body is larger than ${bodyMaxBytes} bytes.`);
  const text = decode(body);
  if (text === undefined) return unreadable('The body is not UTF-8.');
  const json = parseObject(text);
  return json === undefined ? unreadable('The body is not a JSON object.') : { ok: true, value: json };
}

/** Makes the result for a body that cannot be read. `reason` is one sentence. */
export function unreadable(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

function decode(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
