import { execute, isStatementTimeout, type Queryable, query, sql } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import {
  isLinkKind,
  isPromptRule,
  judgePayout,
  judgePrompt,
  newRuleSchema,
  type PromptRule,
  parseRule,
  type Rule,
} from '../../guards/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { Tenant, TenantContext } from '../../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../../kernel/input.ts';
import { dayMs, hourMs, later, minuteMs } from '../../kernel/time.ts';
import { ofTenant } from '../keyset.ts';
import { readingIssues } from '../refusals.ts';
import { type FirstSuccesses, linkFactsAt, type PastRow, payoutFactsAt, promptFactsAt } from './history.ts';

const daysBack = 30;
/** `rowsMax`: the newest rows that a trial looks at. `statementMs`: of each of its two statements. */
type TrialLimits = { rowsMax: number; statementMs: number };
const trialLimits: TrialLimits = { rowsMax: 100_000, statementMs: 2_500 };
const examplesMax = 10;

/** A rule that is tried has no mode: it is asked what it would stop. */
export const tryRuleSchema = newRuleSchema.omit({ mode: true });
export type TryRuleInput = z.input<typeof tryRuleSchema>;

/** What a rule would have stopped. Amounts are whole KES, times ISO 8601, UTC. */
export type RuleTrial = {
  about: 'prompts' | 'payouts';
  /** When the time begins that was judged. */
  since: string;
  /** False: there are more rows in these days than a trial looks at, so only the newest were judged. */
  isWhole: boolean;
  judged: number;
  stopped: number;
  sum: number;
  /** How many of those that it would have stopped succeeded. */
  succeeded: number;
  /** The newest of them. */
  examples: { id: string; amount: number; createdAt: string; hasSucceeded: boolean }[];
};

/**
 * Asks what a rule would have stopped in the last 30 days, had it only recorded: prompts and payouts of the past are
 * judged by the core that judges new ones, on what was known when they began.
 * @throws DomainError forbidden, invalid_input (also: too many rows to be tried in time)
 */
export async function tryRule(
  ctx: TenantContext,
  input: TryRuleInput,
  limits: TrialLimits = trialLimits,
): Promise<RuleTrial> {
  requirePermission(ctx, 'policy.read');
  const rule = parseRule({ id: uuidv7(), mode: 'refuse', ...parseInput(tryRuleSchema, input) });
  const now = ctx.clock.now();
  const start = later(now, -daysBack * dayMs);
  const lead = leadMs(rule);
  const { rows, first } = await readInTime(ctx, rule, later(start, -lead), limits);
  const [oldest] = rows;
  const isWhole = rows.length < limits.rowsMax;
  // Where rows are missing, the facts of the oldest are not whole.
  const since = isWhole || !oldest ? start : latest(start, later(oldest.createdAt, lead));
  const judged = rows.filter(({ createdAt }) => createdAt >= since);
  const stopped = stoppedBy(rule, rows, first).filter(({ createdAt }) => createdAt >= since);
  return {
    about: isPromptRule(rule) ? 'prompts' : 'payouts',
    since: since.toISOString(),
    isWhole,
    judged: judged.length,
    stopped: stopped.length,
    sum: stopped.reduce((sum, { amount }) => sum + amount, 0),
    succeeded: stopped.filter(hasSucceeded).length,
    examples: stopped
      .slice(-examplesMax)
      .reverse()
      .map((row) => ({
        id: row.id,
        amount: row.amount,
        createdAt: row.createdAt.toISOString(),
        hasSucceeded: hasSucceeded(row),
      })),
  };
}

const hasSucceeded = ({ status }: PastRow) => status === 'success';
const latest = (one: Date, other: Date) => (one > other ? one : other);

/** How far before a row the facts reach that a rule looks at. */
function leadMs(rule: Rule): number {
  switch (rule.kind) {
    case 'prompts_per_phone':
      return rule.settings.minutes * minuteMs;
    case 'unanswered_streak':
    case 'failing_share':
      return dayMs;
    case 'same_payout_soon':
      return rule.settings.hours * hourMs;
    case 'first_prompt_max':
    case 'new_payee':
      return 0;
  }
}

/** The rows that break the rule, judged one after another. */
function stoppedBy(rule: Rule, rows: readonly PastRow[], first: FirstSuccesses): PastRow[] {
  const earlier = new Map<string, PastRow[]>();
  const factsOf = (rule: PromptRule, before: readonly PastRow[], row: PastRow) =>
    isLinkKind(rule.kind) ? linkFactsAt(before, row) : promptFactsAt(before, row, first);
  return rows.filter((row) => {
    // Rules about links look at the prompts of all phones.
    const key = isLinkKind(rule.kind) ? '' : row.phone;
    const before = earlier.get(key) ?? [];
    if (before.length === 0) earlier.set(key, before);
    const about = { amount: row.amount, now: row.createdAt };
    const { broken } = isPromptRule(rule)
      ? judgePrompt(factsOf(rule, before, row), [rule], about)
      : judgePayout(payoutFactsAt(before, row, first), [rule], about);
    before.push(row);
    return broken.length > 0;
  });
}

type History = { rows: PastRow[]; first: FirstSuccesses };

async function readInTime(
  { db, tenant }: Pick<TenantContext, 'db' | 'tenant'>,
  rule: Rule,
  since: Date,
  { rowsMax, statementMs }: TrialLimits,
): Promise<History> {
  try {
    return await db.transaction(async (tx) => {
      await execute(tx, '', sql`SELECT set_config('statement_timeout', ${String(statementMs)}, true)`);
      const rows = await readRows(tx, { tenant, rule, since, rowsMax });
      return { rows, first: await readFirstSuccesses(tx, tenant, rule, rows) };
    });
  } catch (error) {
    if (isStatementTimeout(error)) throw invalidInput(issue('kind', readingIssues.trialTooSlow));
    throw error;
  }
}

/** The newest prompts or payouts since a time, oldest first, by the index on time. */
async function readRows(
  db: Queryable,
  { tenant, rule, since, rowsMax }: { tenant: Tenant; rule: Rule; since: Date; rowsMax: number },
): Promise<PastRow[]> {
  const [table, amount, ours] = isPromptRule(rule)
    ? [sql`payments`, sql`requested_amount`, sql`source = 'stk'`]
    : [sql`disbursements`, sql`amount`, sql`kind = 'payout'`];
  const ofLink = sql`EXISTS (SELECT 1 FROM link_attempts a WHERE a.payment_id = payments.id)`;
  const rows = await query<PastRow>(
    db,
    '',
    sql`
      SELECT id, phone, ${amount} AS amount, status, result_code AS "resultCode", settled_by AS "settledBy",
        settled_at AS "settledAt", created_at AS "createdAt"
      FROM ${table}
      WHERE ${ofTenant(tenant)} AND created_at >= ${since}::timestamptz AND ${ours} AND phone IS NOT NULL
        AND ${isLinkKind(rule.kind) ? ofLink : sql`true`}
      ORDER BY created_at DESC, id DESC LIMIT ${rowsMax}::int`,
  );
  return rows.reverse();
}

/** When each phone of the rows paid, or was paid, for the first time; nothing for rules that do not ask. */
async function readFirstSuccesses(
  db: Queryable,
  tenant: Tenant,
  { kind }: Rule,
  rows: readonly PastRow[],
): Promise<FirstSuccesses> {
  if (kind !== 'first_prompt_max' && kind !== 'new_payee') return new Map();
  const phones = [...new Set(rows.map(({ phone }) => phone))];
  const table = kind === 'new_payee' ? sql`disbursements WHERE kind = 'payout' AND` : sql`payments WHERE`;
  const found = await query<{ phone: string; at: Date }>(
    db,
    '',
    sql`
      SELECT phone, min(settled_at) AS at FROM ${table} ${ofTenant(tenant)} AND phone = ANY(${phones}::text[])
        AND status = 'success' AND settled_at IS NOT NULL
      GROUP BY phone`,
  );
  return new Map(found.map(({ phone, at }) => [phone, at]));
}
