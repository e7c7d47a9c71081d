import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { Breath } from './breath.ts';
import { tableIssues } from './refusals.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Most bytes that are unpacked from one file. A few kilobytes can unpack to gigabytes. */
const unpackedBytesMax = 100_000_000;
export const entriesMax = 1_000;

export type Archive = {
  /** Unpacks a part; undefined when there is none. @throws UnreadableFile (broken, encrypted or too large) */
  read(path: string): Promise<Uint8Array | undefined>;
  has(path: string): boolean;
};

/**
 * Opens a ZIP archive by its directory, as spreadsheets do. Paths ignore case.
 * @throws UnreadableFile when it is broken, or has too many parts
 */
export async function openArchive(bytes: Uint8Array, breathe: Breath): Promise<Archive> {
  const zip = await orBroken(
    fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { decodeStrings: false }),
  );
  const entries = await entriesOf(zip);
  let unpacked = 0;
  return {
    has: (path) => entries.has(path.toLowerCase()),
    async read(path) {
      const entry = entries.get(path.toLowerCase());
      if (!entry) return undefined;
      if (entry.isEncrypted()) throw new UnreadableFile(tableIssues.fileLocked);
      const stream = await orBroken(zip.openReadStreamPromise(entry));
      const chunks: Uint8Array[] = [];
      try {
        for await (const chunk of stream) {
          unpacked += chunk.length;
          if (unpacked > unpackedBytesMax) throw new UnreadableFile(tableIssues.fileUnpacksTooMuch);
          chunks.push(chunk);
          await breathe();
        }
      } catch (error) {
        throw error instanceof UnreadableFile ? error : broken();
      }
      return Buffer.concat(chunks);
    },
  };
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > entriesMax) throw new UnreadableFile(tableIssues.fileParts({ max: entriesMax }));
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      // Nothing is written to these paths, so a leading / or ./ does no harm.
      const path = String(entry.fileName)
        .replaceAll('\\', '/')
        .replace(/^(?:\.?\/)+/, '')
        .toLowerCase();
      if (entries.has(path)) throw new UnreadableFile(tableIssues.filePartTwice);
      entries.set(path, entry);
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : broken();
  }
  return entries;
}

const broken = () => new UnreadableFile(tableIssues.fileBroken);

function orBroken<T>(work: Promise<T>): Promise<T> {
  return work.catch(() => {
    throw broken();
  });
}
