import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** A body is compressed once, or twice when a proxy compresses what was compressed before. */
const layersMax = 3;

/**
 * Undoes the compression of a body. What the bytes are decides, because servers and proxies leave the header out, or
 * leave it in after they have undone the compression. Only Brotli and bare deflate have no mark of their own: there the
 * header decides. Bytes that cannot be decoded, or that would be larger than `bytesMax`, stay as they are. What a broken
 * connection left of a body is decoded as far as it goes. Pure; never throws.
 */
export function decodeBody(
  body: Uint8Array,
  { coding = '', bytesMax }: { coding?: string; bytesMax: number },
): Uint8Array {
  const named = coding
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '' && name !== 'identity');
  let bytes = body;
  for (let layer = 0; layer < layersMax; layer += 1) {
    const decoded = decodeOnce(bytes, named.pop(), bytesMax);
    if (decoded === undefined) return bytes;
    bytes = decoded;
  }
  return bytes;
}

function decodeOnce(bytes: Uint8Array, named: string | undefined, maxOutputLength: number): Uint8Array | undefined {
  const options = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH };
  const [first = 0, second = 0] = bytes;
  try {
    if (first === 0x1f && second === 0x8b) return gunzipSync(bytes, options);
    if (isZlib(first, second)) return inflateSync(bytes, options);
    if (named === 'deflate') return inflateRawSync(bytes, options);
    if (named !== 'br') return undefined;
    return brotliDecompressSync(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH });
  } catch {
    return undefined;
  }
}

/** RFC 1950: the method is 8, and the first two bytes are a multiple of 31. */
function isZlib(first: number, second: number): boolean {
  return (first & 0x0f) === 8 && first >> 4 <= 7 && ((first << 8) | second) % 31 === 0;
}
