import { issue } from '../kernel/input.ts';
import type { Breath } from './breath.ts';
import { otherKind } from './file-kind.ts';
import { readCsv } from './read-csv.ts';
import { isZip, readXlsx } from './read-xlsx.ts';
import { tableIssues } from './refusals.ts';
import type { Sought } from './sought.ts';
import { fileBytesMax, type Table } from './table.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** A table and the kind of its file. */
export type ReadTable = Table & { format: 'csv' | 'xlsx' };

/**
 * Reads the rows of a CSV or XLSX file. A file without the table that the caller looks for is read too.
 * @throws the refusal of `sought`, when the bytes are no such file, are too large or hold several such tables
 */
export async function readTable(bytes: Uint8Array, sought: Sought, breathe: Breath): Promise<ReadTable> {
  try {
    return await read(bytes, sought, breathe);
  } catch (error) {
    throw error instanceof UnreadableFile ? sought.refuse([issue('file', error.why)]) : error;
  }
}

async function read(bytes: Uint8Array, sought: Sought, breathe: Breath): Promise<ReadTable> {
  if (bytes.length === 0) throw new UnreadableFile(tableIssues.fileEmpty);
  const bytesMax = Math.min(sought.bytesMax ?? fileBytesMax, fileBytesMax);
  if (bytes.length > bytesMax) throw new UnreadableFile(tableIssues.fileTooLarge({ max: bytesMax / 1_000_000 }));
  if (isZip(bytes)) return { ...(await readXlsx(bytes, sought, breathe)), format: 'xlsx' };
  const other = otherKind(bytes, sought);
  if (other) throw new UnreadableFile(other);
  return { ...(await readCsv(bytes, sought, breathe)), format: 'csv' };
}
