import type { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { parseInput } from '../../kernel/input.ts';
import { type ActorView, describeActors, withoutEmail } from '../actors.ts';
import { listStatementsSchema } from './schemas.ts';

export type StatementRow = {
  statementId: string;
  fileName: string;
  coversFrom: string;
  coversTo: string;
  lineCount: number;
  newLineCount: number;
  problemCount: number;
  importedBy: ActorView;
  importedAt: string;
};

/**
 * The imported statements of a shortcode, the newest import first. `next` continues; null at the end.
 * @throws DomainError invalid_input, not_found (the statement to continue after)
 */
export async function listImports(
  ctx: TenantContext,
  input: z.input<typeof listStatementsSchema>,
): Promise<{ statements: StatementRow[]; next: string | null }> {
  requirePermission(ctx, 'statements.read');
  const { shortcode, limit, statementId } = parseInput(listStatementsSchema, input);
  const { statement } = ctx.db.prisma;
  const where = { ...ctx.tenant, shortcode };
  const after = statementId
    ? await statement.findFirst({ where: { ...ctx.tenant, id: statementId }, select: { id: true } })
    : undefined;
  if (after === null) throw notFound('statement');
  // Ids are in the order of the imports.
  const rows = await statement.findMany({
    where: { ...where, ...(after && { id: { lt: after.id } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const actors = shown.map(({ importedBy }) => importedBy);
  const describe = await describeActors(ctx.db.prisma, ctx.tenant.applicationId, actors);
  return {
    statements: shown.map(({ id, fileName, lineCount, newLineCount, problemCount, ...row }) => ({
      statementId: id,
      fileName,
      coversFrom: row.coversFrom.toISOString(),
      coversTo: row.coversTo.toISOString(),
      lineCount,
      newLineCount,
      problemCount,
      importedBy: withoutEmail(describe(row.importedBy)),
      importedAt: row.importedAt.toISOString(),
    })),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** The shortcodes whose statements an application may import, with that of its credentials first. */
export async function listShortcodes(ctx: TenantContext): Promise<string[]> {
  requirePermission(ctx, 'statements.read');
  const {
    db: { prisma },
    tenant,
  } = ctx;
  const [credentials, registrations, statements] = await Promise.all([
    prisma.providerCredential.findFirst({ where: tenant, select: { shortcode: true, tillNumber: true } }),
    prisma.c2bRegistration.findMany({ where: tenant, select: { shortcode: true }, distinct: ['shortcode'] }),
    prisma.statement.findMany({ where: tenant, select: { shortcode: true }, distinct: ['shortcode'] }),
  ]);
  const all = [credentials?.shortcode, credentials?.tillNumber, ...[...registrations, ...statements].map(toShortcode)];
  return [...new Set(all.filter((shortcode) => typeof shortcode === 'string'))];
}

const toShortcode = ({ shortcode }: { shortcode: string }) => shortcode;
