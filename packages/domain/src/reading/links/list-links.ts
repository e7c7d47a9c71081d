import { LinkKind, LinkStatus, sql } from '@tillgate/db';
import { z } from 'zod';
import { requireEither } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { type LinkView, referenceKeyOf, type WithPayPages } from '../../links/index.ts';
import { given, readRows, rowsWithin } from '../keyset.ts';
import { readingIssues } from '../refusals.ts';
import { restPage } from '../rest-page.ts';
import { viewOf } from './get-link.ts';
import { type CountedLink, countedColumns, findLink } from './link-statements.ts';

const referenceMax = 24;

/** Query of GET /payment-links. */
export const listLinksSchema = z.object({
  ...restPage('links', readingIssues.linkId),
  status: z
    .enum(LinkStatus, { error: issues.either({ values: 'open, paid or ended' }) })
    .optional()
    .meta({ description: 'Returns only links in this state.' }),
  kind: z
    .enum(LinkKind, { error: issues.either({ values: 'once or many' }) })
    .optional()
    .meta({ description: 'Returns only links of this kind.' }),
  reference: z
    .string({ error: issues.givenOnce })
    .min(1, { error: issues.empty })
    .refine((text) => [...text].length <= referenceMax, { error: issues.tooLong({ max: referenceMax }) })
    .refine((text) => !text.includes('\u0000') && text.isWellFormed(), { error: issues.brokenCharacters })
    .optional()
    .meta({
      description: 'Returns only links with this reference, whatever its case, blanks and dashes.',
      maxLength: referenceMax,
    }),
});
type ListLinksInput = z.output<typeof listLinksSchema>;

/**
 * The input of {@link listLinks} from a caller without a schema of its own.
 * @throws DomainError invalid_input
 */
export function readLinkList({ limit, ...given }: { limit?: number | undefined } & object): ListLinksInput {
  return parseInput(listLinksSchema, { ...given, ...(limit !== undefined && { limit: String(limit) }) });
}

/**
 * A tenant's links, newest first, a page at a time. `next` is the cursor of the page that follows, null on the last one.
 * @throws DomainError forbidden (scope, role), invalid_input when `before` is no link of the tenant
 */
export async function listLinks(
  ctx: TenantContext & WithPayPages,
  { limit, before, status, kind, reference }: ListLinksInput,
): Promise<{ links: LinkView[]; next: string | null }> {
  requireEither(ctx, 'read', 'links.read');
  const after = before === undefined ? undefined : await findLink(ctx.db.pool, before, ctx.tenant);
  if (before !== undefined && !after) throw invalidInput(issue('before', readingIssues.linkElsewhere));
  const byReference = given(reference, (text) => sql`reference_key = ${referenceKeyOf(text)}`);
  const byStatus = given(status, (each) => sql`status = ${each}::"LinkStatus"`);
  const { rows, hasMore } = await readRows<CountedLink>(
    ctx.db,
    {
      rows: rowsWithin(sql`payment_links`, ctx.tenant, byReference ?? byStatus),
      idType: 'uuid',
      columns: countedColumns,
      conditions: [byReference && byStatus, given(kind, (each) => sql`kind = ${each}::"LinkKind"`)],
    },
    { limit, ...(after && { before: { at: after.createdAt, id: after.id } }) },
  );
  const links = rows.map((row) => viewOf(ctx, row));
  return { links, next: hasMore ? (links.at(-1)?.linkId ?? null) : null };
}
