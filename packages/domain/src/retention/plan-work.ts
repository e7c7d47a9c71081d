import { Environment, type Queryable } from '@tillgate/db';
import type { Context } from '../kernel/context.ts';
import * as clear from './clear-statements.ts';
import { batchMax, daysOf, notice, type RetentionDays, type RetentionKind, removedBefore } from './retention.ts';
import { findCursor, keepCursor, listApplications, listEndpoints } from './run-statements.ts';

/** One batch: how many rows or texts went, and whether there may be more. */
type Batch = { removed: number; isMore: boolean };
/** Something to remove, batch by batch. */
export type Work = { kind: RetentionKind; run(limit: number): Promise<Batch> };

const applicationsMax = 500;
const firstId = '00000000-0000-0000-0000-000000000000';

/** All that is to be removed at a time, application by application. */
export async function* planWork(ctx: Pick<Context, 'db'>, now: Date): AsyncGenerator<Work> {
  const { prisma, pool } = ctx.db;
  const chosen = await prisma.retentionSetting.findMany({ select: { organizationId: true, kind: true, days: true } });
  const daysOfOrganization = (id: string) => daysOf(chosen.filter(({ organizationId }) => organizationId === id));
  yield* planShared(pool, daysOf([]), now);
  /** Applications by how long their callbacks are kept: a walk over callbacks serves all of them. */
  const byDays = new Map<number, string[]>();
  for (let after = firstId; ; ) {
    const page = await listApplications(pool, after, applicationsMax);
    for (const { applicationId, organizationId } of page) {
      const days = daysOfOrganization(organizationId);
      byDays.set(days.callback_bodies, [...(byDays.get(days.callback_bodies) ?? []), applicationId]);
      for (const environment of Object.values(Environment)) {
        yield* planTenant(pool, { applicationId, environment, days, now });
      }
    }
    const last = page.at(-1);
    if (!last || page.length < applicationsMax) break;
    after = last.applicationId;
  }
  for (const [days, applicationIds] of byDays) yield* planCallbacks(pool, applicationIds, days, now);
}

/** A statement that removes what it finds. */
function removing(kind: RetentionKind, remove: (limit: number) => Promise<number>): Work {
  const run = async (limit: number) => {
    const removed = await remove(limit);
    return { removed, isMore: removed >= limit };
  };
  return { kind, run };
}

/** A statement that goes on from where it was. */
function walking(
  db: Queryable,
  kind: RetentionKind,
  name: string,
  step: (from: clear.Cursor, limit: number) => Promise<clear.Step>,
): Work {
  const run = async (limit: number) => {
    const { erased, seen, cursor } = await step(await findCursor(db, name), limit);
    if (cursor) await keepCursor(db, name, cursor);
    return { removed: erased, isMore: seen >= limit };
  };
  return { kind, run };
}

function* planShared(db: Queryable, days: RetentionDays, now: Date): Generator<Work> {
  const old = (kind: RetentionKind, limit: number) => ({ before: removedBefore(now, days[kind]), limit });
  yield removing('mails', (limit) => clear.deleteMails(db, old('mails', limit)));
  yield removing('sessions', (limit) => clear.deleteSessions(db, old('sessions', limit)));
  yield removing('links', (limit) => clear.deleteLinks(db, old('links', limit)));
}

type Of = { applicationId: string; environment: Environment; days: RetentionDays; now: Date };

async function* planTenant(db: Queryable, { days, now, ...tenant }: Of): AsyncGenerator<Work> {
  const old = (kind: RetentionKind, limit: number) => ({ ...tenant, before: removedBefore(now, days[kind]), limit });
  const name = (kind: RetentionKind) => `${kind}:${tenant.applicationId}:${tenant.environment}`;
  yield removing('requests', (limit) => clear.deleteRequests(db, old('requests', limit)));
  for (const endpointId of await listEndpoints(db, tenant.applicationId, tenant.environment)) {
    yield removing('attempts', (limit) => clear.deleteAttempts(db, { endpointId, ...old('attempts', limit) }));
  }
  const erased = { text: notice(days.event_bodies), at: now };
  yield walking(db, 'event_bodies', name('event_bodies'), (from, limit) =>
    clear.eraseEventBodies(db, old('event_bodies', limit), from, erased),
  );
  yield walking(db, 'inquiry_answers', name('inquiry_answers'), (from, limit) =>
    clear.eraseInquiryAnswers(db, old('inquiry_answers', limit), from),
  );
}

function* planCallbacks(db: Queryable, applicationIds: string[], days: number, now: Date): Generator<Work> {
  const old = (limit: number) => ({ applicationIds, before: removedBefore(now, days), limit });
  const erased = { text: notice(days), at: now };
  yield removing('callback_bodies', (limit) => clear.eraseAstrayBodies(db, old(limit), erased));
  yield walking(db, 'callback_bodies', callbackCursor(days), (from, limit) =>
    clear.eraseCallbackBodies(db, old(limit), from, erased),
  );
}

/** The walk over callbacks that are kept for so many days. Whoever joins it has it begin anew. */
export function callbackCursor(days: number): string {
  return `callback_bodies:${days}`;
}

/** Runs a work to its end. `goOn` is asked before each batch. */
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
