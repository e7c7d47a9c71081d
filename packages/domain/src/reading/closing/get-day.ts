import { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import { dayOf, startOf } from '../../kernel/business-day.ts';
import type { Actor, TenantContext } from '../../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { type ActorView, describeActors } from '../actors.ts';
import { type DaySheet, sheetOf } from './day-sheet.ts';
import { bridgeOf } from './figures.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type BusinessDay, rangeOf, readDays } from './read-days.ts';
import { getDaySchema, type ListDaysInput, listDaysSchema, type getDaySchema as Schema } from './schemas.ts';
import { type DayException, findFirstDay, listExceptions } from './statements.ts';

/** Most exceptions that a day lists. The counts include all. */
const namedMax = 100;

/** The people who signed, by actor. */
type People = Record<Actor, ActorView>;

export type DayDetail = BusinessDay & {
  named: Omit<DayException, 'day'>[];
  people: People;
  /** Confirmations that people declared "not money" on this day. */
  notMoney: NotMoney[];
  /** Its figures as people read them. */
  sheet: DaySheet;
  /** Names the figures, so that a person signs what they saw. */
  fingerprint: string;
};

/**
 * A business day with its current figures, open exceptions and signatures.
 * @throws DomainError forbidden, invalid_input (it is no day, or has not begun)
 */
export async function getDay(ctx: TenantContext, input: z.input<typeof Schema>): Promise<DayDetail> {
  requirePermission(ctx, 'days.read');
  const { day } = parseInput(getDaySchema, input);
  if (startOf(day) > ctx.clock.now()) throw invalidInput(issue('day', issues.notBegun));
  const [[found], named, notMoney] = await Promise.all([
    readDays(ctx, day, day),
    listExceptions(ctx.db.pool, ctx.tenant, rangeOf(day, day), namedMax),
    listNotMoney(ctx, day),
  ]);
  if (!found) throw new Error('A range of one day has no day.');
  return {
    ...found,
    named: named.map(({ day: _, ...exception }) => exception),
    people: await peopleOf(ctx, [
      ...found.signOffs.map(({ signedBy }) => signedBy),
      ...notMoney.flatMap(({ by, approvedBy }) => (approvedBy === null ? [by] : [by, approvedBy])),
    ]),
    notMoney,
    sheet: sheetOf(found.figures, bridgeOf(found.figures)),
    fingerprint: fingerprintOf(found.figures),
  };
}

/**
 * The days up to one, newest first, each with its state. `first` is the earliest day: the day on which the application
 * was created or had its first record.
 * @throws DomainError forbidden, invalid_input (it is no day, or has not begun)
 */
export async function listDays(
  ctx: TenantContext,
  input: ListDaysInput,
): Promise<{ days: BusinessDay[]; first: string; today: string; people: People }> {
  requirePermission(ctx, 'days.read');
  const now = ctx.clock.now();
  const today = dayOf(now);
  const { to = today, count } = parseInput(listDaysSchema, input);
  if (startOf(to) > now) throw invalidInput(issue('to', issues.notBegun));
  const first = await findFirstDay(ctx.db.pool, ctx.tenant);
  const from = dayOf(startOf(to, 1 - count));
  const days = to < first ? [] : await readDays(ctx, from < first ? first : from, to);
  return {
    days: days.reverse(),
    first,
    today,
    people: await peopleOf(
      ctx,
      days.flatMap(({ signOffs }) => signOffs.map(({ signedBy }) => signedBy)),
    ),
  };
}

async function peopleOf({ db, tenant }: TenantContext, all: Actor[]): Promise<People> {
  const actors = [...new Set(all)];
  const viewOf = await describeActors(db.prisma, tenant.applicationId, actors);
  return Object.fromEntries(actors.map((actor) => [actor, viewOf(actor)]));
}

/** A confirmation that a person declared "not money". Whole KES; `at` is ISO 8601, UTC. */
export type NotMoney = {
  callbackId: string;
  receipt: string;
  amount: number;
  note: string;
  by: Actor;
  /** The second person; null without one. */
  approvedBy: Actor | null;
  at: string;
};

const decisionSchema = z.object({
  to: z.literal('not_money'),
  environment: z.string(),
  receipt: z.string(),
  amount: z.number(),
  note: z.string(),
  approvedBy: z.string().nullable().default(null),
});

/** Confirmations that people declared "not money" on a day, the newest first. */
async function listNotMoney({ db, tenant }: TenantContext, day: string): Promise<NotMoney[]> {
  const { applicationId, environment } = tenant;
  const rows = await db.prisma.auditEntry.findMany({
    where: {
      applicationId,
      action: 'confirmation.decided',
      createdAt: { gte: startOf(day), lt: startOf(day, 1) },
      AND: [
        { detail: { path: ['to'], equals: 'not_money' } },
        { detail: { path: ['environment'], equals: environment } },
      ],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: namedMax,
  });
  return rows.flatMap(({ subjectId, actor, detail, createdAt }) => {
    const { data } = decisionSchema.safeParse(detail);
    if (!data) return [];
    const { receipt, amount, note, approvedBy } = data;
    return [{ callbackId: subjectId, receipt, amount, note, by: actor, approvedBy, at: createdAt.toISOString() }];
  });
}
