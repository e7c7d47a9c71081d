import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { dayMs, later } from '../kernel/time.ts';
import { findSubject, firstKey, requireOwner, type Subject } from './find-subject.ts';
import { type Place, places } from './places.ts';
import { type EraseSubjectInput, eraseSubjectSchema } from './schemas.ts';
import { eraseBatch, listUnfinished, type Search } from './statements.ts';
import { batchMax, subjectHash } from './subject.ts';

/** Rows that were rewritten, by table; tables without any are left out. `subject` is the name that the audit has. */
export type Erased = { subject: string; rows: Record<string, number> };

/**
 * Replaces a phone number, and the names that the provider reported with it, in everything that is kept about it in an
 * organization. Amounts, statuses, times, receipts and ids stay, so the ledger, totals and signed days stay as they were.
 * It may be repeated, also after it was killed: a second run finds nothing.
 * @throws DomainError invalid_input (something of the person is unfinished, or within the legal hold), not_found,
 * forbidden (owners and the operator alone)
 */
export async function eraseSubject(ctx: ActorContext, input: EraseSubjectInput): Promise<Erased> {
  requirePermission(ctx, 'subjects.manage');
  const given = parseInput(eraseSubjectSchema, input);
  const { organizationId, phone, reason } = given;
  await requireOwner(ctx, organizationId);
  const subject = await findSubject(ctx, given);
  await demandFinished(ctx, subject);
  await demandNoHold(ctx, organizationId, subject);
  const rows: Record<string, number> = {};
  for (const place of places) {
    const changed = await erasePlace(ctx, place, subject.search);
    if (changed > 0) rows[place.table] = changed;
  }
  const hash = subjectHash(organizationId, phone);
  if (Object.keys(rows).length > 0) {
    await audit(ctx.db.prisma, {
      actor: ctx.actor,
      action: 'subject.erased',
      subjectId: hash,
      organizationId,
      detail: { reason, ...rows },
      at: ctx.clock.now(),
    });
  }
  return { subject: hash, rows };
}

async function erasePlace(ctx: ActorContext, place: Place, search: Search): Promise<number> {
  let after: string = firstKey[place.key.type];
  let total = 0;
  for (;;) {
    const batch = { search, after, limit: batchMax, at: ctx.clock.now() };
    const { last, seen, changed } = await eraseBatch(ctx.db.pool, place, batch);
    total += changed;
    if (last === null || seen < batchMax) return total;
    after = last;
  }
}

async function demandFinished(ctx: ActorContext, { own, search, forms }: Subject): Promise<void> {
  const { applicationIds, ids, phone } = search;
  const pending = own.filter(({ status }) => status === 'pending').map(({ id }) => id);
  const others = await listUnfinished(ctx.db.pool, { applicationIds, ids, forms, phone });
  const open = [...pending.map((id) => `payment or payout ${id} without an outcome`), ...others];
  if (open.length > 0)
    throw refused(`Something of this person is unfinished: ${open.join(', ')}. Erase it when it has ended.`);
}

async function demandNoHold({ db, clock }: ActorContext, organizationId: string, { own }: Subject): Promise<void> {
  const hold = await db.prisma.subjectHold.findUnique({ where: { organizationId } });
  if (!hold) return;
  const newest = Math.max(...own.map(({ createdAt }) => createdAt.getTime()));
  const until = later(new Date(Number.isFinite(newest) ? newest : 0), hold.days * dayMs);
  if (until <= clock.now()) return;
  const day = until.toISOString().slice(0, 10);
  throw refused(
    `The organization must keep what is not older than ${hold.days} days (legal hold): until ${day} for this person.`,
  );
}

function refused(detail: string): DomainError {
  return new DomainError('invalid_input', detail, { issues: [{ path: 'phone', message: detail }] });
}
