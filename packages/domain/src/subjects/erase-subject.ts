import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { issue, parseInput } from '../kernel/input.ts';
import type { Named } from '../kernel/refusals.ts';
import { dayMs, later } from '../kernel/time.ts';
import { findSubject, firstKey, requireOwner, type Subject } from './find-subject.ts';
import { type Place, places } from './places.ts';
import { subjectIssues } from './refusals.ts';
import { rewriteBytes, rewriterOf } from './rewrite.ts';
import { type EraseSubjectInput, eraseSubjectSchema } from './schemas.ts';
import { listUnfinished, lockBatch, removeBatch, type Search, type StoredRow, writeBatch } from './statements.ts';
import { batchMax, subjectHash } from './subject.ts';

/** Rows that were rewritten, by table; tables without any are left out. `subject` is the name that the audit has. */
export type Erased = { subject: string; rows: Record<string, number> };

/**
 * Replaces a phone number, and the names that the provider reported with it, in all data of an organization. Amounts,
 * statuses, times, receipts and ids stay, so the ledger, totals and signed days do not change. It may be repeated, also
 * after it was killed: a second run finds nothing.
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
  const rewrite = rewriterOf({ phone, names: subject.names });
  for (const place of places) {
    const changed = await erasePlace(ctx, place, subject.search, rewrite);
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

type Rewrite = ReturnType<typeof rewriterOf>;

async function erasePlace(ctx: ActorContext, place: Place, search: Search, rewrite: Rewrite): Promise<number> {
  let after: string = firstKey[place.key.type];
  let total = 0;
  for (;;) {
    const batch = { search, after, limit: batchMax };
    const { last, seen, changed } = await (place.isRemoved
      ? removeBatch(ctx.db.pool, place, batch)
      : ctx.db.transaction(async (db) => {
          const locked = await lockBatch(db, place, batch);
          const rows = rewrittenRows(place, locked.rows, rewrite);
          if (rows.length > 0) await writeBatch(db, place, rows, ctx.clock.now());
          return { ...locked, changed: rows.length };
        }));
    total += changed;
    if (last === null || seen < batchMax) return total;
    after = last;
  }
}

/** The changed rows, with their new values. */
function rewrittenRows(place: Place, rows: readonly StoredRow[], rewrite: Rewrite): StoredRow[] {
  return rows.flatMap(({ columns, ...row }) => {
    const rewritten = place.columns.map(({ kind, form, max }, index) => {
      const stored = columns[index] ?? null;
      if (stored === null) return null;
      if (kind === 'bytea') return rewriteBytes(Buffer.from(stored, 'base64'), rewrite).toString('base64');
      const text = rewrite(stored, kind === 'text' ? form : 'json');
      return max ? [...text].slice(0, Math.max(max, [...stored].length)).join('') : text;
    });
    const isSame = rewritten.every(
      (text, index) => text === sameForm(columns[index] ?? null, place.columns[index]?.kind),
    );
    return isSame ? [] : [{ ...row, columns: rewritten }];
  });
}

/** PostgreSQL breaks base64 into lines. */
const sameForm = (stored: string | null, kind: string | undefined) =>
  kind === 'bytea' ? (stored?.replace(/\n/g, '') ?? null) : stored;

async function demandFinished(ctx: ActorContext, { own, search, forms }: Subject): Promise<void> {
  const { applicationIds, ids, phone } = search;
  const pending = own.filter(({ status }) => status === 'pending').map(({ id }) => id);
  const others = await listUnfinished(ctx.db.pool, { applicationIds, ids, forms, phone });
  const open = [...pending.map((id) => `payment or payout ${id} without an outcome`), ...others];
  if (open.length > 0) throw refused(subjectIssues.eraseUnfinished({ what: open.join(', ') }));
}

async function demandNoHold({ db, clock }: ActorContext, organizationId: string, { own }: Subject): Promise<void> {
  const hold = await db.prisma.subjectHold.findUnique({ where: { organizationId } });
  if (!hold) return;
  const newest = Math.max(...own.map(({ createdAt }) => createdAt.getTime()));
  const until = later(new Date(Number.isFinite(newest) ? newest : 0), hold.days * dayMs);
  if (until <= clock.now()) return;
  const day = until.toISOString().slice(0, 10);
  throw refused(subjectIssues.eraseHeld({ days: hold.days, day }));
}

function refused(why: Named): DomainError {
  const found = issue('phone', why);
  return new DomainError('invalid_input', found.message, { issues: [found] });
}
