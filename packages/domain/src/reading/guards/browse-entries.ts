import { sql } from '@tillgate/db';
import { type ListName, phoneHashOf, type WithPhoneHash } from '../../guards/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { type ActorView, describeActors } from '../actors.ts';
import { given, ofTenant, type Page, readPage, rowsOf } from '../keyset.ts';
import { type BrowseEntriesInput, browseEntriesSchema } from './schemas.ts';

type Stored = {
  id: string;
  list: ListName;
  /** Null: it has no end. */
  until: Date | null;
  reason: string;
  /** It was added under another key than that of this process, so it counts for nothing. */
  isOtherKey: boolean;
  createdBy: string;
  createdAt: Date;
};
/** A phone on a list. The number is not told: rows have a hash of it. `hasEnded`: it counts for nothing any more. */
export type EntryRow = Omit<Stored, 'createdBy'> & { addedBy: ActorView; hasEnded: boolean };

/**
 * The phones on the lists of a tenant, newest first, a page at a time.
 * @param input with a phone: its entries alone. Without a key here, no phone is found
 * @throws DomainError forbidden, invalid_input
 */
export async function browseEntries(
  ctx: TenantContext & WithPhoneHash,
  input: BrowseEntriesInput,
): Promise<Page<EntryRow>> {
  requirePermission(ctx, 'policy.read');
  const { list, phone, ...page } = parseInput(browseEntriesSchema, input);
  const phoneHash = phoneHashOf(ctx);
  const { rows, ...places } = await readPage<Stored>(
    ctx.db,
    {
      rows: rowsOf(sql`guard_list_entries`, ofTenant(ctx.tenant)),
      idType: 'uuid',
      columns: sql`r.id, r.list, r.until, r.reason, r.key_id IS DISTINCT FROM ${phoneHash?.keyId ?? null}::text AS "isOtherKey",
        r.created_by AS "createdBy", r.created_at AS "createdAt"`,
      conditions: [
        given(list, (value) => sql`r.list = ${value}::"GuardList"`),
        given(phone, (value) => sql`r.phone_hash = ${phoneHash?.hash(value) ?? ''}`),
      ],
    },
    page,
  );
  const describe = await describeActors(
    ctx.db.prisma,
    ctx.tenant.applicationId,
    rows.map(({ createdBy }) => createdBy),
  );
  const now = ctx.clock.now();
  return {
    ...places,
    rows: rows.map(({ createdBy, ...row }) => ({
      ...row,
      addedBy: describe(createdBy),
      hasEnded: row.until !== null && row.until <= now,
    })),
  };
}
