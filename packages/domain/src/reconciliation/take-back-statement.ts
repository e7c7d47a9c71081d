import { type Environment, type Prisma, type Sql, sql } from '@tillgate/db';
import { z } from 'zod';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema, invalidInput, issue, parseInput } from '../kernel/input.ts';
import type { Named } from '../kernel/refusals.ts';
import { closeWhere } from '../reviews/index.ts';
import { lockShortcode } from './line-statements.ts';
import { reconciliationIssues } from './refusals.ts';

export const takeBackSchema = z.strictObject({ statementId: idSchema });

const note = 'The statement was taken back.';

/**
 * Removes an import with its lines and closes its exceptions, as if the file had never been imported. The audit keeps its
 * facts.
 * @throws DomainError not_found, invalid_input (somebody has decided on it: closed an exception or recorded a payment from a
 *   line; or a later import counts lines of it as known)
 */
export async function takeBackStatement(
  ctx: TenantContext,
  input: z.input<typeof takeBackSchema>,
): Promise<{ statementId: string; lines: number; closed: number }> {
  requirePermission(ctx, 'statements.import');
  const { statementId } = parseInput(takeBackSchema, input);
  const found = await ctx.db.prisma.statement.findFirst({ where: { id: statementId, ...ctx.tenant } });
  if (!found) throw notFound('statement');
  return ctx.db.prisma.$transaction(async (tx) => {
    await lockShortcode(tx, found);
    // Two people may remove it at the same time.
    const statement = await tx.statement.findFirst({ where: { id: statementId, ...ctx.tenant } });
    if (!statement) throw notFound('statement');
    const { applicationId, environment, shortcode, fileName, fileHash } = statement;
    await refuseDecided(tx, statement);
    const at = ctx.clock.now();
    const closed = await tx.$queryRaw<object[]>(closeWhere(aboutIt(statement), { by: ctx.actor, note, at }));
    const { count: lines } = await tx.statementLine.deleteMany({ where: { statementId } });
    await tx.statement.delete({ where: { id: statementId } });
    const detail = { environment, shortcode, fileName, fileHash, lines, closed: closed.length };
    await audit(tx, {
      actor: ctx.actor,
      action: 'statement.taken_back',
      subjectId: statementId,
      applicationId,
      detail,
      at,
    });
    return { statementId, lines, closed: closed.length };
  });
}

type Kept = {
  id: string;
  applicationId: string;
  environment: Environment;
  shortcode: string;
  coversFrom: Date;
  coversTo: Date;
  importedAt: Date;
};

/** Reviews of its lines, and of records that it lacks or contradicts. */
const aboutIt = ({ id, applicationId, environment }: Kept): Sql => sql`
  application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
  AND (detail->>'statementId' = ${id} OR (subject_kind = 'statement_line' AND subject_id IN (
    SELECT l.id FROM statement_lines l WHERE l.statement_id = ${id}::uuid)))`;

async function refuseDecided(tx: Prisma.TransactionClient, statement: Kept): Promise<void> {
  const { id, applicationId, environment, shortcode, coversFrom, coversTo, importedAt } = statement;
  const refused = (why: Named) => invalidInput(issue('statementId', why));
  const [decided] = await tx.$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM reviews WHERE status = 'closed' AND closed_by <> 'system' AND ${aboutIt(statement)} LIMIT 1`);
  if (decided) throw refused(reconciliationIssues.exceptionClosed({ review: decided.id }));
  const [recorded] = await tx.$queryRaw<{ receipt: string }[]>(sql`
    SELECT l.receipt FROM statement_lines l
    JOIN audit_entries a ON a.subject_id = l.payment_id::text AND a.action = 'payment.recorded_from_statement'
    WHERE l.statement_id = ${id}::uuid AND a.application_id = l.application_id LIMIT 1`);
  if (recorded) throw refused(reconciliationIssues.paymentRecorded({ receipt: recorded.receipt }));
  const later = await tx.statement.findMany({
    where: {
      applicationId,
      environment,
      shortcode,
      importedAt: { gte: importedAt },
      NOT: { id },
      coversFrom: { lte: coversTo },
      coversTo: { gte: coversFrom },
    },
    orderBy: { id: 'desc' },
    select: { fileName: true, lineCount: true, newLineCount: true },
  });
  // A line in both files is stored once, for the first file.
  const overlapping = later.find(({ lineCount, newLineCount }) => newLineCount < lineCount);
  if (overlapping) throw refused(reconciliationIssues.linesShared({ fileName: overlapping.fileName }));
}
