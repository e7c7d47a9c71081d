import { LinkKind, LinkStatus, sql } from '@tillgate/db';
import { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { type LinkRow, linkColumns } from '../../links/index.ts';
import { type ActorView, describeActors } from '../actors.ts';
import { given, type Page, pageInput, readPage, rowsWithin } from '../keyset.ts';
import { periodShape } from '../period.ts';

const textMax = 64;

export const browseLinksSchema = z.object({
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

/**
 * A tenant's links for people, newest first, a page at a time, in bounded time.
 * @throws DomainError forbidden, invalid_input
 */
export async function browseLinks(ctx: TenantContext, input: BrowseLinksInput): Promise<Page<LinkListRow>> {
  requirePermission(ctx, 'links.read');
  const { status, kind, text, createdFrom, createdTo, limit, before, after } = parseInput(browseLinksSchema, input);
  // Open links have an index of their own: they can be few among many.
  const open = status === 'open' ? sql`status = 'open'` : undefined;
  const { rows, newer, older } = await readPage<LinkRow & { createdBy: string }>(
    ctx.db,
    {
      rows: rowsWithin(sql`payment_links`, ctx.tenant, open),
      idType: 'uuid',
      columns: sql`${linkColumns}, created_by AS "createdBy"`,
      conditions: [
        open ? undefined : given(status, (each) => sql`status = ${each}::"LinkStatus"`),
        given(kind, (each) => sql`kind = ${each}::"LinkKind"`),
        given(
          text,
          (part) => sql`position(lower(${part}) IN lower(title)) > 0
            OR position(lower(${part}) IN lower(coalesce(account_reference, reference_prefix))) > 0`,
        ),
      ],
    },
    {
      limit,
      ...(before && { before }),
      ...(after && { after }),
      ...(createdFrom && { since: createdFrom }),
      ...(createdTo && { until: createdTo }),
    },
  );
  const who = await describeActors(
    ctx.db.prisma,
    ctx.tenant.applicationId,
    rows.map(({ createdBy }) => createdBy),
  );
  return { newer, older, rows: rows.map((row) => ({ ...shown(row), by: who(row.createdBy) })) };
}

function shown(row: LinkRow): Pick<LinkRow, Shown> {
  const { id, kind, status, endedBy, title, amount, amountMin, amountMax } = row;
  const { accountReference, referencePrefix, expiresAt, paymentsMax, paidCount, paidAmount, createdAt } = row;
  return {
    ...{ id, kind, status, endedBy, title, amount, amountMin, amountMax },
    ...{ accountReference, referencePrefix, expiresAt, paymentsMax, paidCount, paidAmount, createdAt },
  };
}
