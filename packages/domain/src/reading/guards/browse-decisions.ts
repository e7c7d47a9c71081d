import { sql } from '@tillgate/db';
import type { z } from 'zod';
import type { Decision } from '../../guards/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { Tenant, TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { given, ofTenant, type Page, type PageQuery, readPage, rowsOf } from '../keyset.ts';
import { type BrowseDecisionsInput, browseDecisionsSchema } from './schemas.ts';

/** What a rule said about a prompt or payout. The phone is not told: rows have a hash of it. */
export type DecisionRow = {
  id: string;
  /** The rule, or the entry of a list, also when it is gone. `mode` is that of the moment. */
  ruleId: string;
  kind: Decision['rule']['kind'];
  mode: Decision['rule']['mode'];
  /** The payment or payout, when it began all the same; both null when nothing was sent. */
  paymentId: string | null;
  disbursementId: string | null;
  /** Whole KES. */
  amount: number;
  createdAt: Date;
};

/** What the list of decisions can be narrowed by, beside its time. */
export const decisionFilterSchema = browseDecisionsSchema.pick({ kind: true, mode: true });

/** The decisions of a tenant, as pages and files read them. */
export function decisionsOf(tenant: Tenant, { kind, mode }: z.output<typeof decisionFilterSchema>): PageQuery {
  return {
    rows: rowsOf(sql`(SELECT d.*, d.at AS created_at FROM guard_decisions d) decisions`, ofTenant(tenant)),
    idType: 'uuid',
    columns: sql`r.id, r.rule_id AS "ruleId", r.kind, r.mode, r.payment_id AS "paymentId",
      r.disbursement_id AS "disbursementId", r.amount, r.created_at AS "createdAt"`,
    conditions: [
      given(kind, (value) => sql`r.kind = ${value}::"GuardRuleKind"`),
      given(mode, (value) => sql`r.mode = ${value}::"GuardMode"`),
    ],
  };
}

/**
 * What the rules of a tenant said beside "pass", newest first, a page at a time.
 * @throws DomainError forbidden, invalid_input
 */
export async function browseDecisions(ctx: TenantContext, input: BrowseDecisionsInput): Promise<Page<DecisionRow>> {
  requirePermission(ctx, 'policy.read');
  const { kind, mode, ...page } = parseInput(browseDecisionsSchema, input);
  return readPage<DecisionRow>(ctx.db, decisionsOf(ctx.tenant, { kind, mode }), page);
}
