import { Environment, type Queryable } from '@tillgate/db';
import type { Context, Tenant } from '../kernel/context.ts';
import type { WithArchive } from '../ports/ports.ts';
import { archiveRows } from './archive-rows.ts';
import * as shared from './clear-shared-statements.ts';
import * as clear from './clear-statements.ts';
import { batchMax, daysOf, notice, type RetentionDays, type RetentionKind, removedBefore } from './retention.ts';
import { findCursor, keepCursor, listApplications, listEndpoints } from './run-statements.ts';

/** One batch: the number of removed rows or texts, and whether there may be more. */
type Batch = { removed: number; isMore: boolean };
/** A removal that runs in batches. */
export type Work = { kind: RetentionKind; run(limit: number): Promise<Batch> };

const applicationsMax = 500;
const firstId = '00000000-0000-0000-0000-000000000000';

type Ctx = Pick<Context, 'db'> & WithArchive;

/** All removals that are due, application by application. */
export async function* planWork(ctx: Ctx, now: Date): AsyncGenerator<Work> {
  const { prisma, pool } = ctx.db;
  const chosen = await prisma.retentionSetting.findMany({ select: { organizationId: true, kind: true, days: true } });
  const daysOfOrganization = (id: string) => daysOf(chosen.filter(({ organizationId }) => organizationId === id));
  yield* planShared(pool, daysOf([]), now);
  /** Applications by retention days of callbacks. One walk over callbacks serves all applications with the same days. */
  const byDays = new Map<number, string[]>();
  for (let after = firstId; ; ) {
    const page = await listApplications(pool, after, applicationsMax);
    for (const { applicationId, organizationId } of page) {
      const days = daysOfOrganization(organizationId);
      byDays.set(days.callback_bodies, [...(byDays.get(days.callback_bodies) ?? []), applicationId]);
      for (const environment of Object.values(Environment)) {
        yield* planTenant(ctx, { applicationId, environment, days, now });
      }
    }
    const last = page.at(-1);
    if (!last || page.length < applicationsMax) break;
    after = last.applicationId;
  }
  for (const [days, applicationIds] of byDays) yield* planCallbacks(ctx, applicationIds, days, now);
}

/** Work of a statement without an archive. */
function removing(kind: RetentionKind, remove: (limit: number) => Promise<number>): Work {
  const run = async (limit: number) => {
    const removed = await remove(limit);
    return { removed, isMore: removed >= limit };
  };
  return { kind, run };
}

/**
 * Work of a statement whose rows go to the archive, if there is one. Rows are removed after they are archived, so a crash
 * in between leaves them in both places.
 * @throws Error when the archive fails; the rows stay
 */
function archiving<Gone extends clear.Gone>(
  { db, archive }: Ctx,
  kind: RetentionKind,
  step: (db: Queryable, limit: number, isArchived: boolean) => Promise<Gone>,
  isMore: (gone: Gone, limit: number) => boolean = ({ removed }, limit) => removed >= limit,
): Work {
  const run = async (limit: number) => {
    const gone = await (archive
      ? db.transaction(async (tx) => {
          const made = await step(tx, limit, true);
          if (made.ndjson !== null) await archiveRows(archive, kind, made.ndjson);
          return made;
        })
      : step(db.pool, limit, false));
    return { removed: gone.removed, isMore: isMore(gone, limit) };
  };
  return { kind, run };
}

/** Work of a statement that continues from a stored cursor. */
function walking(
  ctx: Ctx,
  kind: RetentionKind,
  name: string,
  step: (db: Queryable, from: clear.Cursor, limit: number, isArchived: boolean) => Promise<clear.Step>,
): Work {
  const walk = async (db: Queryable, limit: number, isArchived: boolean) => {
    const made = await step(db, await findCursor(db, name), limit, isArchived);
    if (made.cursor) await keepCursor(db, name, made.cursor);
    return made;
  };
  return archiving(ctx, kind, walk, ({ seen }, limit) => seen >= limit);
}

function* planShared(db: Queryable, days: RetentionDays, now: Date): Generator<Work> {
  const old = (kind: RetentionKind, limit: number) => ({ before: removedBefore(now, days[kind]), limit });
  yield removing('mails', (limit) => shared.deleteMails(db, old('mails', limit)));
  yield removing('sessions', (limit) => shared.deleteSessions(db, old('sessions', limit)));
  yield removing('links', (limit) => shared.deleteLinks(db, old('links', limit)));
  yield removing('astray_callbacks', (limit) => shared.deleteAstrayCallbacks(db, old('astray_callbacks', limit)));
  yield removing('provider_periods', (limit) => shared.deleteProviderPeriods(db, old('provider_periods', limit)));
}

type Of = Tenant & { days: RetentionDays; now: Date };

async function* planTenant(ctx: Ctx, { days, now, ...tenant }: Of): AsyncGenerator<Work> {
  const old = (kind: RetentionKind, limit: number) => ({ ...tenant, before: removedBefore(now, days[kind]), limit });
  const name = (kind: RetentionKind) => `${kind}:${tenant.applicationId}:${tenant.environment}`;
  yield archiving(ctx, 'requests', (db, limit, isArchived) =>
    clear.deleteRequests(db, old('requests', limit), isArchived),
  );
  yield archiving(ctx, 'guard_decisions', (db, limit, isArchived) =>
    clear.deleteGuardDecisions(db, old('guard_decisions', limit), isArchived),
  );
  yield archiving(ctx, 'link_attempts', (db, limit, isArchived) =>
    clear.deleteLinkAttempts(db, old('link_attempts', limit), isArchived),
  );
  for (const endpointId of await listEndpoints(ctx.db.pool, tenant.applicationId, tenant.environment)) {
    yield archiving(ctx, 'attempts', (db, limit, isArchived) =>
      clear.deleteAttempts(db, { endpointId, ...old('attempts', limit) }, isArchived),
    );
  }
  const erased = { text: notice(days.event_bodies), at: now };
  yield walking(ctx, 'event_bodies', name('event_bodies'), (db, from, limit, isArchived) =>
    clear.eraseEventBodies(db, old('event_bodies', limit), from, erased, isArchived),
  );
  yield walking(ctx, 'inquiry_answers', name('inquiry_answers'), (db, from, limit, isArchived) =>
    clear.eraseInquiryAnswers(db, old('inquiry_answers', limit), from, isArchived),
  );
}

function* planCallbacks(ctx: Ctx, applicationIds: string[], days: number, now: Date): Generator<Work> {
  const old = (limit: number) => ({ applicationIds, before: removedBefore(now, days), limit });
  const erased = { text: notice(days), at: now };
  yield archiving(ctx, 'callback_bodies', (db, limit, isArchived) =>
    clear.eraseAstrayBodies(db, old(limit), erased, isArchived),
  );
  yield walking(ctx, 'callback_bodies', callbackCursor(days), (db, from, limit, isArchived) =>
    clear.eraseCallbackBodies(db, old(limit), from, erased, isArchived),
  );
}

/**
 * The name of the walk over callbacks with that many retention days. It restarts when an organization chooses that
 * number.
 */
export function callbackCursor(days: number): string {
  return `callback_bodies:${days}`;
}

/** Runs a work to its end. Calls `goOn` before each batch. */
export async function runWork(
  work: Work,
  { limit = batchMax, goOn, removed }: { limit?: number; goOn(): Promise<boolean>; removed(rows: number): void },
): Promise<boolean> {
  for (let isMore = true; isMore; ) {
    if (!(await goOn())) return false;
    const batch = await work.run(limit);
    removed(batch.removed);
    isMore = batch.isMore;
  }
  return true;
}
