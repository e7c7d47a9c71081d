import { crc32, deflateRawSync } from 'node:zlib';

/** A file in a ZIP archive, as its headers describe it. */
export type ZipEntry = {
  name: string;
  crc32: number;
  plainBytes: number;
  storedBytes: number;
};

const sizeMax = 0xffff_ffff;
const versionNeeded = 20;
const utf8Names = 0x0800;
/** 1 January 1980, the first day that the format knows: the same rows give the same file. */
const firstDay = 0x0021;
const deflated = 8;

/**
 * The end of an archive: small files, then the table of contents.
 * @param before the files that stand before them, in order
 * @throws Error for a file over 4 GB
 */
export function endOf(before: readonly ZipEntry[], files: readonly (readonly [name: string, text: string])[]): Buffer {
  const small = files.map(([name, text]) => smallFile(name, text));
  let offset = 0;
  const entries = [...before, ...small.map(({ entry }) => entry)].map((entry) => {
    const placed = { ...entry, offset };
    offset += localHeader(entry).length + entry.storedBytes;
    return placed;
  });
  const bodies = small.flatMap(({ entry, body }) => [localHeader(entry), body]);
  return Buffer.concat([...bodies, directory(entries, offset)]);
}

function smallFile(name: string, text: string): { entry: ZipEntry; body: Buffer } {
  const plain = Buffer.from(text);
  const body = deflateRawSync(plain);
  const [plainBytes, storedBytes] = [plain.length, body.length];
  return { entry: { name, crc32: crc32(plain), plainBytes, storedBytes }, body };
}

/** The header before the body of a file. @throws Error for a file over 4 GB */
export function localHeader(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  writeFacts(header, 4, entry);
  return Buffer.concat([header, Buffer.from(entry.name)]);
}

/** The table of contents at the end of an archive. @param entries with the place of each one's local header */
function directory(entries: readonly (ZipEntry & { offset: number })[], offset: number): Buffer {
  const headers = entries.map((entry) => {
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x0201_4b50, 0);
    header.writeUInt16LE(versionNeeded, 4);
    writeFacts(header, 6, entry);
    header.writeUInt32LE(entry.offset, 42);
    return Buffer.concat([header, Buffer.from(entry.name)]);
  });
  const table = Buffer.concat(headers);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([table, end]);
}

/** The facts that both headers of a file have in the same order. */
function writeFacts(header: Buffer, at: number, entry: ZipEntry): void {
  if (entry.plainBytes > sizeMax || entry.storedBytes > sizeMax) throw new Error('The file is too big for its format.');
  header.writeUInt16LE(versionNeeded, at);
  header.writeUInt16LE(utf8Names, at + 2);
  header.writeUInt16LE(deflated, at + 4);
  header.writeUInt16LE(0, at + 6);
  header.writeUInt16LE(firstDay, at + 8);
  header.writeUInt32LE(entry.crc32, at + 10);
  header.writeUInt32LE(entry.storedBytes, at + 14);
  header.writeUInt32LE(entry.plainBytes, at + 18);
  header.writeUInt16LE(Buffer.byteLength(entry.name), at + 22);
}
