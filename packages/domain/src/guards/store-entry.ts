import type { GuardListEntryModel, Prisma } from '@tillgate/db';
import { v5 as uuidv5 } from 'uuid';
import { type AuditDetail, audit } from '../audit/index.ts';
import type { Tenant } from '../kernel/context.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { type ListChange, listChangeLine } from './list-text.ts';
import type { PhoneHash } from './phone-hash.ts';
import { entriesMax, isLooserEntry, type ListName } from './phone-list.ts';
import { guardIssues } from './refusals.ts';
import type { ListedPhone } from './schemas.ts';
import { announce, lockApplication } from './tell-owners.ts';

type Tx = Prisma.TransactionClient;

const namespace = '5f0c1c2e-6f0d-4b52-9d1e-0a7d4a1c9b37';

/** One phone has one id on one list, also after it was removed and added again. */
export function entryIdOf({ applicationId, environment }: Tenant, list: ListName, phoneHash: string): string {
  return uuidv5(`${applicationId} ${environment} ${list} ${phoneHash}`, namespace);
}

type Given = { phone: string; list: ListName; until: Date | null; reason: string };

/** A phone as it is to stand on a list. */
export function listedPhoneOf(tenant: Tenant, { keyId, hash }: PhoneHash, given: Given): ListedPhone {
  const { phone, list, until, reason } = given;
  const phoneHash = hash(phone);
  const id = entryIdOf(tenant, list, phoneHash);
  return { kind: 'list', id, list, phoneHash, keyId, until: until?.toISOString() ?? null, reason };
}

/**
 * An entry of a list, locked against other changes until the transaction ends; undefined when there is none.
 * @throws DomainError not_found when there is no such application
 */
export async function lockEntry(tx: Tx, tenant: Tenant, id: string): Promise<ListedPhone | undefined> {
  const [entry] = await lockEntries(tx, tenant, [id]);
  return entry;
}

/** {@link lockEntry} for several of them. */
export async function lockEntries(tx: Tx, tenant: Tenant, ids: readonly string[]): Promise<ListedPhone[]> {
  await lockApplication(tx, tenant);
  const { applicationId, environment } = tenant;
  const rows = await tx.guardListEntry.findMany({ where: { applicationId, environment, id: { in: [...ids] } } });
  return rows.map(viewEntry);
}

function viewEntry({ id, list, phoneHash, keyId, until, reason }: GuardListEntryModel): ListedPhone {
  return { kind: 'list', id, list, phoneHash, keyId, until: until?.toISOString() ?? null, reason };
}

/** Whether two states of an entry say the same. */
export function isSameEntry(one: ListedPhone, other: ListedPhone): boolean {
  return one.id === other.id && one.until === other.until && one.reason === other.reason;
}

/** Whether a change of an entry lets something pass that was stopped before. */
export function loosensList({ before, after }: ListChange, now: Date): boolean {
  const span = (entry: ListedPhone | undefined) =>
    entry && { list: entry.list, until: entry.until === null ? null : new Date(entry.until) };
  return isLooserEntry(span(before), span(after), now);
}

type Change = ListChange & { actor: string; approvedBy: string | null };

/**
 * Adds, changes or removes an entry, with an audit entry. Every owner gets an email about one that loosens. Lock the entry
 * first.
 * @throws DomainError invalid_input when there would be too many
 */
export async function storeEntry(tx: Tx, tenant: Tenant, change: Change, at: Date): Promise<void> {
  const { before, after, actor, approvedBy } = change;
  const { applicationId, environment } = tenant;
  if (after) {
    if (!before) await makeRoom(tx, tenant, 1, at);
    await writeEntries(tx, tenant, [after], actor, at);
  } else if (before) await tx.guardListEntry.deleteMany({ where: { applicationId, environment, id: before.id } });
  const loosened = loosensList(change, at);
  const { id: subjectId, list, until, reason } = after ?? before ?? neither();
  const was = before && after && { untilBefore: before.until, reasonBefore: before.reason };
  const detail: AuditDetail = { environment, list, until, reason, ...was, loosened, approvedBy };
  const facts = { actor, subjectId, applicationId, at, detail };
  if (!before) await audit(tx, { ...facts, action: 'guard_entry.added' });
  else if (after) await audit(tx, { ...facts, action: 'guard_entry.changed' });
  else await audit(tx, { ...facts, action: 'guard_entry.removed' });
  if (loosened) await announce(tx, tenant, { actor, approvedBy, loosened, line: listChangeLine(change) }, at);
}

/** Adds entries, and changes those that are there. */
async function writeEntries(
  tx: Tx,
  { applicationId, environment }: Tenant,
  entries: readonly ListedPhone[],
  createdBy: string,
  createdAt: Date,
): Promise<void> {
  const where = { applicationId, environment, id: { in: entries.map(({ id }) => id) } };
  await tx.guardListEntry.deleteMany({ where });
  await tx.guardListEntry.createMany({
    data: entries.map(({ kind: _, ...entry }) => ({ ...entry, applicationId, environment, createdBy, createdAt })),
  });
}

/** Blocks the phones of a file, with one audit entry for all of them. Lock the entries first. */
export async function storeImported(
  tx: Tx,
  tenant: Tenant,
  given: { entries: readonly ListedPhone[]; counts: { added: number; extended: number }; actor: string },
  at: Date,
): Promise<void> {
  const { entries, counts, actor } = given;
  if (entries.length === 0) return;
  await writeEntries(tx, tenant, entries, actor, at);
  const { applicationId, environment } = tenant;
  const detail = { environment, list: 'block', ...counts };
  await audit(tx, { actor, action: 'guard_entry.imported', subjectId: applicationId, applicationId, detail, at });
}

/**
 * Makes sure that more entries may be added. Where there would be too many, those that have ended go.
 * @throws DomainError invalid_input when there would still be too many
 */
export async function makeRoom(tx: Tx, { applicationId, environment }: Tenant, more: number, now: Date): Promise<void> {
  const where = { applicationId, environment };
  if ((await tx.guardListEntry.count({ where })) + more <= entriesMax) return;
  await tx.guardListEntry.deleteMany({ where: { ...where, until: { lte: now } } });
  if ((await tx.guardListEntry.count({ where })) + more <= entriesMax) return;
  throw invalidInput(issue('phone', guardIssues.phoneListsFull({ max: entriesMax })));
}

function neither(): never {
  throw new Error('A change has an entry before it or after it.');
}
