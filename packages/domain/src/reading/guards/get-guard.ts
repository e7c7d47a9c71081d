import { type Queryable, query, sql } from '@tillgate/db';
import { describeRuleKinds, listRules, type Rule, type RuleBounds } from '../../guards/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { Tenant, TenantContext } from '../../kernel/context.ts';
import { dayMs, later } from '../../kernel/time.ts';
import { type Approver, findApprovers, personOf } from '../../orders/index.ts';
import { type ActorView, describeActors } from '../actors.ts';
import { type Count, countUpTo } from '../count.ts';
import { type OrderView, viewOrders } from '../orders/order-view.ts';

const waitingMax = 20;
/** The most hits of one rule that are counted. */
const hitsMax = 10_000;
const monthDays = 30;

/** A rule, who added it and when (ISO 8601, UTC), and how often it said anything but "pass". */
export type RuleView = Rule & { addedBy: ActorView; addedAt: string; day: Count; month: Count };

export type GuardView = {
  /** What rules can be made of. */
  kinds: RuleBounds[];
  /** Oldest first. */
  rules: RuleView[];
  /** Changes of rules that wait for a second person, newest first. */
  waiting: OrderView[];
  /** The members who may approve the reader's changes. */
  approvers: Approver[];
};

/**
 * The rules of an application and environment with their hits of 24 hours and 30 days, and what waits.
 * @throws DomainError forbidden
 */
export async function getGuard(ctx: TenantContext): Promise<GuardView> {
  requirePermission(ctx, 'policy.read');
  const { applicationId, environment } = ctx.tenant;
  const { prisma, pool } = ctx.db;
  const now = ctx.clock.now();
  const [rules, facts, approvers, orders] = await Promise.all([
    listRules(pool, ctx.tenant),
    readRuleFacts(pool, ctx.tenant, now),
    findApprovers(prisma, applicationId, 'guard_change', personOf(ctx.actor)),
    prisma.order.findMany({
      where: {
        applicationId,
        environment,
        kind: 'guard_change',
        status: 'awaiting_approval',
        expiresAt: { gt: now },
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: waitingMax,
    }),
  ]);
  const factsOf = new Map(facts.map((row) => [row.id, row]));
  const describe = await describeActors(
    prisma,
    applicationId,
    facts.map(({ createdBy }) => createdBy),
  );
  return {
    kinds: describeRuleKinds(),
    rules: rules.flatMap((rule) => {
      const found = factsOf.get(rule.id);
      if (!found) return [];
      const { createdBy, createdAt, day, month } = found;
      return [
        {
          ...rule,
          addedBy: describe(createdBy),
          addedAt: createdAt.toISOString(),
          day: countUpTo(hitsMax, day),
          month: countUpTo(hitsMax, month),
        },
      ];
    }),
    waiting: await viewOrders(ctx, orders),
    approvers,
  };
}

type RuleFacts = { id: string; createdBy: string; createdAt: Date; day: number; month: number };

/** Who added each rule, and its hits up to one more than {@link hitsMax}, by the index on rule and time. */
function readRuleFacts(db: Queryable, { applicationId, environment }: Tenant, now: Date): Promise<RuleFacts[]> {
  const hits = (since: Date) => sql`(
    SELECT count(*)::int FROM (
      SELECT 1 FROM guard_decisions d WHERE d.rule_id = r.id AND d.at > ${since}::timestamptz
      LIMIT ${hitsMax + 1}::int) hits)`;
  return query<RuleFacts>(
    db,
    'guard_rule_hits',
    sql`
      SELECT r.id, r.created_by AS "createdBy", r.created_at AS "createdAt",
        ${hits(later(now, -dayMs))} AS day, ${hits(later(now, -monthDays * dayMs))} AS month
      FROM guard_rules r
      WHERE r.application_id = ${applicationId}::uuid AND r.environment = ${environment}::"Environment"`,
  );
}
