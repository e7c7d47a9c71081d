import type { ExportLanguage } from '@tillgate/db';
import type { z } from 'zod';
import { audit } from '../audit/index.ts';
import type { batchIdSchema } from '../batches/index.ts';
import { titleForPeople } from '../catalogue/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { railLabel } from '../rails/index.ts';
import { type BatchResultRow, getBatchResults } from '../reading/batches/index.ts';
import { renderBatch } from './batch-pdf.ts';
import type { BatchWords } from './batch-pdf-words.ts';

/**
 * The results of a batch as a PDF, and audits it, as a file of its rows is. It takes the permission for files and that for
 * batches.
 * @throws DomainError forbidden, not_found: a foreign, a missing and a malformed id look the same
 */
export async function printBatch(
  ctx: TenantContext,
  { batchId }: z.input<typeof batchIdSchema>,
  to: { words: BatchWords; language: ExportLanguage },
): Promise<{ batchId: string; file: Uint8Array }> {
  requirePermission(ctx, 'exports.use');
  const { words, language } = to;
  const { applicationId, environment } = ctx.tenant;
  const at = ctx.clock.now();
  const found = await getBatchResults(ctx, { batchId });
  const results = { ...found, rows: found.rows.map((row) => inLanguage(row, language)) };
  const locale = language === 'sw' ? 'sw-KE' : 'en-GB';
  const file = await renderBatch({ results, environment, at, words, locale });
  const detail = { environment, rows: found.rows.length };
  const subjectId = found.batch.batchId;
  await audit(ctx.db.prisma, { actor: ctx.actor, action: 'batch.downloaded', subjectId, applicationId, detail, at });
  return { batchId: subjectId, file };
}

function inLanguage(row: BatchResultRow, language: ExportLanguage): BatchResultRow {
  if (!row.reason) return row;
  return { ...row, reason: { ...row.reason, title: titleForPeople(row.reason.title, language, railLabel(row.rail)) } };
}
