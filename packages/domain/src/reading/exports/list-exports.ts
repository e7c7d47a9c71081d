import { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { idSchema, parseInput, wholeNumber } from '../../kernel/input.ts';
import { describeActors, withoutEmail } from '../actors.ts';
import { type Count, countUpTo } from '../count.ts';
import { countedMax } from '../count-rows.ts';
import { olderThan } from '../older-than.ts';
import { type ExportView, exportView, readableLists, type StoredExport } from './export-view.ts';

const pageSizeMax = 100;
const pageSizeDefault = 20;

export const listExportsSchema = z.strictObject({
  limit: wholeNumber(1, pageSizeMax).default(pageSizeDefault),
  /** Continues after this export: the `next` of the previous page. */
  before: idSchema.optional(),
});

const scheduleName = { select: { id: true, name: true } } as const;

export const exportSchema = z.strictObject({ exportId: idSchema });

/**
 * Exports of a tenant, the newest first, of the lists that the caller may read. `next` is the cursor of the next page,
 * null on the last one.
 * @throws DomainError invalid_input, also when `before` is not an export of the tenant
 */
export async function listExports(
  ctx: TenantContext,
  input: z.input<typeof listExportsSchema>,
): Promise<{ exports: ExportView[]; next: string | null }> {
  requirePermission(ctx, 'exports.use');
  const { limit, before } = parseInput(listExportsSchema, input);
  const own = { ...ctx.tenant, list: { in: readableLists(ctx) } };
  const after = before === undefined ? undefined : await find(ctx, before);
  const rows = await ctx.db.prisma.export.findMany({
    where: { ...own, ...(after && olderThan(after)) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    include: { schedule: scheduleName },
  });
  const shown = rows.slice(0, limit);
  const views = await viewsOf(ctx, shown);
  return { exports: views, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/**
 * One export with its progress.
 * @throws DomainError invalid_input, not_found (also of a list that the caller may not read)
 */
export async function getExport(ctx: TenantContext, input: z.input<typeof exportSchema>): Promise<ExportView> {
  requirePermission(ctx, 'exports.use');
  const { exportId } = parseInput(exportSchema, input);
  const [view] = await viewsOf(ctx, [await find(ctx, exportId)]);
  if (!view) throw notFound('export');
  return view;
}

/** How many exports {@link listExports} has, counted up to a limit. */
export async function countExports(ctx: TenantContext): Promise<Count> {
  requirePermission(ctx, 'exports.use');
  const where = { ...ctx.tenant, list: { in: readableLists(ctx) } };
  return countUpTo(countedMax, await ctx.db.prisma.export.count({ where, take: countedMax + 1 }));
}

async function find(ctx: TenantContext, id: string): Promise<StoredExport> {
  const where = { id, ...ctx.tenant, list: { in: readableLists(ctx) } };
  const row = await ctx.db.prisma.export.findFirst({ where, include: { schedule: scheduleName } });
  if (!row) throw notFound('export');
  return row;
}

async function viewsOf(ctx: TenantContext, rows: StoredExport[]): Promise<ExportView[]> {
  const actors = rows.map(({ requestedBy }) => requestedBy);
  const describe = await describeActors(ctx.db.prisma, ctx.tenant.applicationId, actors);
  return rows.map((row) => exportView(row, withoutEmail(describe(row.requestedBy))));
}
