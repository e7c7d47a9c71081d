import type { Parsed } from '@tillgate/domain';

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Offsets of the fields of the first chunk, in bytes. */
const headerLengthOffset = 8;
const headerNameOffset = 12;
const headerNameEndOffset = 16;
const headerEndOffset = 33;
const headerLength = 13;

/**
 * Checks a base64 PNG and returns it without blanks and `data:` prefix. Its size does not matter: the provider decides
 * about it, and a smaller picture can be scanned too. Pure; never throws. The reason is one sentence.
 */
export function pngOf(value: unknown): Parsed<string> {
  if (typeof value !== 'string') return { ok: false, reason: 'The answer has no picture.' };
  const base64 = value.replace(/^\s*data:image\/png;base64,/i, '').replace(/\s+/g, '');
  if (base64 === '') return { ok: false, reason: 'The answer has no picture.' };
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : Buffer.alloc(0);
  if (!isPng(bytes)) return { ok: false, reason: 'The picture in the answer is not a PNG.' };
  return { ok: true, value: base64 };
}

function isPng(bytes: Buffer): boolean {
  return (
    bytes.length >= headerEndOffset &&
    bytes.subarray(0, pngSignature.length).equals(pngSignature) &&
    bytes.readUInt32BE(headerLengthOffset) === headerLength &&
    bytes.toString('latin1', headerNameOffset, headerNameEndOffset) === 'IHDR'
  );
}
