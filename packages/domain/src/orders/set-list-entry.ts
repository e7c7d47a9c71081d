import {
  demandFuture,
  demandHash,
  type EntryIdInput,
  entryIdSchema,
  isSameEntry,
  type ListedPhone,
  listedPhoneOf,
  lockEntries,
  lockEntry,
  loosensList,
  makeRoom,
  type NewEntryInput,
  newEntrySchema,
  type PhoneFileInput,
  phoneFileSchema,
  problemsRefusal,
  type RowProblem,
  readPhoneFile,
  storeEntry,
  storeImported,
  type WithPhoneHash,
} from '../guards/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext, WithDashboardUrl } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { type Changed, changeOrAsk, requireRole } from './looser-change.ts';
import { personOf } from './order.ts';

type Ctx = TenantContext & WithPhoneHash & Partial<WithDashboardUrl>;

/**
 * Puts a phone on a list, or changes the end and the reason of its entry. To block a phone, or to block it for longer, takes
 * effect at once. To allow one, to allow it for longer, or to block it for a shorter time becomes an order for another
 * member, or takes effect at once when there is none. Processes follow it from four seconds later on.
 * @throws DomainError invalid_input (also: too many phones), not_found, forbidden, unavailable (no key here)
 */
export async function addListEntry(ctx: Ctx, input: NewEntryInput): Promise<Changed> {
  requirePermission(ctx, 'policy.write');
  const given = parseInput(newEntrySchema, input);
  demandFuture(given.until, ctx.clock.now());
  return change(ctx, listedPhoneOf(ctx.tenant, demandHash(ctx), given));
}

/**
 * Takes a phone off a list. To take it off the block list is a loosening: see {@link addListEntry}.
 * @throws DomainError invalid_input, not_found, forbidden
 */
export async function removeListEntry(ctx: Ctx, input: EntryIdInput): Promise<Changed> {
  requirePermission(ctx, 'policy.write');
  return change(ctx, parseInput(entryIdSchema, input));
}

/** @param wish the entry as it is to be, or the id of one that goes */
async function change(ctx: Ctx, wish: ListedPhone | { entryId: string }): Promise<Changed> {
  const now = ctx.clock.now();
  const after = 'entryId' in wish ? undefined : wish;
  return changeOrAsk(ctx, async (tx) => {
    const before = await lockEntry(tx, ctx.tenant, 'entryId' in wish ? wish.entryId : wish.id);
    if (!before && !after) throw notFound('entry');
    return {
      input: { before: before ?? null, after: after ?? null },
      isSame: before !== undefined && after !== undefined && isSameEntry(before, after),
      loosens: loosensList({ before, after }, now),
      store: () => storeEntry(tx, ctx.tenant, { actor: ctx.actor, approvedBy: null, before, after }, now),
    };
  });
}

/** What a file of phones to block would change, or has changed. */
export type PhoneImport = {
  /** Phones that are new on the list, that are blocked for longer, and that are blocked as long already. */
  added: number;
  extended: number;
  unchanged: number;
};
/** The first problems, and how many rows have one. Nothing is imported while a row has a problem. */
export type PhonePreview = PhoneImport & { problems: RowProblem[]; problemCount: number };

const problemsShown = 50;

/**
 * Says what an import of a CSV file of phones to block would change. Nothing is written.
 * @throws DomainError forbidden, invalid_input (no such file), unavailable (no key here)
 */
export async function previewListFile(ctx: Ctx, input: PhoneFileInput): Promise<PhonePreview> {
  requirePermission(ctx, 'policy.write');
  const { problems, wanted } = await readFile(ctx, input);
  const known = await ctx.db.prisma.$transaction((tx) => lockEntries(tx, ctx.tenant, idsOf(wanted)));
  const { fresh, longer, same } = compare(wanted, known, ctx.clock.now());
  return {
    added: fresh.length,
    extended: longer.length,
    unchanged: same,
    problems: problems.slice(0, problemsShown),
    problemCount: problems.length,
  };
}

/**
 * Blocks the phones of a CSV file, all or none of them. A phone that is blocked for longer stays so.
 * @throws DomainError forbidden, not_found, invalid_input (no such file, a row with a problem, too many phones), unavailable
 *   (no key here)
 */
export async function importListFile(ctx: Ctx, input: PhoneFileInput): Promise<PhoneImport> {
  requirePermission(ctx, 'policy.write');
  const by = { userId: personOf(ctx.actor), kind: 'guard_change' as const };
  const { problems, wanted } = await readFile(ctx, input);
  if (problems.length > 0) throw problemsRefusal(problems.length);
  const now = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    await requireRole(tx, ctx, by);
    const known = await lockEntries(tx, ctx.tenant, idsOf(wanted));
    const { fresh, longer, same } = compare(wanted, known, now);
    await makeRoom(tx, ctx.tenant, fresh.length, now);
    const counts = { added: fresh.length, extended: longer.length };
    await storeImported(tx, ctx.tenant, { entries: [...fresh, ...longer], counts, actor: ctx.actor }, now);
    return { ...counts, unchanged: same };
  });
}

const idsOf = (entries: readonly ListedPhone[]) => entries.map(({ id }) => id);

async function readFile(ctx: Ctx, input: PhoneFileInput) {
  const { csv } = parseInput(phoneFileSchema, input);
  const phoneHash = demandHash(ctx);
  const { rows, problems } = await readPhoneFile(csv, ctx.clock.now());
  const wanted = rows.map((row) => listedPhoneOf(ctx.tenant, phoneHash, { ...row, list: 'block' }));
  return { problems, wanted };
}

function compare(wanted: readonly ListedPhone[], known: readonly ListedPhone[], now: Date) {
  const knownById = new Map(known.map((entry) => [entry.id, entry]));
  const fresh = wanted.filter(({ id }) => !knownById.has(id));
  const longer = wanted.filter((after) => {
    const before = knownById.get(after.id);
    return before !== undefined && before.until !== after.until && !loosensList({ before, after }, now);
  });
  return { fresh, longer, same: wanted.length - fresh.length - longer.length };
}
