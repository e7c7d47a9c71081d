import type { Parsed } from '@tillgate/domain';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Where the first chunk (its length, its name, width and height) lies, in bytes. */
const HEADER_LENGTH_AT = 8;
const HEADER_NAME_AT = 12;
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const HEADER_END = 33;
const HEADER_LENGTH = 13;
const SIDE_PIXELS_MIN = 50;
/** How far a side may be from the size that was asked for. */
const SIDE_TOLERANCE = 0.25;

/**
 * The base64 text of a PNG whose sides are about `sizePixels`; blanks and a `data:` prefix are taken off. Pure, never
 * throws; the reason is one sentence.
 */
export function pngOf(value: unknown, sizePixels: number): Parsed<string> {
  if (typeof value !== 'string') return { ok: false, reason: 'The answer has no picture.' };
  const base64 = value.replace(/^\s*data:image\/png;base64,/i, '').replace(/\s+/g, '');
  if (base64 === '') return { ok: false, reason: 'The answer has no picture.' };
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : Buffer.alloc(0);
  if (!isPng(bytes)) return { ok: false, reason: 'The picture in the answer is no PNG.' };
  const sides = [bytes.readUInt32BE(WIDTH_AT), bytes.readUInt32BE(HEIGHT_AT)];
  if (!sides.every((side) => isAbout(side, sizePixels))) {
    return { ok: false, reason: `The picture is ${sides.join(' by ')} pixels instead of ${sizePixels}.` };
  }
  return { ok: true, value: base64 };
}

function isPng(bytes: Buffer): boolean {
  return (
    bytes.length >= HEADER_END &&
    bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE) &&
    bytes.readUInt32BE(HEADER_LENGTH_AT) === HEADER_LENGTH &&
    bytes.toString('latin1', HEADER_NAME_AT, WIDTH_AT) === 'IHDR'
  );
}

function isAbout(side: number, sizePixels: number): boolean {
  return side >= SIDE_PIXELS_MIN && Math.abs(side - sizePixels) <= sizePixels * SIDE_TOLERANCE;
}
