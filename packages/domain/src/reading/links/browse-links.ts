import { LinkKind, LinkStatus, type Sql, sql } from '@tillgate/db';
import { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import type { Tenant, TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { type LinkRow, linkColumns } from '../../links/index.ts';
import { type ActorView, describeActors } from '../actors.ts';
import { given, type Page, type PageQuery, pageInput, readPage, rowsWithin, type Span } from '../keyset.ts';
import { periodShape } from '../period.ts';

const textMax = 64;

/** The filters of the list of payment links. */
const filterShape = {
  status: z.enum(LinkStatus, { error: issues.either({ values: 'open, paid or ended' }) }).optional(),
  kind: z.enum(LinkKind, { error: issues.either({ values: 'once or many' }) }).optional(),
  /** Any part of the title or the reference, in upper or lower case. */
  text: z
    .string({ error: issues.text })
    .trim()
    .min(1, { error: issues.empty })
    .max(textMax, { error: issues.tooLong({ max: textMax }) })
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), { error: issues.brokenCharacters })
    .optional(),
};

export const linkFilterSchema = z.object(filterShape);

export const browseLinksSchema = z.object({
  ...filterShape,
  ...periodShape,
  limit: pageInput.limit,
  before: pageInput.before,
  after: pageInput.after,
});
export type BrowseLinksInput = z.input<typeof browseLinksSchema>;

type Shown =
  | 'id'
  | 'kind'
  | 'status'
  | 'endedBy'
  | 'title'
  | 'amount'
  | 'amountMin'
  | 'amountMax'
  | 'accountReference'
  | 'referencePrefix'
  | 'expiresAt'
  | 'paymentsMax'
  | 'paidCount'
  | 'paidAmount'
  | 'createdAt';

/** A link in a list of many. Amounts are whole KES. */
export type LinkListRow = Pick<LinkRow, Shown> & { by: ActorView };

export type StoredLink = LinkRow & { createdBy: string };

/**
 * A tenant's links for people, newest first, a page at a time, in bounded time.
 * @throws DomainError forbidden, invalid_input
 */
export async function browseLinks(ctx: TenantContext, input: BrowseLinksInput): Promise<Page<LinkListRow>> {
  requirePermission(ctx, 'links.read');
  const { createdFrom, createdTo, limit, before, after, ...filter } = parseInput(browseLinksSchema, input);
  const { rows, newer, older } = await readPage<StoredLink>(ctx.db, linksOf(ctx.tenant, filter), {
    limit,
    ...(before && { before }),
    ...(after && { after }),
    ...(createdFrom && { since: createdFrom }),
    ...(createdTo && { until: createdTo }),
  });
  const who = await describeActors(
    ctx.db.prisma,
    ctx.tenant.applicationId,
    rows.map(({ createdBy }) => createdBy),
  );
  return { newer, older, rows: rows.map((row) => ({ ...shown(row), by: who(row.createdBy) })) };
}

type Known = z.output<typeof linkFilterSchema>;
/** Null means absent. */
type Filter = { [Name in keyof Known]?: Known[Name] | null };

/**
 * The payment links of a tenant, or of a span of them, that meet a filter.
 * @param holds the condition that a link has the text, in place of any part of its title or reference
 */
export function linksOf(
  within: Tenant | Span,
  { status, kind, text }: Filter,
  holds: (text: string) => Sql = hasPart,
): PageQuery {
  // Open links have an index of their own: they can be few among many.
  const open = status === 'open' ? sql`status = 'open'` : undefined;
  return {
    rows: rowsWithin(sql`payment_links`, within, open),
    idType: 'uuid',
    columns: sql`${linkColumns}, created_by AS "createdBy"`,
    conditions: [
      open ? undefined : given(status, (each) => sql`status = ${each}::"LinkStatus"`),
      given(kind, (each) => sql`kind = ${each}::"LinkKind"`),
      given(text, holds),
    ],
  };
}

function hasPart(part: string): Sql {
  return sql`position(lower(${part}) IN lower(title)) > 0
    OR position(lower(${part}) IN lower(coalesce(account_reference, reference_prefix))) > 0`;
}

function shown(row: LinkRow): Pick<LinkRow, Shown> {
  const { id, kind, status, endedBy, title, amount, amountMin, amountMax } = row;
  const { accountReference, referencePrefix, expiresAt, paymentsMax, paidCount, paidAmount, createdAt } = row;
  return {
    ...{ id, kind, status, endedBy, title, amount, amountMin, amountMax },
    ...{ accountReference, referencePrefix, expiresAt, paymentsMax, paidCount, paidAmount, createdAt },
  };
}
