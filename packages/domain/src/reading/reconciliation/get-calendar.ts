import { type Queryable, query, type Sql, sql } from '@tillgate/db';
import { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import { dayOf, daysFrom, startOf } from '../../kernel/business-day.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { sqlDayOf } from '../day-sql.ts';
import { ofTenant } from '../keyset.ts';
import { readingIssues } from '../refusals.ts';
import { colourOf, type DayColour, type DayFacts } from './calendar.ts';
import { type BalanceGap, type BalancePoint, findGaps } from './continuity.ts';
import { daySchema, shortcodeSchema } from './schemas.ts';

const daysMax = 31;
/** Lines that are compared at once. */
const linesMax = 200_000;
/** How many days back the last balance before the range is searched. */
const lookBackDays = 7;

export const calendarSchema = z.strictObject({ shortcode: shortcodeSchema, from: daySchema, to: daySchema });

export type CalendarDay = DayFacts & {
  /** In East Africa Time. */
  day: string;
  colour: DayColour;
  inCents: number;
  outCents: number;
  /** After the last line of the day; null without a reported balance. */
  closingBalanceCents: number | null;
};

type Range = { shortcode: string; from: Date; to: Date };
type Line = BalancePoint & { kind: string; account: string };

/**
 * The statement facts of a shortcode for each day, and the gaps in its balance. A gap belongs to the day of the first
 * line after it.
 * @throws DomainError invalid_input (a range that is reversed, too long, or has too many lines)
 */
export async function getCalendar(
  ctx: TenantContext,
  input: z.input<typeof calendarSchema>,
): Promise<{ days: CalendarDay[] }> {
  requirePermission(ctx, 'statements.read');
  const { shortcode, from, to } = parseInput(calendarSchema, input);
  const days = daysFrom(from, to);
  if (days.length === 0) throw invalidInput(issue('to', issues.endBeforeStart));
  if (days.length > daysMax) throw invalidInput(issue('to', issues.daysAfterFrom({ max: daysMax })));
  const range = { shortcode, from: startOf(from), to: startOf(to, 1) };
  const [lines, before, exceptions, outside, statements] = await Promise.all([
    readLines(ctx, range),
    readBalanceBefore(ctx, range),
    countExceptions(ctx, range),
    countOutside(ctx, range),
    readStatements(ctx, range),
  ]);
  if (lines.length > linesMax) throw invalidInput(issue('from', readingIssues.tooManyLines));
  const gaps = gapsOf([...before, ...lines]);
  const byDate = groupByDay(lines);
  return {
    days: days.map((day) => {
      const start = startOf(day);
      const end = startOf(day, 1);
      const covering = statements.filter(({ coversFrom, coversTo }) => coversFrom < end && coversTo >= start);
      const own = byDate.get(day) ?? [];
      const facts: DayFacts = {
        lines: own.length,
        openExceptions: exceptions.get(day) ?? 0,
        gaps: gaps.filter((gap) => dayOf(gap.to.at) === day),
        isCovered: covering.length > 0,
        hasProblems: covering.some(({ problemCount }) => problemCount > 0),
        outside: outside.get(day) ?? 0,
      };
      const until = [...before, ...lines].filter(({ at }) => at < end);
      return { day, colour: colourOf(facts), ...facts, ...sumsOf(own), closingBalanceCents: closingOf(own, until) };
    }),
  };
}

/** Each account of a shortcode has its own balance. */
function gapsOf(lines: Line[]): BalanceGap[] {
  const accounts = [...new Set(lines.map(({ account }) => account))];
  return accounts
    .flatMap((account) => findGaps(lines.filter((line) => line.account === account)))
    .toSorted((a, b) => a.to.at.getTime() - b.to.at.getTime());
}

function groupByDay(lines: Line[]): Map<string, Line[]> {
  const days = new Map<string, Line[]>();
  for (const line of lines) {
    const day = dayOf(line.at);
    const own = days.get(day);
    if (own) own.push(line);
    else days.set(day, [line]);
  }
  return days;
}

/** A transfer between two accounts of the shortcode is neither money in nor money out. */
function sumsOf(lines: Line[]): Pick<CalendarDay, 'inCents' | 'outCents'> {
  const moved = lines.filter(({ kind }) => kind !== 'transfer');
  const sum = (sign: 1 | -1) => moved.reduce((cents, { changeCents }) => cents + Math.max(sign * changeCents, 0), 0);
  return { inCents: sum(1), outCents: sum(-1) };
}

/** The sum of each account's last balance until the end of a day; null when the day has none. */
function closingOf(own: Line[], until: Line[]): number | null {
  if (!own.some(({ balanceCents }) => balanceCents !== null)) return null;
  const last = new Map(
    until.flatMap((line) => (line.balanceCents === null ? [] : [[line.account, line.balanceCents]])),
  );
  return [...last.values()].reduce((sum, cents) => sum + cents, 0);
}

const lineColumns: Sql = sql`
  completed_at AS at, receipt, kind, account, (paid_in_cents - withdrawn_cents)::float8 AS "changeCents",
  balance_cents::float8 AS "balanceCents"`;

function readLines({ db, tenant }: TenantContext, { shortcode, from, to }: Range): Promise<Line[]> {
  return query<Line>(
    db.pool,
    'calendar_lines',
    sql`
      SELECT ${lineColumns} FROM statement_lines
      WHERE ${ofTenant(tenant)} AND shortcode = ${shortcode} AND completed_at >= ${from}::timestamptz
        AND completed_at < ${to}::timestamptz
      ORDER BY completed_at, ordinal, id LIMIT ${linesMax + 1}`,
  );
}

/** The lines of the last second of each account before the range, for the balance that it begins with. */
function readBalanceBefore({ db, tenant }: TenantContext, { shortcode, from }: Range): Promise<Line[]> {
  const since = startOf(dayOf(from), -lookBackDays);
  const earlier = sql`${ofTenant(tenant)} AND shortcode = ${shortcode} AND completed_at < ${from}::timestamptz
    AND completed_at >= ${since}::timestamptz`;
  return query<Line>(
    db.pool,
    'calendar_balance_before',
    sql`
      SELECT ${lineColumns} FROM statement_lines
      WHERE ${earlier} AND (account, completed_at) IN (
        SELECT account, max(completed_at) FROM statement_lines WHERE ${earlier} GROUP BY account)
      ORDER BY completed_at, ordinal, id`,
  );
}

async function byDay(db: Queryable, name: string, statement: Sql): Promise<Map<string, number>> {
  const rows = await query<{ day: string; count: number }>(db, name, statement);
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/** Open exceptions by the day of their line, payment or disbursement. */
function countExceptions({ db, tenant }: TenantContext, { shortcode, from, to }: Range) {
  return byDay(
    db.pool,
    'calendar_exceptions',
    sql`
      SELECT ${sqlDayOf(sql`s.at`)} AS day, count(*)::int AS count FROM (
        SELECT coalesce(l.completed_at, p.created_at, d.created_at) AS at FROM reviews r
        LEFT JOIN statement_lines l ON r.subject_kind = 'statement_line' AND l.id = r.subject_id
        LEFT JOIN payments p ON r.subject_kind = 'payment' AND p.id = r.subject_id
        LEFT JOIN disbursements d ON r.subject_kind = 'disbursement' AND d.id = r.subject_id
        WHERE r.application_id = ${tenant.applicationId}::uuid AND r.environment = ${tenant.environment}::"Environment"
          AND r.status = 'open' AND starts_with(r.reason::text, 'statement_')
          AND ${shortcode} IN (l.shortcode, p.shortcode, d.shortcode)) s
      WHERE s.at >= ${from}::timestamptz AND s.at < ${to}::timestamptz GROUP BY 1`,
  );
}

/** Successes without a line at a time that no statement covers. */
function countOutside({ db, tenant }: TenantContext, { shortcode, from, to }: Range) {
  const successes = (table: Sql, column: Sql): Sql => sql`
    SELECT r.created_at AS at FROM ${table} r
    WHERE r.application_id = ${tenant.applicationId}::uuid AND r.environment = ${tenant.environment}::"Environment"
      AND r.shortcode = ${shortcode} AND r.status = 'success' AND r.provider_receipt IS NOT NULL
      AND r.created_at >= ${from}::timestamptz AND r.created_at < ${to}::timestamptz
      AND NOT EXISTS (SELECT 1 FROM statement_lines l WHERE ${column} = r.id)
      AND NOT EXISTS (
        SELECT 1 FROM statements t WHERE t.application_id = r.application_id AND t.environment = r.environment
          AND t.shortcode = r.shortcode AND r.created_at BETWEEN t.covers_from AND t.covers_to)`;
  return byDay(
    db.pool,
    'calendar_outside',
    sql`
      SELECT ${sqlDayOf(sql`s.at`)} AS day, count(*)::int AS count FROM (
        ${successes(sql`payments`, sql`l.payment_id`)}
        UNION ALL ${successes(sql`disbursements`, sql`l.disbursement_id`)}) s
      GROUP BY 1`,
  );
}

function readStatements({ db, tenant }: TenantContext, { shortcode, from, to }: Range) {
  return db.prisma.statement.findMany({
    where: { ...tenant, shortcode, coversFrom: { lt: to }, coversTo: { gte: from } },
    select: { coversFrom: true, coversTo: true, problemCount: true },
  });
}
