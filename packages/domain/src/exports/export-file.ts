import type { ExportModel } from '@tillgate/db';
import type { Context } from '../kernel/context.ts';
import { fileNameOf } from './export.ts';
import { fileFormats } from './formats/index.ts';
import { type Manifest, manifestJson } from './formats/manifest.ts';
import { readPart } from './work-statements.ts';

/** A file that is ready. */
export type ExportFile = {
  fileName: string;
  contentType: string;
  bytes: number;
  /** SHA-256 of the file, hex. */
  sha256: string;
  /** The manifest of the file as JSON, with the SHA-256 of the whole file. */
  manifest: string;
  /** The file in order, a part at a time. Throws when it is removed meanwhile. */
  parts(): AsyncGenerator<Buffer>;
};

/** The file of an export; undefined when it is not ready, or no longer there. */
export function fileOf(ctx: Pick<Context, 'db'>, row: ExportModel, now: Date): ExportFile | undefined {
  const { id, status, format, partCount, fileBytes, fileSha256, expiresAt } = row;
  if (status !== 'ready' || fileBytes === null || fileSha256 === null || (expiresAt && expiresAt <= now)) {
    return undefined;
  }
  const { contentType } = fileFormats[format];
  return {
    fileName: exportFileName(row),
    contentType,
    bytes: Number(fileBytes),
    sha256: fileSha256,
    manifest: manifestJson(manifestOf(row, fileSha256)),
    parts: () => partsOf(ctx, id, partCount, Number(fileBytes)),
  };
}

/** The name of an export's file. */
export function exportFileName(row: Pick<ExportModel, 'list' | 'createdAt' | 'id' | 'format'>): string {
  return fileNameOf(row, fileFormats[row.format].extension);
}

/** The manifest of an export's file. @param sha256 of what the README of this room says, hex */
export function manifestOf(row: ExportModel, sha256: string): Manifest {
  const { id: exportId, applicationId, environment, list, rowCount: rows, timeZone, createdAt, filter } = row;
  const askedAt = createdAt.toISOString();
  return { exportId, applicationId, environment, list, rows, sha256, timeZone, askedAt, filter: { ...Object(filter) } };
}

async function* partsOf(
  { db }: Pick<Context, 'db'>,
  exportId: string,
  partCount: number,
  bytes: number,
): AsyncGenerator<Buffer> {
  let sent = 0;
  // Parts 0 and partCount + 1 are before and after the rows. Not every number has a part.
  for (let number = 0; number <= partCount + 1; number += 1) {
    const part = await readPart(db.pool, exportId, number);
    if (!part) continue;
    sent += part.length;
    yield part;
  }
  // A download must not look complete when the rest of the file is missing.
  if (sent !== bytes) throw new Error('The file of an export was removed while it was downloaded.');
}
