import { audit } from '../audit/index.ts';
import type { TenantContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../input.ts';
import { exportSchema, readableLists, unknownExport, type WithPermissions } from '../reading/exports/index.ts';
import { fileNameOf } from './export.ts';
import { fileFormats } from './formats/index.ts';
import type { CancelExportInput } from './schemas.ts';
import { readPart } from './work-statements.ts';

/** A file that is ready. */
export type ExportFile = {
  fileName: string;
  contentType: string;
  bytes: number;
  /** SHA-256 of the file, hex. */
  sha256: string;
  /** The file in order, a part at a time. Throws when it is removed meanwhile. */
  parts(): AsyncGenerator<Buffer>;
};

/**
 * Opens the file of an export, and writes into the audit who did.
 * @throws DomainError invalid_input, not_found (also: it is not ready, or no longer)
 */
export async function downloadExport(
  ctx: TenantContext & WithPermissions,
  input: CancelExportInput,
): Promise<ExportFile> {
  const { exportId } = parseInput(exportSchema, input);
  const { applicationId, environment } = ctx.tenant;
  const now = ctx.clock.now();
  const row = await ctx.db.prisma.export.findFirst({
    where: { id: exportId, ...ctx.tenant, list: { in: readableLists(ctx) } },
  });
  if (!row) throw unknownExport();
  const { fileBytes, fileSha256, expiresAt, status } = row;
  if (status !== 'ready' || fileBytes === null || fileSha256 === null || (expiresAt && expiresAt <= now)) {
    throw new DomainError('not_found', missing[status]);
  }
  const detail = { environment, list: row.list, format: row.format, rows: row.rowCount };
  const fact = { actor: ctx.actor, action: 'export.downloaded', subjectId: exportId, applicationId, detail, at: now };
  await audit(ctx.db.prisma, fact);
  const { extension, contentType } = fileFormats[row.format];
  return {
    fileName: fileNameOf(row, extension),
    contentType,
    bytes: Number(fileBytes),
    sha256: fileSha256,
    parts: () => partsOf(ctx, exportId, row.partCount, Number(fileBytes)),
  };
}

const gone = 'The file of this export was removed. Make the export again.';
const missing = {
  queued: 'This export is not ready yet.',
  running: 'This export is not ready yet.',
  failed: 'This export failed and has no file.',
  cancelled: 'This export was cancelled and has no file.',
  ready: gone,
  expired: gone,
};

async function* partsOf(
  { db }: TenantContext,
  exportId: string,
  partCount: number,
  bytes: number,
): AsyncGenerator<Buffer> {
  let sent = 0;
  // Numbers 0 and partCount + 1 are what stands before and after the rows. Not every number has a part.
  for (let number = 0; number <= partCount + 1; number += 1) {
    const part = await readPart(db.pool, exportId, number);
    if (!part) continue;
    sent += part.length;
    yield part;
  }
  // Whoever downloads must not take the beginning of a file for all of it.
  if (sent !== bytes) throw new Error('The file of an export was removed while it was downloaded.');
}
