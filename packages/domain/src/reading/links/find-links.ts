import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import type { LinkView, WithPayPages } from '../../links/index.ts';
import { readRows } from '../keyset.ts';
import { linkFilterSchema, linksOf } from './browse-links.ts';
import { viewOf } from './get-link.ts';
import { type CountedLink, countedColumns, findLink } from './link-statements.ts';

const foundMax = 10;

const inputSchema = z.object({ text: linkFilterSchema.shape.text.unwrap() });

/**
 * The links of a tenant that a text names: an id, or any part of a title or a reference. Newest first, ten at most.
 * `more`: there are, or may be, others.
 * @throws DomainError forbidden, invalid_input
 */
export async function findLinks(
  ctx: TenantContext & WithPayPages,
  input: z.input<typeof inputSchema>,
): Promise<{ links: LinkView[]; more: boolean }> {
  requirePermission(ctx, 'links.read');
  const { text } = parseInput(inputSchema, input);
  const named = isUuid(text) ? await findLink(ctx.db.pool, text, ctx.tenant) : undefined;
  if (named) return { links: [viewOf(ctx, named)], more: false };
  const list = { ...linksOf(ctx.tenant, { text }), columns: countedColumns };
  const { rows, hasMore, scanEnd } = await readRows<CountedLink>(ctx.db, list, { limit: foundMax });
  return { links: rows.map((row) => viewOf(ctx, row)), more: hasMore || scanEnd !== undefined };
}
