import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { type Comparison, compareLines } from './compare-lines.ts';
import { insertLines, listKept, lockShortcode } from './line-statements.ts';
import { type MatchResult, matchLines } from './match-lines.ts';
import { type OpenedStatement, openStatement } from './open-statement.ts';
import { inOrderOfTime } from './read-statement.ts';
import { openDifferences } from './review-statements.ts';
import type { StatementFileInput } from './schemas.ts';
import { type StatementSummary, summarise } from './summarise.ts';

/** Enough for a file of the largest size. */
const importTimeoutMs = 120_000;

export type ImportedStatement = StatementSummary & {
  statementId: string;
  /** False when exactly this file was imported before: then nothing has changed. */
  isNew: boolean;
  matched: MatchResult;
};

/**
 * Stores the new lines of a statement, and opens a review for each line that contradicts the stored line of its receipt
 * and kind. Stored lines never change, so importing twice is the same as once. Audited. Then matches the lines of the
 * shortcode.
 * @throws DomainError invalid_input
 */
export async function importStatement(ctx: TenantContext, input: StatementFileInput): Promise<ImportedStatement> {
  requirePermission(ctx, 'statements.import');
  const opened = await openStatement(ctx, input);
  const { owned, fileHash, reading, covers } = opened;
  const receipts = [...new Set(reading.lines.map(({ receipt }) => receipt))];
  const imported = await ctx.db.prisma.$transaction(
    async (tx) => {
      await lockShortcode(tx, owned);
      const comparison = compareLines(reading.lines, reading.account, await listKept(tx, owned, receipts));
      const summary = summarise(reading, covers, comparison);
      const known = await tx.statement.findFirst({ where: { ...owned, fileHash }, select: { id: true } });
      if (known) return { ...summary, statementId: known.id, isNew: false };
      const statementId = await keep(ctx, tx, opened, comparison);
      return { ...summary, statementId, isNew: true };
    },
    { timeout: importTimeoutMs },
  );
  return { ...imported, matched: await matchLines(ctx, owned) };
}

async function keep(
  ctx: TenantContext,
  tx: Prisma.TransactionClient,
  { owned, fileName, fileHash, reading, covers }: OpenedStatement,
  { fresh, differing }: Comparison,
): Promise<string> {
  const at = ctx.clock.now();
  const id = uuidv7({ msecs: at.getTime() });
  const counts = {
    lineCount: reading.lines.length,
    newLineCount: fresh.length,
    problemCount: reading.problems.length,
  };
  await tx.statement.create({
    data: {
      id,
      ...owned,
      fileName,
      fileHash,
      account: reading.account,
      coversFrom: covers.from,
      coversTo: covers.to,
      ...counts,
      importedBy: ctx.actor,
      importedAt: at,
    },
  });
  const ordinals = new Map(inOrderOfTime(reading).map(({ row }, ordinal) => [row, ordinal]));
  const ordered = fresh.map((line) => ({ ...line, ordinal: ordinals.get(line.row) ?? 0 }));
  await insertLines(tx, owned, { statementId: id, account: reading.account }, ordered);
  await openDifferences(tx, owned, { statementId: id, differing, at });
  await audit(tx, {
    actor: ctx.actor,
    action: 'statement.imported',
    subjectId: id,
    applicationId: owned.applicationId,
    detail: {
      environment: owned.environment,
      shortcode: owned.shortcode,
      fileName,
      fileHash,
      ...counts,
      differing: differing.length,
    },
    at,
  });
  return id;
}
