import { execute, type GuardMode, type Queryable, query, sql } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { Tenant } from '../kernel/context.ts';
import { type Rule, type RuleKind, ruleSettings } from './guard.ts';

type StoredRule = { id: string; kind: RuleKind; mode: GuardMode; settings: unknown };

/** The rules of an application and environment, oldest first. One whose numbers do not fit its kind is left out. */
export async function listRules(db: Queryable, tenant: Tenant): Promise<Rule[]> {
  const rows = await query<StoredRule>(
    db,
    'guard_rules_list',
    sql`
      SELECT id, kind, mode, settings FROM guard_rules
      WHERE application_id = ${tenant.applicationId}::uuid AND environment = ${tenant.environment}::"Environment"
      ORDER BY created_at, id`,
  );
  return rows.flatMap(({ settings, ...row }) => {
    const read = ruleSettings[row.kind].safeParse(settings);
    return read.success ? [{ ...row, settings: read.data } as Rule] : [];
  });
}

/** A prompt or payout that a rule said something about. */
type Decided = Tenant & {
  paymentId: string | null;
  disbursementId: string | null;
  phoneHash: string | null;
  amount: number;
  at: Date;
};

/** Records what rules said about a prompt or payout, one row for each. */
export async function insertDecisions(db: Queryable, rules: readonly Rule[], about: Decided): Promise<void> {
  if (rules.length === 0) return;
  const list = rules.map(({ id, kind, mode }) => ({ id: uuidv7(), ruleId: id, kind, mode }));
  await execute(
    db,
    'guard_decisions_insert',
    sql`
      INSERT INTO guard_decisions (id, application_id, environment, rule_id, kind, mode, payment_id, disbursement_id,
        phone_hash, amount, at)
      SELECT d.id, ${about.applicationId}::uuid, ${about.environment}::"Environment", d."ruleId", d.kind, d.mode,
        ${about.paymentId}::uuid, ${about.disbursementId}::uuid, ${about.phoneHash}, ${about.amount}::int, ${about.at}::timestamptz
      FROM json_to_recordset(${JSON.stringify(list)}::json) AS d(id uuid, "ruleId" uuid, kind "GuardRuleKind",
        mode "GuardMode")`,
  );
}

/** Makes transactions that judge what an application does with one phone run one after another. */
export async function lockPhone(db: Queryable, { applicationId, environment }: Tenant, phone: string): Promise<void> {
  await execute(
    db,
    'guard_lock_phone',
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`guard ${applicationId} ${environment} ${phone}`}, 0))`,
  );
}
