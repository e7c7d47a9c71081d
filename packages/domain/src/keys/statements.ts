import { type Environment, execute, type Prisma, type Queryable, query, sql } from '@tillgate/db';
import type { Scope } from '../kernel/authority.ts';
import type { Tenant } from '../kernel/context.ts';

// Every statement that writes `api_keys` is in this file.

type Tx = Prisma.TransactionClient;

type NewKey = Tenant & {
  id: string;
  name: string;
  hash: string;
  lastFour: string;
  scopes: Scope[];
  allowedIps: string[];
  createdAt: Date;
  createdBy: string;
  /** The first key of its rotation line; undefined for the first key. */
  lineId?: string;
  expiresAt: Date | null;
  isHeld: boolean;
  moneyFrom: Date | null;
};

export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
  await tx.apiKey.create({ data: key });
}

/** The actors that count as one requester: a key, its predecessors and its successors. Other actors are alone. */
export async function lineOf(db: Queryable, actor: string): Promise<string[]> {
  if (!actor.startsWith('key:')) return [actor];
  const rows = await query<{ actor: string }>(
    db,
    'key_line_find',
    sql`
      SELECT 'key:' || other.id AS actor FROM api_keys mine
      JOIN api_keys other ON other.application_id = mine.application_id
        AND coalesce(other.line_id, other.id) = coalesce(mine.line_id, mine.id)
      WHERE mine.id::text = ${actor.slice('key:'.length)}`,
  );
  return [...new Set([actor, ...rows.map((row) => row.actor)])];
}

/** Locks a key until the transaction ends. */
export async function lockKey(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw(sql`SELECT 1 FROM api_keys WHERE id = ${id}::uuid FOR UPDATE`);
}

/** Revokes a key. Returns false when it was revoked before. */
export async function recordKeyRevoked(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { count } = await tx.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } });
  return count === 1;
}

/** Lets a held key move money out. Returns false when it is not held. */
export async function recordConfirmed(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx.apiKey.updateMany({
    where: { id, isHeld: true, revokedAt: null },
    data: { isHeld: false },
  });
  return count === 1;
}

/** Sets when a key stops working. */
export async function recordExpiry(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  await tx.apiKey.update({ where: { id }, data: { expiresAt } });
}

type FoundKey = {
  keyId: string;
  applicationId: string;
  organizationId: string;
  environment: Environment;
  scopes: Scope[];
  allowedIps: string[];
  expiresAt: Date | null;
  isHeld: boolean;
  moneyFrom: Date | null;
  /** Whether the operator has suspended its organization. */
  isSuspended: boolean;
  keepsBodies: boolean;
};

/** The key with this hash, unless it is revoked. The caller checks whether it has expired. */
export async function findUnrevokedKey(db: Queryable, hash: string): Promise<FoundKey | undefined> {
  const [row] = await query<FoundKey>(
    db,
    'key_authenticate',
    sql`
      SELECT k.id AS "keyId", k.application_id AS "applicationId", a.organization_id AS "organizationId",
        k.environment::text AS environment, k.scopes::text[] AS scopes, k.allowed_ips AS "allowedIps",
        k.expires_at AS "expiresAt", k.is_held AS "isHeld", k.money_from AS "moneyFrom",
        o.suspended_at IS NOT NULL AS "isSuspended",
        k.environment = ANY(a.bodies_kept_in) AS "keepsBodies"
      FROM api_keys k JOIN applications a ON a.id = k.application_id JOIN organizations o ON o.id = a.organization_id
      WHERE k.hash = ${hash} AND k.revoked_at IS NULL`,
  );
  return row;
}

/** Records when keys were last used. A later time that is already recorded stays. */
export async function recordUses(db: Queryable, uses: { keyId: string; at: Date }[]): Promise<void> {
  const [ids, times] = [uses.map(({ keyId }) => keyId), uses.map(({ at }) => at)];
  await execute(
    db,
    'keys_used',
    sql`
      UPDATE api_keys k SET last_used_at = used.at
      FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS used(id, at)
      WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)`,
  );
}
