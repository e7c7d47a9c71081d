import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { compareLines } from './compare-lines.ts';
import { listKept } from './line-statements.ts';
import { openStatement } from './open-statement.ts';
import type { StatementFileInput } from './schemas.ts';
import { type StatementSummary, summarise } from './summarise.ts';

export type StatementPreview = StatementSummary & {
  /** The import of exactly this file, if there was one. */
  importedAs: string | null;
};

/**
 * Returns how a statement was read, and what an import would add. Stores nothing.
 * @throws DomainError invalid_input
 */
export async function previewStatement(ctx: TenantContext, input: StatementFileInput): Promise<StatementPreview> {
  requirePermission(ctx, 'statements.import');
  const { owned, fileHash, reading, covers } = await openStatement(ctx, input);
  const { prisma } = ctx.db;
  const receipts = [...new Set(reading.lines.map(({ receipt }) => receipt))];
  const comparison = compareLines(reading.lines, reading.account, await listKept(prisma, owned, receipts));
  const imported = await prisma.statement.findFirst({ where: { ...owned, fileHash }, select: { id: true } });
  return { ...summarise(reading, covers, comparison), importedAs: imported?.id ?? null };
}
