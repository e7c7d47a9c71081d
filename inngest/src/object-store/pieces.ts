/** Bytes of one part of a multipart upload. The protocol asks for at least 5 MiB, and for at most 10,000 parts. */
export const pieceBytes = 8 * 1024 * 1024;

/** Cuts a stream into pieces of one size; only the last one is smaller. It holds one piece and one part in memory. */
export async function* inPieces(parts: AsyncIterable<Buffer>, size = pieceBytes): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const part of parts) {
    held.push(part);
    bytes += part.length;
    while (bytes >= size) {
      const all = Buffer.concat(held);
      yield all.subarray(0, size);
      held = [all.subarray(size)];
      bytes -= size;
    }
  }
  if (bytes > 0) yield Buffer.concat(held);
}
