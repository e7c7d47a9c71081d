import type { Parsed } from '@tillgate/domain';

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Offsets of the fields of the first chunk, in bytes. */
const headerLengthOffset = 8;
const headerNameOffset = 12;
const widthOffset = 16;
const heightOffset = 20;
const headerEndOffset = 33;
const headerLength = 13;
const sideMinPixels = 50;
/** How far a side may differ from the requested size, as a share of it. */
const sideTolerance = 0.25;

/**
 * Checks a base64 PNG whose sides are about `sizePixels` and returns it without blanks and `data:` prefix. Pure; never
 * throws. The reason is one sentence.
 */
export function pngOf(value: unknown, sizePixels: number): Parsed<string> {
  if (typeof value !== 'string') return { ok: false, reason: 'The answer has no picture.' };
  const base64 = value.replace(/^\s*data:image\/png;base64,/i, '').replace(/\s+/g, '');
  if (base64 === '') return { ok: false, reason: 'The answer has no picture.' };
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : Buffer.alloc(0);
  if (!isPng(bytes)) return { ok: false, reason: 'The picture in the answer is not a PNG.' };
  const sides = [bytes.readUInt32BE(widthOffset), bytes.readUInt32BE(heightOffset)];
  if (!sides.every((side) => isAbout(side, sizePixels))) {
    return { ok: false, reason: `The picture is ${sides.join(' by ')} pixels instead of ${sizePixels}.` };
  }
  return { ok: true, value: base64 };
}

function isPng(bytes: Buffer): boolean {
  return (
    bytes.length >= headerEndOffset &&
    bytes.subarray(0, pngSignature.length).equals(pngSignature) &&
    bytes.readUInt32BE(headerLengthOffset) === headerLength &&
    bytes.toString('latin1', headerNameOffset, widthOffset) === 'IHDR'
  );
}

function isAbout(side: number, sizePixels: number): boolean {
  return side >= sideMinPixels && Math.abs(side - sizePixels) <= sizePixels * sideTolerance;
}
