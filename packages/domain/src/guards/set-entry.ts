import { z } from 'zod';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { phoneSchema } from '../kernel/phone.ts';
import type { ListEntry } from './phone-list.ts';
import { guardIssues } from './refusals.ts';
import { listNameSchema, newEntrySchema } from './schemas.ts';
import { tenantShape } from './set-rule.ts';
import { demandHash, type WithPhoneHash } from './stop-phone.ts';
import { entryIdOf, listedPhoneOf, lockEntry, storeEntry } from './store-entry.ts';

type GuardContext = ActorContext & WithPhoneHash;

const addEntrySchema = newEntrySchema.extend(tenantShape);
export type AddEntryInput = z.input<typeof addEntrySchema>;

const removeEntrySchema = z.strictObject({ ...tenantShape, phone: phoneSchema, list: listNameSchema });
export type RemoveEntryInput = z.input<typeof removeEntrySchema>;

const listEntriesSchema = z.strictObject(tenantShape);
export type ListEntriesInput = z.input<typeof listEntriesSchema>;

/** How many entries are shown, the newest first. */
const shownMax = 100;

/** What may be shown of an entry: never a number. `isOtherKey`: it was added under another key and counts for nothing. */
export type EntryView = ListEntry & { reason: string; addedBy: string; addedAt: Date; isOtherKey: boolean };

/**
 * Puts a phone on the block list or the allow list of an application, or changes the end and the reason of its entry.
 * Processes follow it from four seconds later on.
 * @throws DomainError forbidden (operators alone), invalid_input (also: too many entries), not_found (no such application),
 *   unavailable (no key here)
 */
export async function addEntry(ctx: GuardContext, input: AddEntryInput): Promise<{ id: string }> {
  requireOperator(ctx);
  const { applicationId, environment, ...given } = parseInput(addEntrySchema, input);
  const tenant = { applicationId, environment };
  const now = ctx.clock.now();
  demandFuture(given.until, now);
  const after = listedPhoneOf(tenant, demandHash(ctx), given);
  await ctx.db.prisma.$transaction(async (tx) => {
    const before = await lockEntry(tx, tenant, after.id);
    await storeEntry(tx, tenant, { actor: ctx.actor, approvedBy: null, before, after }, now);
  });
  return { id: after.id };
}

/**
 * Takes a phone off a list.
 * @throws DomainError forbidden (operators alone), invalid_input, not_found (no such application or entry), unavailable (no
 *   key here)
 */
export async function removeEntry(ctx: GuardContext, input: RemoveEntryInput): Promise<{ id: string }> {
  requireOperator(ctx);
  const { phone, list, ...tenant } = parseInput(removeEntrySchema, input);
  const id = entryIdOf(tenant, list, demandHash(ctx).hash(phone));
  await ctx.db.prisma.$transaction(async (tx) => {
    const before = await lockEntry(tx, tenant, id);
    if (!before) throw notFound('entry');
    const change = { actor: ctx.actor, approvedBy: null, before, after: undefined };
    await storeEntry(tx, tenant, change, ctx.clock.now());
  });
  return { id };
}

/**
 * The newest entries of the lists of an application, without their numbers, and how many there are.
 * @throws DomainError forbidden (operators alone), invalid_input
 */
export async function readEntries(
  ctx: GuardContext,
  input: ListEntriesInput,
): Promise<{ entries: EntryView[]; count: number }> {
  requireOperator(ctx);
  const where = parseInput(listEntriesSchema, input);
  const { guardListEntry } = ctx.db.prisma;
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
  const rows = await guardListEntry.findMany({ where, orderBy, take: shownMax });
  return {
    count: await guardListEntry.count({ where }),
    entries: rows.map(({ id, list, until, reason, createdBy: addedBy, createdAt: addedAt, keyId }) => ({
      ...{ id, list, until, reason, addedBy, addedAt, isOtherKey: keyId !== ctx.phoneHash?.keyId },
    })),
  };
}

/** @throws DomainError invalid_input when an entry would have ended already */
export function demandFuture(until: Date | null, now: Date): void {
  if (until !== null && until <= now) throw invalidInput(issue('until', guardIssues.untilPassed));
}
