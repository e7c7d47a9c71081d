import { type Environment, execute, type Prisma, type Queryable, query, sql } from '@tillgate/db';
import { knownDays } from './network.ts';

// Every statement that writes `key_networks` is in this file.

type Use = { keyId: string; network: string };

/**
 * Records the networks that keys were used from. A network from which a key was not used in the
 * last days is marked for its owners, unless the key was never used before.
 */
export async function recordNetworks(db: Queryable, uses: Use[], at: Date): Promise<void> {
  const [ids, networks] = [uses.map(({ keyId }) => keyId), uses.map(({ network }) => network)];
  await execute(
    db,
    'key_networks_record',
    sql`
      INSERT INTO key_networks AS n (key_id, network, first_seen_at, last_seen_at, untold_since)
      SELECT u.key_id, u.network, ${at}::timestamptz, ${at}::timestamptz,
        CASE WHEN EXISTS (SELECT 1 FROM key_networks o WHERE o.key_id = u.key_id) THEN ${at}::timestamptz END
      FROM unnest(${ids}::uuid[], ${networks}::text[]) AS u(key_id, network)
      ON CONFLICT (key_id, network) DO UPDATE SET last_seen_at = excluded.last_seen_at,
        untold_since = CASE
          WHEN n.last_seen_at < excluded.last_seen_at - make_interval(days => ${knownDays}::int)
            THEN excluded.last_seen_at
          ELSE n.untold_since END
      WHERE n.last_seen_at < excluded.last_seen_at`,
  );
}

export type NewNetwork = {
  keyId: string;
  network: string;
  name: string;
  lastFour: string;
  environment: Environment;
  applicationId: string;
  applicationName: string;
  organizationId: string;
};

/** Claims new networks without a notice, and marks them as notified. */
export function claimNewNetworks(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  limit: number,
): Promise<NewNetwork[]> {
  return tx.$queryRaw(
    sql`
      WITH taken AS (
        UPDATE key_networks SET untold_since = NULL
        WHERE (key_id, network) IN (
          SELECT key_id, network FROM key_networks WHERE untold_since IS NOT NULL
          ORDER BY untold_since LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING key_id, network)
      SELECT t.key_id AS "keyId", t.network, k.name, k.last_four AS "lastFour", k.environment,
        a.id AS "applicationId", a.name AS "applicationName", a.organization_id AS "organizationId"
      FROM taken t JOIN api_keys k ON k.id = t.key_id JOIN applications a ON a.id = k.application_id
      ORDER BY t.key_id, t.network`,
  );
}

/** Deletes networks that are no longer known. The last one of a key stays, as a record that the key was used. */
export async function forgetNetworks(db: Queryable, now: Date, limit: number): Promise<void> {
  await execute(
    db,
    'key_networks_forget',
    sql`
      DELETE FROM key_networks WHERE (key_id, network) IN (
        SELECT n.key_id, n.network FROM key_networks n
        WHERE n.last_seen_at < ${now}::timestamptz - make_interval(days => ${knownDays}::int)
          AND n.untold_since IS NULL
          AND EXISTS (SELECT 1 FROM key_networks o WHERE o.key_id = n.key_id AND o.last_seen_at > n.last_seen_at)
        ORDER BY n.last_seen_at LIMIT ${limit})`,
  );
}

export type EndingKey = Omit<NewNetwork, 'network'> & { expiresAt: Date; days: number };

/**
 * Active keys that expire within `days` and had a longer lifetime. Replaced keys are left out, because they end on
 * purpose, and so are keys that were emailed about before.
 */
export function listEndingKeys(db: Queryable, days: number, now: Date, limit: number): Promise<EndingKey[]> {
  return query(
    db,
    'keys_list_ending',
    sql`
      SELECT k.id AS "keyId", k.name, k.last_four AS "lastFour", k.environment, k.expires_at AS "expiresAt",
        ${days}::int AS days, a.id AS "applicationId", a.name AS "applicationName",
        a.organization_id AS "organizationId"
      FROM api_keys k JOIN applications a ON a.id = k.application_id
      WHERE k.revoked_at IS NULL AND k.expires_at > ${now}::timestamptz
        AND k.expires_at <= ${now}::timestamptz + make_interval(days => ${days}::int)
        AND k.created_at < k.expires_at - make_interval(days => ${days}::int)
        AND NOT EXISTS (SELECT 1 FROM audit_entries e WHERE e.subject_id = k.id::text AND e.action = 'key.rotated')
        AND EXISTS (
          SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
          WHERE m.organization_id = a.organization_id AND m.role IN ('owner', 'admin') AND u.disabled_at IS NULL
            AND NOT EXISTS (
              SELECT 1 FROM mails
              WHERE dedupe_key = 'key:' || k.id || ':ends:' || ${days}::int || ':' || m.user_id))
      ORDER BY k.expires_at LIMIT ${limit}`,
  );
}
