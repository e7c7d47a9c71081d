import { execute, type GuardMode, type Queryable, query, sql } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { Tenant } from '../kernel/context.ts';
import { readStored } from '../kernel/stored.ts';
import { type Rule, type RuleKind, ruleSettings } from './guard.ts';

type StoredRule = { id: string; kind: RuleKind; mode: GuardMode; settings: unknown };

/**
 * The rules of an application and environment, oldest first.
 * @throws BrokenRow when the numbers of one do not fit its kind
 */
export async function listRules(db: Queryable, tenant: Tenant): Promise<Rule[]> {
  const rows = await query<StoredRule>(
    db,
    'guard_rules_list',
    sql`
      SELECT id, kind, mode, settings FROM guard_rules
      WHERE application_id = ${tenant.applicationId}::uuid AND environment = ${tenant.environment}::"Environment"
      ORDER BY created_at, id`,
  );
  return rows.map(({ settings, ...row }) => {
    const what = `The numbers of the rule ${row.id} of the kind ${row.kind}`;
    return { ...row, settings: readStored(ruleSettings[row.kind], settings, what) } as Rule;
  });
}

/** What a rule said about a prompt or payout. */
export type Decision = Tenant & {
  rule: Rule;
  paymentId: string | null;
  disbursementId: string | null;
  phoneHash: string | null;
  amount: number;
  at: Date;
};

/** Records what rules said, one row for each. */
export async function insertDecisions(db: Queryable, decisions: readonly Decision[]): Promise<void> {
  if (decisions.length === 0) return;
  const list = decisions.map(({ rule: { id: ruleId, kind, mode }, ...about }) => ({
    id: uuidv7(),
    ruleId,
    kind,
    mode,
    ...about,
  }));
  await execute(
    db,
    'guard_decisions_insert',
    sql`
      INSERT INTO guard_decisions (id, application_id, environment, rule_id, kind, mode, payment_id, disbursement_id,
        phone_hash, amount, at)
      SELECT d.id, d."applicationId", d.environment, d."ruleId", d.kind, d.mode, d."paymentId", d."disbursementId",
        d."phoneHash", d.amount, d.at
      FROM json_to_recordset(${JSON.stringify(list)}::json) AS d(id uuid, "applicationId" uuid, environment "Environment",
        "ruleId" uuid, kind "GuardRuleKind", mode "GuardMode", "paymentId" uuid, "disbursementId" uuid, "phoneHash" text,
        amount int, at timestamptz)`,
  );
}

/**
 * Makes transactions that judge what an application does with one phone run one after another. All locks are taken in one
 * order, so that no two transactions wait for each other.
 */
export async function lockPhones(db: Queryable, phones: readonly (Tenant & { phone: string })[]): Promise<void> {
  const names = phones.map(({ applicationId, environment, phone }) => `guard ${applicationId} ${environment} ${phone}`);
  await execute(
    db,
    'guard_lock_phones',
    sql`
      SELECT pg_advisory_xact_lock(key)
      FROM (SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest(${names}::text[]) AS name ORDER BY key) keys`,
  );
}
