import { Unzip, UnzipInflate } from 'fflate';
import type { Breath } from './breath.ts';
import { refusedFile } from './table.ts';

/** All that is unpacked of one file. A few kilobytes can unpack to gigabytes. */
export const unpackedBytesMax = 100_000_000;
export const entriesMax = 1_000;
/** Unpacked piece by piece, so that the limit stops it early. Deflate makes at most 1,032 bytes of one. */
const pieceBytes = 16_384;

/**
 * Unpacks the wanted files of a ZIP archive.
 * @throws DomainError invalid_input when it is broken, encrypted or too large
 */
export async function unzip(
  archive: Uint8Array,
  isWanted: (name: string) => boolean,
  breathe: Breath,
): Promise<Map<string, Uint8Array>> {
  const parts = new Map<string, Uint8Array[]>();
  let unpacked = 0;
  let entries = 0;
  const open = new Set<string>();
  const reader = new Unzip((file) => {
    entries += 1;
    if (entries > entriesMax) throw refusedFile(`it has more than ${entriesMax} parts`);
    if (!isWanted(file.name)) return;
    if (parts.has(file.name)) throw refusedFile('it has two parts of one name');
    const chunks: Uint8Array[] = [];
    parts.set(file.name, chunks);
    open.add(file.name);
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      unpacked += chunk.length;
      if (unpacked > unpackedBytesMax) throw refusedFile('it unpacks to too much');
      chunks.push(chunk);
      if (isLast) open.delete(file.name);
    };
    file.start();
  });
  reader.register(UnzipInflate);
  try {
    for (let from = 0; from < archive.length; from += pieceBytes) {
      reader.push(archive.subarray(from, from + pieceBytes), from + pieceBytes >= archive.length);
      await breathe();
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'DomainError') throw error;
    throw refusedFile('it is not a whole XLSX file');
  }
  if (open.size > 0) throw refusedFile('it is not a whole XLSX file');
  return new Map([...parts].map(([name, chunks]) => [name, Buffer.concat(chunks)]));
}
