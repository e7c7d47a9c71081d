import type { ExportModel } from '@tillgate/db';
import type { Context } from '../kernel/context.ts';
import { exportSources } from '../reading/exports/index.ts';
import { fileNameOf } from './export.ts';
import { fileFormats } from './formats/index.ts';
import { type Manifest, manifestJson } from './formats/manifest.ts';
import { partsInOrder } from './work-statements.ts';

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
  const { id, status, format, partCount, fileBytes, fileSha256, expiresAt, people } = row;
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
    parts: () => partsOf(ctx, { exportId: id, partCount, hasPeople: people !== null }, Number(fileBytes)),
  };
}

type Named = Pick<ExportModel, 'list' | 'createdAt' | 'format' | 'filter' | 'timeZone'>;

/** What the file of an export is called on the computer of whoever takes it. */
export function exportFileName({ list, createdAt, format, filter, timeZone }: Named): string {
  const [from, to] = exportSources[list].periodFields.map((field) => {
    const text: unknown = Object(filter)[field];
    return typeof text === 'string' ? new Date(text) : undefined;
  });
  const before = to && to < createdAt ? to : createdAt;
  return fileNameOf({ list, from, before, timeZone }, fileFormats[format].extension);
}

/** The manifest of an export's file. @param sha256 of what the README of this room says, hex */
export function manifestOf(row: ExportModel, sha256: string): Manifest {
  const { id: exportId, applicationId, environment, list, rowCount: rows, timeZone, createdAt, filter } = row;
  const askedAt = createdAt.toISOString();
  return { exportId, applicationId, environment, list, rows, sha256, timeZone, askedAt, filter: { ...Object(filter) } };
}

async function* partsOf(
  { db }: Pick<Context, 'db'>,
  stored: Parameters<typeof partsInOrder>[1],
  bytes: number,
): AsyncGenerator<Buffer> {
  let sent = 0;
  for await (const { body } of partsInOrder(db.pool, stored)) {
    sent += body.length;
    yield body;
  }
  // A download must not look complete when the rest of the file is missing.
  if (sent !== bytes) throw new Error('The file of an export was removed while it was downloaded.');
}
