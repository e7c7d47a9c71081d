import { requirePermission } from '../../kernel/authority.ts';
import { businessTimeZone, daysFrom, startOf } from '../../kernel/business-day.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { readStored } from '../../kernel/stored.ts';
import { reportCollections, reportPayouts, reportSettlement } from '../reports/index.ts';
import {
  centsOf,
  type DayAccount,
  type DayFigures,
  type DayState,
  differenceOf,
  type ExceptionCounts,
  exceptionCountsSchema,
  type FigureDifference,
  openPointsOf,
  type SignedFigures,
  signedFiguresSchema,
  stateOf,
} from './figures.ts';
import * as days from './statements.ts';

/** A signature with the figures of a day at that time. */
export type SignOff = {
  signOffId: string;
  /** 1 for the first one of the day. */
  revision: number;
  /** An actor, as in the audit. */
  signedBy: string;
  signedAt: string;
  note: string | null;
  figures: SignedFigures;
  exceptions: ExceptionCounts;
};

export type BusinessDay = {
  /** `2026-11-20`, of East Africa Time. */
  day: string;
  state: DayState;
  startsAt: string;
  /** Not included. */
  endsAt: string;
  figures: DayFigures;
  /** Open reviews of records of the day, by reason. */
  exceptions: ExceptionCounts;
  /** Open exceptions, and payments and payouts without an outcome. */
  openPoints: number;
  /** The newest first. */
  signOffs: SignOff[];
  /** Compared with the newest signature; null without one. */
  difference: FigureDifference | null;
  /** When the worker first saw the change; null until it has. */
  changedSince: string | null;
};

type Context = Pick<TenantContext, 'db' | 'clock' | 'tenant' | 'authority'>;

export function rangeOf(first: string, last: string): days.DayRange {
  const all = daysFrom(first, last).map((day) => ({ day, from: startOf(day), to: startOf(day, 1) }));
  return { days: all, from: startOf(first), to: startOf(last, 1) };
}

/**
 * Business days with their current figures, oldest first. The caller must bound the range.
 * @throws DomainError forbidden, invalid_input
 * @throws BrokenRow when a signature cannot be read: its day must not look unsigned
 */
export async function readDays(ctx: Context, first: string, last: string): Promise<BusinessDay[]> {
  requirePermission(ctx, 'days.read');
  const { pool } = ctx.db;
  const { tenant } = ctx;
  const range = rangeOf(first, last);
  const [figures, exceptions, signOffs] = await Promise.all([
    readFigures(ctx, range),
    days.countExceptions(pool, tenant, range),
    days.listSignOffs(pool, tenant, { first, last }),
  ]);
  const now = ctx.clock.now();
  return range.days.map(({ day, from, to }) => {
    const own = figures(day);
    const counts = Object.fromEntries(
      exceptions.filter((row) => row.day === day).map(({ reason, count }) => [reason, count]),
    );
    const rows = signOffs.filter((row) => row.day === day);
    const signed = rows.map(viewOf);
    const [latest] = signed;
    const difference = latest ? differenceOf(latest.figures, own) : null;
    const isChanged = difference !== null && difference.changes.length > 0;
    return {
      day,
      state: stateOf({ hasEnded: to <= now, difference }),
      startsAt: from.toISOString(),
      endsAt: to.toISOString(),
      figures: own,
      exceptions: counts,
      openPoints: openPointsOf(own, counts),
      signOffs: signed,
      difference,
      changedSince: (isChanged && rows[0]?.changedSince?.toISOString()) || null,
    };
  });
}

function viewOf({ id, revision, signedBy, signedAt, note, figures, exceptions }: days.SignOffRow): SignOff {
  const of = (what: string) => `The ${what} of the signature ${id}`;
  return {
    signOffId: id,
    revision,
    signedBy,
    note,
    signedAt: signedAt.toISOString(),
    figures: readStored(signedFiguresSchema, figures, of('figures')),
    exceptions: readStored(exceptionCountsSchema, exceptions, of('exceptions')),
  };
}

/** The figures of each day of a range. */
async function readFigures(ctx: Context, range: days.DayRange): Promise<(day: string) => DayFigures> {
  const { tenant, db } = ctx;
  const period = {
    from: range.days[0]?.day ?? '',
    to: range.days.at(-1)?.day ?? '',
    timeZone: businessTimeZone,
    ...({ interval: 'day', groupBy: 'none', compare: false } as const),
  };
  const [collections, payouts, settlement, refunds, accounts] = await Promise.all([
    reportCollections(ctx, tenant, period),
    reportPayouts(ctx, tenant, period),
    reportSettlement(ctx, tenant, period),
    days.sumRefundsOfDays(db.pool, tenant, range),
    days.listAccountDays(db.pool, tenant, range),
  ]);
  return (day) => {
    const find = <Row extends { label: string }>(rows: Row[]): Row => {
      const row = rows.find(({ label }) => label === day);
      if (!row) throw new Error('A report has no row for a day of its period.');
      return row;
    };
    const made = find(collections.current.rows);
    const out = find(payouts.current.rows);
    const moved = find(settlement.current.rows);
    const collected = centsOf(made.gross);
    const refunded = centsOf(made.refunded);
    return {
      collected,
      refunded,
      net: collected - refunded,
      collectedCount: made.succeeded,
      refundCount: made.refundCount,
      pendingPayments: made.pending,
      paidOut: centsOf(out.amount),
      payoutCount: out.succeeded,
      pendingPayouts: out.pending,
      refundedSince: centsOf(refunds.find((row) => row.day === day)?.amount ?? '0'),
      movedIn: centsOf(moved.collected),
      movedBack: centsOf(moved.refunded),
      movedOut: centsOf(moved.paidOut),
      accounts: accounts.filter((row) => row.day === day).flatMap(accountOf),
    };
  };
}

/** The statement figures of a shortcode; none for days that statements do not cover. */
export function accountOf(row: days.AccountDay): DayAccount[] {
  const { shortcode, openingCents, closingCents, feesCents, transferCents, coveredFrom, coveredTo, hasProblems } = row;
  const isCovered = coveredFrom !== null;
  if (!isCovered && openingCents === null && closingCents === null) return [];
  return [
    {
      shortcode,
      hasProblems,
      opening: openingCents,
      // On a covered day without lines, the closing balance equals the opening balance.
      closing: closingCents ?? (isCovered ? openingCents : null),
      fees: isCovered ? feesCents : null,
      ...(transferCents !== 0 && { transfers: transferCents }),
      coveredFrom: coveredFrom?.toISOString() ?? null,
      coveredTo: coveredTo?.toISOString() ?? null,
    },
  ];
}
