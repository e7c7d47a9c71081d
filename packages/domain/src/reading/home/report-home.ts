import { hasPermission, requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { dayMs } from '../../kernel/time.ts';
import { reasonOfCode } from '../../payments/index.ts';
import { findBackfill } from '../../rollups/index.ts';
import type { Count } from '../count.ts';
import type { EndpointView } from '../endpoints/endpoint-view.ts';
import { listEndpoints } from '../endpoints/list-endpoints.ts';
import { type FloatAccount, readAccounts } from '../float/index.ts';
import { type AttentionItem, readAttention } from './attention.ts';
import {
  type Collected,
  collected,
  fillDays,
  fillHours,
  type ReportTimes,
  type ReportTimeZone,
  reportTimes,
  sumTallies,
} from './report.ts';
import { type HomeReportInput, homeReportSchema } from './schemas.ts';
import * as reports from './statements.ts';

const reasonsMax = 6;
/** The usual payouts of a day are the average of this many days before it. */
const payoutDays = 7;

type HomeReport = {
  timeZone: ReportTimeZone;
  /** Payments that were made today. */
  today: Collected;
  /** The same weekday last week, up to the same time of day. */
  lastWeek: Collected;
  /** Pending now, whenever they were made. */
  pending: Count;
  payouts: { amount: number; count: number; pending: number; failed: number };
  /** The latest balance of the account that payouts leave from, or of the first that is known; null without any. */
  float: Pick<FloatAccount, 'shortcode' | 'account' | 'balanceCents' | 'balanceAt'> | null;
  /** 30 days, the oldest first: `YYYY-MM-DD` in the zone. */
  days: (reports.Tally & { day: string })[];
  /** The 24 hours of today, in the zone. */
  hours: reports.Tally[];
  /** Why payments of these 30 days failed, the most frequent first. */
  reasons: { resultCode: string; title: string; count: number }[];
  endpoints: EndpointView[];
  attention: AttentionItem[];
  /** Hours before it are exact: now, unless rows older than hourly totals are still being counted. */
  countedUntil: Date;
};

/**
 * The figures of Home: today compared with the same weekday, 30 days, and items for this member. Reads hourly totals, so
 * that its cost does not grow with the number of payments.
 * @throws DomainError invalid_input, not_found (no such application)
 */
export async function reportHome(ctx: TenantContext, input: HomeReportInput): Promise<HomeReport> {
  requirePermission(ctx, 'reports.read');
  const { timeZone } = parseInput(homeReportSchema, input);
  const times = reportTimes(ctx.clock.now(), timeZone);
  const { pool } = ctx.db;
  const known = readKnown(ctx, times);
  const [days, hours, lastWeek, reasons, { endpoints, float, payouts }, attention, countedUntil] = await Promise.all([
    reports.tallyDays(pool, ctx.tenant, { from: times.seriesFrom, timeZone }),
    reports.tallyHours(pool, ctx.tenant, { from: times.today, to: times.hourEnd }),
    readLastWeek(ctx, times),
    reports.tallyReasons(pool, ctx.tenant, { from: times.seriesFrom, limit: reasonsMax }),
    known,
    readAttention(ctx, known),
    findBackfill(pool),
  ]);
  return {
    timeZone,
    today: collected(sumTallies(hours), sumRefunded(hours)),
    lastWeek,
    pending: attention.pending,
    payouts,
    float,
    days: fillDays(days, times.seriesFrom, timeZone),
    hours: fillHours(hours, times.today),
    reasons: reasons.map((reason) => ({ ...reason, title: reasonOfCode(reason.resultCode).title })),
    endpoints,
    attention: attention.items,
    countedUntil: countedUntil ?? ctx.clock.now(),
  };
}

/** Reads whole hours from the rollups and the last partial hour from the payments. */
async function readLastWeek(ctx: TenantContext, times: ReportTimes): Promise<Collected> {
  const { pool } = ctx.db;
  const whole = { from: times.lastWeek, to: times.lastWeekHour };
  const rest = { from: times.lastWeekHour, to: times.lastWeekNow };
  const [hours, part] = await Promise.all([
    reports.tallyHours(pool, ctx.tenant, whole),
    reports.tallyPart(pool, ctx.tenant, rest),
  ]);
  return collected(sumTallies([...hours, part]), sumRefunded([...hours, part]));
}

const sumRefunded = (tallies: { refunded: number }[]) => tallies.reduce((sum, { refunded }) => sum + refunded, 0);

async function readKnown(ctx: TenantContext, { today }: ReportTimes) {
  const { pool } = ctx.db;
  const from = new Date(today.getTime() - payoutDays * dayMs);
  const [endpoints, accounts, tally] = await Promise.all([
    hasPermission(ctx, 'endpoints.read') ? listEndpoints(ctx, ctx.tenant) : [],
    readAccounts(ctx),
    reports.tallyPayouts(pool, ctx.tenant, { from, today }),
  ]);
  const account = accounts.find(({ isForPayouts }) => isForPayouts) ?? accounts[0];
  const { succeeded: count, pending, failed, amount, amountBefore } = tally;
  return {
    endpoints,
    dailyPayouts: amountBefore / payoutDays,
    float: account ? pick(account) : null,
    payouts: { amount, count, pending, failed },
  };
}

function pick({ shortcode, account, balanceCents, balanceAt }: FloatAccount): HomeReport['float'] {
  return { shortcode, account, balanceCents, balanceAt };
}
