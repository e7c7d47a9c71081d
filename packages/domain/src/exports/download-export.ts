import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { exportSchema, readableLists } from '../reading/exports/index.ts';
import { type ExportFile, fileOf } from './export-file.ts';
import { exportRefusals } from './refusals.ts';
import type { CancelExportInput } from './schemas.ts';

/**
 * Opens the file of an export, and audits it.
 * @throws DomainError invalid_input, not_found (also: it is not ready, or no longer)
 */
export async function downloadExport(ctx: TenantContext, input: CancelExportInput): Promise<ExportFile> {
  requirePermission(ctx, 'exports.use');
  const { exportId } = parseInput(exportSchema, input);
  const { applicationId, environment } = ctx.tenant;
  const now = ctx.clock.now();
  const row = await ctx.db.prisma.export.findFirst({
    where: { id: exportId, ...ctx.tenant, list: { in: readableLists(ctx) } },
  });
  if (!row) throw notFound('export');
  const file = fileOf(ctx, row, now);
  if (!file) throw new DomainError('not_found', missing[row.status]);
  const detail = { environment, list: row.list, format: row.format, rows: row.rowCount };
  const fact = { actor: ctx.actor, action: 'export.downloaded', subjectId: exportId, applicationId, detail, at: now };
  await audit(ctx.db.prisma, fact);
  return file;
}

const missing = {
  queued: exportRefusals.exportNotReady,
  running: exportRefusals.exportNotReady,
  failed: exportRefusals.exportFailed,
  cancelled: exportRefusals.exportCancelled,
  ready: exportRefusals.exportGone,
  expired: exportRefusals.exportGone,
};
