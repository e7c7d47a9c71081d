import { execute, only, type Queryable, query, sql } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { Tenant } from '../kernel/context.ts';
import { readStored } from '../kernel/stored.ts';
import { type Rule, type RuleKind, ruleSettings } from './guard.ts';
import type { ListMatch } from './phone-list.ts';

type StoredRule = { id: string; kind: RuleKind; mode: Rule['mode']; settings: unknown };

/** What prompts and payouts of an application and environment are judged by. */
export type Ruling = {
  /** Oldest first. */
  rules: readonly Rule[];
  /** Whether a list has phones. */
  hasEntries: boolean;
  /** Whether a list has phones that were added under another key than this one, or that there is no key for. */
  hasForeign: boolean;
};

type StoredRuling = Omit<Ruling, 'rules'> & { rules: StoredRule[] };

/**
 * The rules of an application and environment, and whether its lists have phones, in one statement.
 * @param keyId of PHONE_HASH_KEY; null where there is none
 * @throws BrokenRow when the numbers of a rule do not fit its kind
 */
export async function readRuling(db: Queryable, tenant: Tenant, keyId: string | null): Promise<Ruling> {
  const own = sql`
        application_id = ${tenant.applicationId}::uuid AND environment = ${tenant.environment}::"Environment"`;
  const rows = await query<StoredRuling>(
    db,
    'guard_ruling',
    sql`
      SELECT
        (SELECT coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'mode', mode, 'settings', settings)
          ORDER BY created_at, id), '[]') FROM guard_rules WHERE ${own}) AS rules,
        EXISTS (SELECT 1 FROM guard_list_entries WHERE ${own} AND key_id = ${keyId}::text) AS "hasEntries",
        EXISTS (SELECT 1 FROM guard_list_entries WHERE ${own} AND key_id IS DISTINCT FROM ${keyId}::text) AS "hasForeign"`,
  );
  const { rules, ...lists } = only(rows);
  return {
    ...lists,
    rules: rules.map(({ settings, ...row }) => {
      const what = `The numbers of the rule ${row.id} of the kind ${row.kind}`;
      return { ...row, settings: readStored(ruleSettings[row.kind], settings, what) } as Rule;
    }),
  };
}

/** {@link readRuling} without the lists. */
export async function listRules(db: Queryable, tenant: Tenant): Promise<readonly Rule[]> {
  return (await readRuling(db, tenant, null)).rules;
}

/** What a rule, or an entry of a list, said about a prompt or payout. */
export type Decision = Tenant & {
  rule: Pick<Rule, 'id' | 'kind' | 'mode'> | ListMatch;
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
