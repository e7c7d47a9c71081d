import { type Sql, sql } from '@tillgate/db';
import { openReviews } from '../reviews/index.ts';
import type { DifferingLine } from './compare-lines.ts';
import { type OwnedShortcode, ofShortcode } from './line-statements.ts';

type Transaction = { $executeRaw(statement: Sql): PromiseLike<number> };

/** Opens a review of each stored line that a later line contradicts. */
export async function openDifferences(
  tx: Transaction,
  owned: OwnedShortcode,
  { statementId, differing, at }: { statementId: string; differing: readonly DifferingLine[]; at: Date },
): Promise<void> {
  for (const { line, kept, facts } of differing) {
    const { receipt, kind, row, paidInCents, withdrawnCents } = line;
    const detail = { receipt, statementId, row, facts: facts.join(', '), reportedCents: paidInCents - withdrawnCents };
    await tx.$executeRaw(sql`
      WITH line AS (
        SELECT id, application_id, environment FROM statement_lines
        WHERE ${ofShortcode(owned)} AND receipt = ${receipt} AND kind = ${kind}::"StatementLineKind"
          AND account = ${kept.account} AND occurrence = ${kept.occurrence})
      ${openReviews(sql`line`, 'statement_line', [{ reason: 'statement_duplicate', detail }], at)}`);
  }
}
