import { type Environment, only, type Product, type Queryable } from '@tillgate/db';
import { type Audit, auditFrom, auditValues, eventFrom } from '../outbox/settled-statements.ts';
import { type QueuedDelivery, queuedJson } from '../outbox/statements.ts';
import { columns, type PaymentRow } from '../payments/statements.ts';

type Tenant = { applicationId: string; environment: Environment };

export type RegistrationRow = Tenant & {
  id: string;
  /** Paybill number, or store number of a till: the shortcode that payments are kept under. */
  shortcode: string;
  /** What the shortcode is today; null when its credentials are gone. */
  product: Product | null;
  tillNumber: string | null;
};

const registration = `
  r.id, r.application_id AS "applicationId", r.environment, r.shortcode, k.product, k.till_number AS "tillNumber"`;
const registrations = `
  c2b_registrations r LEFT JOIN provider_credentials k
    ON k.application_id = r.application_id AND k.environment = r.environment AND k.shortcode = r.shortcode`;

/** The registration of a tenant's shortcode, made now when there is none. Its token is made once, whoever asks. */
export async function ensureRegistration(
  db: Queryable,
  wanted: Tenant & { id: string; shortcode: string; hookToken: string; createdAt: Date },
): Promise<{ id: string; hookToken: string }> {
  const { rows } = await db.query<{ id: string; hookToken: string }>({
    name: 'c2b_registration_ensure',
    text: `
      INSERT INTO c2b_registrations (id, application_id, environment, shortcode, hook_token, created_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (application_id, environment, shortcode) DO UPDATE SET shortcode = excluded.shortcode
      RETURNING id, hook_token AS "hookToken"`,
    values: [wanted.id, wanted.applicationId, wanted.environment, wanted.shortcode, wanted.hookToken, wanted.createdAt],
  });
  return only(rows);
}

/** Keeps what the provider answered; what it once said is not overwritten by silence. Answers whether it is the first time. */
export async function recordRegistered(
  db: Queryable,
  id: string,
  answer: { responseCode: string | null; responseDescription: string | null; registeredAt: Date },
): Promise<{ first: boolean }> {
  const { rows } = await db.query<{ first: boolean }>({
    name: 'c2b_registration_recorded',
    text: `
      UPDATE c2b_registrations r SET registered_at = $2, response_code = coalesce($3, r.response_code),
        response_description = coalesce($4, r.response_description)
      FROM (SELECT id, registered_at FROM c2b_registrations WHERE id = $1 FOR UPDATE) before
      WHERE r.id = before.id RETURNING before.registered_at IS NULL AS first`,
    values: [id, answer.registeredAt, answer.responseCode, answer.responseDescription],
  });
  return only(rows);
}

export async function findRegistration(db: Queryable, id: string): Promise<RegistrationRow | undefined> {
  const { rows } = await db.query<RegistrationRow>({
    name: 'c2b_registration_find',
    text: `SELECT ${registration} FROM ${registrations} WHERE r.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** What an application accepts, as far as one reference is concerned. */
export type RulesRow = {
  referencePattern: string | null;
  /** Whether the reference is on the list; true when there is no list. */
  isReferenceListed: boolean;
  amountMin: number | null;
  amountMax: number | null;
};

/** The registration of a hook and its application's rules. `rules` is null when there are none: everything is accepted. */
export async function findHook(
  db: Queryable,
  hookToken: string,
  reference: string,
): Promise<{ registration: RegistrationRow; rules: RulesRow | null } | undefined> {
  const { rows } = await db.query<RegistrationRow & RulesRow & { hasRules: boolean }>({
    name: 'c2b_hook_find',
    text: `
      SELECT ${registration}, u.application_id IS NOT NULL AS "hasRules", u.reference_pattern AS "referencePattern",
        u.amount_min AS "amountMin", u.amount_max AS "amountMax",
        (coalesce(cardinality(u.references), 0) = 0
          OR EXISTS (SELECT 1 FROM unnest(u.references) known WHERE lower(known) = lower($2))) AS "isReferenceListed"
      FROM ${registrations}
      LEFT JOIN c2b_rules u ON u.application_id = r.application_id AND u.environment = r.environment
      WHERE r.hook_token = $1`,
    values: [hookToken, reference],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { hasRules, referencePattern, isReferenceListed, amountMin, amountMax, ...found } = row;
  return {
    registration: found,
    rules: hasRules ? { referencePattern, isReferenceListed, amountMin, amountMax } : null,
  };
}

/**
 * STK payments of a shortcode without a receipt that a confirmation may be about, the newest first: pending ones, and
 * successes that only a query has seen. Whoever they belong to: one shortcode may serve several applications.
 */
export async function listCandidates(
  db: Queryable,
  by: {
    environment: Environment;
    shortcode: string;
    amount: number;
    createdFrom: Date;
    createdTo: Date;
    limit: number;
  },
): Promise<PaymentRow[]> {
  const { rows } = await db.query<PaymentRow>({
    name: 'c2b_candidates',
    text: `
      SELECT * FROM (
        SELECT ${columns} FROM payments
        WHERE source = 'stk' AND status = 'pending' AND environment = $1 AND shortcode = $2 AND amount = $3
          AND created_at BETWEEN $4 AND $5
        UNION ALL
        SELECT ${columns} FROM payments
        WHERE source = 'stk' AND status = 'success' AND provider_receipt IS NULL
          AND environment = $1 AND shortcode = $2 AND amount = $3 AND created_at BETWEEN $4 AND $5) candidate
      ORDER BY "createdAt" DESC, id DESC LIMIT $6`,
    values: [by.environment, by.shortcode, by.amount, by.createdFrom, by.createdTo, by.limit],
  });
  return rows;
}

export type NewOfflinePayment = Tenant & {
  id: string;
  /** Whole KES. */
  amount: number;
  /** Decimal text when it was not whole. */
  exactAmount: string | null;
  phone: string | null;
  accountRef: string;
  description: string;
  shortcode: string;
  providerReceipt: string;
  resultCode: string;
  resultDesc: string;
  createdAt: Date;
  settledAt: Date;
  needsReview: boolean;
};

/**
 * Records an offline payment with its frozen webhook bodies, its audit row and the callback it came from, in one commit.
 * `recorded` is false when some payment holds the receipt already: then nothing was written.
 */
export async function record(
  db: Queryable,
  payment: NewOfflinePayment,
  event: { type: string; body: string },
  audit: Audit | null,
  callbackId: string,
): Promise<{ recorded: boolean; deliveries: QueuedDelivery[] }> {
  const { rows } = await db.query<{ recorded: boolean; deliveries: QueuedDelivery[] }>({
    name: 'c2b_record',
    text: `
      WITH recorded AS (
        INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, exact_amount, phone,
          account_ref, description, shortcode, provider_receipt, result_code, result_desc, settled_by, created_at, settled_at,
          needs_review)
        VALUES ($1, $5, $6, 'c2b', 'success', $7, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'c2b', $16, $4, $17)
        ON CONFLICT (shortcode, environment, provider_receipt) DO NOTHING
        RETURNING id, application_id, environment),
      ${eventFrom('recorded')},
      audited AS (${auditFrom('recorded', 4, 18)}),
      applied AS (
        UPDATE provider_callbacks SET state = 'applied', applied_at = $4, retry_at = NULL, error = NULL
        WHERE id = $22 AND EXISTS (SELECT 1 FROM recorded))
      SELECT EXISTS (SELECT 1 FROM recorded) AS recorded, ${queuedJson} AS deliveries`,
    values: [
      payment.id,
      event.type,
      event.body,
      payment.settledAt,
      payment.applicationId,
      payment.environment,
      payment.amount,
      payment.exactAmount,
      payment.phone,
      payment.accountRef,
      payment.description,
      payment.shortcode,
      payment.providerReceipt,
      payment.resultCode,
      payment.resultDesc,
      payment.createdAt,
      payment.needsReview,
      ...auditValues(audit),
      callbackId,
    ],
  });
  return only(rows);
}
