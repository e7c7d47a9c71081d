import { type C2bVersion, execute, type Prisma, type Product, type Queryable, query, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import type { RailName } from '../rails/index.ts';
import type { EndedPayment } from './rails/choose-account.ts';

/**
 * Locks an application until the transaction ends. Its payments can still be written meanwhile.
 * @returns false when it does not exist
 */
export async function lockApplication(tx: Prisma.TransactionClient, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>(sql`SELECT 1 FROM applications WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
  return rows.length > 0;
}

/** A stored account. The secrets are sealed. Those of M-PESA have columns of their own, null on every other account. */
export type StoredAccount = {
  id: string;
  rail: RailName;
  number: string;
  askedSince: Date;
  settings: unknown;
  secrets: Readonly<Record<string, string>>;
  product: Product | null;
  tillNumber: string | null;
  consumerKey: string | null;
  consumerSecret: string | null;
  passkey: string | null;
  initiatorName: string | null;
  initiatorPassword: string | null;
  c2bVersion: C2bVersion | null;
};

/** What a tenant has at networks, the default first. */
export function listAccounts(db: Queryable, { applicationId, environment }: Tenant): Promise<StoredAccount[]> {
  return query<StoredAccount>(
    db,
    'rail_accounts_list',
    sql`
      SELECT a.id, a.rail::text AS rail, a.number, a.asked_since AS "askedSince", a.settings,
        coalesce((SELECT json_object_agg(s.name, s.sealed_value) FROM rail_secrets s WHERE s.account_id = a.id), '{}')
          AS secrets,
        c.product::text AS product, c.till_number AS "tillNumber",
        c.sealed_consumer_key AS "consumerKey", c.sealed_consumer_secret AS "consumerSecret",
        c.sealed_passkey AS "passkey", c.initiator_name AS "initiatorName",
        c.sealed_initiator_password AS "initiatorPassword", c.c2b_version::text AS "c2bVersion"
      FROM rail_accounts a
      LEFT JOIN provider_credentials c ON a.rail = 'mpesa' AND c.application_id = a.application_id
        AND c.environment = a.environment
      WHERE a.application_id = ${applicationId} AND a.environment = ${environment}
      ORDER BY a.is_default DESC, a.rail`,
  );
}

/**
 * How many production accounts of each network get notices that nothing can prove, because the secret for it is not set.
 * @param secrets the names of those secrets, by network
 */
export function countWithoutSecrets(
  db: Queryable,
  secrets: Readonly<Partial<Record<RailName, readonly string[]>>>,
): Promise<{ rail: RailName; count: number }[]> {
  const pairs = Object.entries(secrets).flatMap(([rail, names]) => names.map((name) => ({ rail, name })));
  return query<{ rail: RailName; count: number }>(
    db,
    'rail_accounts_without_secrets',
    sql`
      SELECT a.rail::text AS rail, count(DISTINCT a.id)::int AS count
      FROM unnest(${pairs.map(({ rail }) => rail)}::text[], ${pairs.map(({ name }) => name)}::text[]) AS w(rail, name)
        JOIN rail_accounts a ON a.rail::text = w.rail AND a.environment = 'production' AND a.hook_token IS NOT NULL
      WHERE NOT EXISTS (SELECT 1 FROM rail_secrets s WHERE s.account_id = a.id AND s.name = w.name)
      GROUP BY 1 ORDER BY 1`,
  );
}

const endedOfPhoneMax = 10;

/** The last payments of a phone that have ended, the newest first: they tell at which network its wallet is. */
export function listEndedOfPhone(
  db: Queryable,
  { applicationId, environment }: Tenant,
  phone: string,
): Promise<EndedPayment[]> {
  return query<EndedPayment>(
    db,
    'payments_ended_of_phone',
    sql`
      SELECT rail::text AS rail, status::text AS status, result_code AS "resultCode", result_desc AS "resultDesc" FROM (
        SELECT rail, status, result_code, result_desc FROM payments
        WHERE application_id = ${applicationId} AND environment = ${environment} AND phone = ${phone}
        ORDER BY created_at DESC LIMIT ${endedOfPhoneMax}) newest
      WHERE status <> 'pending'`,
  );
}

/** Keeps which version of the C2B API took a registration with these credentials, unless they have changed since. */
export async function recordC2bVersion(
  db: Queryable,
  { applicationId, environment }: Tenant,
  { shortcode, c2bVersion }: { shortcode: string; c2bVersion: C2bVersion },
): Promise<void> {
  await execute(
    db,
    'provider_c2b_version_record',
    sql`
      UPDATE provider_credentials SET c2b_version = ${c2bVersion}::"C2bVersion"
      WHERE application_id = ${applicationId} AND environment = ${environment} AND shortcode = ${shortcode}
        AND c2b_version IS DISTINCT FROM ${c2bVersion}::"C2bVersion"`,
  );
}

export type StoredToken = { sealedToken: string | null; expiresAt: Date | null };

export async function findToken(db: Queryable, id: string): Promise<StoredToken | undefined> {
  const [row] = await query<StoredToken>(
    db,
    'provider_token_find',
    sql`SELECT sealed_token AS "sealedToken", expires_at AS "expiresAt" FROM provider_tokens WHERE id = ${id}`,
  );
  return row;
}

/**
 * Takes the lease on refreshing a token, unless another process holds it or the stored token is no longer
 * `replacing`.
 * @param lease.replacing the sealed text that was read: it changes with every token
 * @returns whether the lease was taken
 */
export async function leaseToken(
  db: Queryable,
  id: string,
  lease: { by: string; until: Date; replacing: string | null; now: Date },
): Promise<boolean> {
  const { by, until, replacing, now } = lease;
  const written = await execute(
    db,
    'provider_token_lease',
    sql`
      INSERT INTO provider_tokens AS t (id, refreshing_until, refreshing_by) VALUES (${id}, ${until}, ${by})
      ON CONFLICT (id) DO UPDATE SET refreshing_until = excluded.refreshing_until, refreshing_by = excluded.refreshing_by
      WHERE t.sealed_token IS NOT DISTINCT FROM ${replacing}
        AND (t.refreshing_until IS NULL OR t.refreshing_until <= ${now})`,
  );
  return written === 1;
}

/** Stores a new token and ends the lease. Stores nothing when the lease has lapsed. */
export async function storeToken(
  db: Queryable,
  id: string,
  token: { lease: string; sealedToken: string; expiresAt: Date; now: Date },
): Promise<void> {
  await execute(
    db,
    'provider_token_store',
    sql`
      UPDATE provider_tokens SET sealed_token = ${token.sealedToken}, expires_at = ${token.expiresAt},
        refreshing_until = NULL, refreshing_by = NULL
      WHERE id = ${id} AND refreshing_by = ${token.lease} AND refreshing_until > ${token.now}`,
  );
}

/** Ends a lease without a token. */
export async function releaseToken(db: Queryable, id: string, lease: string): Promise<void> {
  await execute(
    db,
    'provider_token_release',
    sql`
      UPDATE provider_tokens SET refreshing_until = NULL, refreshing_by = NULL
      WHERE id = ${id} AND refreshing_by = ${lease}`,
  );
}
