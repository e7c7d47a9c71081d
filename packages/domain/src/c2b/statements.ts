import { execute, only, type Product, type Queryable, query, type Sql, sql } from '@tillgate/db';
import { registrationOfToken } from '../inbox/index.ts';
import type { Tenant } from '../kernel/context.ts';

export type RegistrationRow = Tenant & {
  id: string;
  /** Paybill number, or store number of a till: the shortcode that payments are stored under. */
  shortcode: string;
  /** The current product of the shortcode; null when its credentials are deleted. */
  product: Product | null;
  tillNumber: string | null;
  /** Whole KES: from this amount, the provider must confirm a payment before it is announced; null: never. */
  verifyFrom: number | null;
  /** Hashed phones are proven to have no salt: one equalled the SHA-256 of a known number. */
  isHashProven: boolean;
};

const registrationColumns: Sql = sql`
  r.id, r.application_id AS "applicationId", r.environment, r.shortcode, k.product, k.till_number AS "tillNumber",
  u.verify_from AS "verifyFrom", r.hash_proven_at IS NOT NULL AS "isHashProven"`;
const registrations: Sql = sql`
  c2b_registrations r
  LEFT JOIN provider_credentials k
    ON k.application_id = r.application_id AND k.environment = r.environment AND k.shortcode = r.shortcode
  LEFT JOIN c2b_rules u ON u.application_id = r.application_id AND u.environment = r.environment`;

/**
 * The registration of a tenant's shortcode, made now when there is none. Its token never changes.
 */
export async function ensureRegistration(
  db: Queryable,
  wanted: Tenant & { id: string; shortcode: string; hookToken: string; createdAt: Date },
): Promise<{ id: string; hookToken: string }> {
  return only(
    await query(
      db,
      'c2b_registration_ensure',
      sql`
        INSERT INTO c2b_registrations (id, application_id, environment, shortcode, hook_token, created_at)
        VALUES (${wanted.id}, ${wanted.applicationId}, ${wanted.environment}, ${wanted.shortcode}, ${wanted.hookToken},
          ${wanted.createdAt})
        ON CONFLICT (application_id, environment, shortcode) DO UPDATE SET shortcode = excluded.shortcode
        RETURNING id, hook_token AS "hookToken"`,
    ),
  );
}

/**
 * Stores the provider's reply. A reply without a code keeps the code of an earlier reply.
 * @returns whether it is the first registration
 */
export async function recordRegistered(
  db: Queryable,
  id: string,
  answer: { responseCode: string | null; responseDescription: string | null; registeredAt: Date },
): Promise<{ first: boolean }> {
  return only(
    await query(
      db,
      'c2b_registration_recorded',
      sql`
        UPDATE c2b_registrations r SET registered_at = ${answer.registeredAt},
          response_code = coalesce(${answer.responseCode}, r.response_code),
          response_description = coalesce(${answer.responseDescription}, r.response_description)
        FROM (SELECT id, registered_at FROM c2b_registrations WHERE id = ${id} FOR UPDATE) before
        WHERE r.id = before.id RETURNING before.registered_at IS NULL AS first`,
    ),
  );
}

export async function findRegistration(db: Queryable, id: string): Promise<RegistrationRow | undefined> {
  const [row] = await query<RegistrationRow>(
    db,
    'c2b_registration_find',
    sql`SELECT ${registrationColumns} FROM ${registrations} WHERE r.id = ${id}`,
  );
  return row;
}

/** Stores since when hashed phones of a shortcode are proven to have no salt; null after a counterexample. */
export async function recordHashProof(db: Queryable, id: string, provenAt: Date | null): Promise<void> {
  await execute(
    db,
    'c2b_hash_proof_record',
    sql`UPDATE c2b_registrations SET hash_proven_at = ${provenAt}::timestamptz WHERE id = ${id}::uuid`,
  );
}

/** The validation rules of an application, applied to one reference. */
export type RulesRow = {
  referencePattern: string | null;
  /** Whether the reference is on the list; true when there is no list. */
  isReferenceListed: boolean;
  amountMin: number | null;
  amountMax: number | null;
};

type HookRow = {
  registration: RegistrationRow;
  /** Null without rules: everything is accepted. */
  rules: RulesRow | null;
  /** The application has a rule that can refuse a payment. */
  usesValidation: boolean;
};

/** The registration of a hook and its application's rules. */
export async function findHook(
  db: Queryable,
  by: { token: string; reference: string; receivedAt: Date },
): Promise<HookRow | undefined> {
  const [row] = await query<RegistrationRow & RulesRow & { hasRules: boolean; usesValidation: boolean }>(
    db,
    'c2b_hook_find',
    sql`
      SELECT ${registrationColumns}, u.application_id IS NOT NULL AS "hasRules", u.reference_pattern AS "referencePattern",
        u.amount_min AS "amountMin", u.amount_max AS "amountMax",
        (u.reference_pattern IS NOT NULL OR u.amount_min IS NOT NULL OR u.amount_max IS NOT NULL
          OR coalesce(cardinality(u.references), 0) > 0) AS "usesValidation",
        (coalesce(cardinality(u.references), 0) = 0
          OR EXISTS (SELECT 1 FROM unnest(u.references) known WHERE lower(known) = lower(${by.reference})))
          AS "isReferenceListed"
      FROM ${registrations} WHERE r.id IN (${registrationOfToken(by.token, by.receivedAt)})`,
  );
  if (!row) return undefined;
  const { hasRules, usesValidation, referencePattern, isReferenceListed, amountMin, amountMax, ...registration } = row;
  const rules = hasRules ? { referencePattern, isReferenceListed, amountMin, amountMax } : null;
  return { registration, rules, usesValidation };
}
