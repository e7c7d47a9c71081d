import { execute, type Prisma, type Queryable, query, type Role, sql } from '@tillgate/db';

// Every statement that writes `reporting_tokens` is in this file.

type Tx = Prisma.TransactionClient;

type NewToken = {
  id: string;
  organizationId: string;
  applicationId: string | null;
  name: string;
  hash: string;
  lastFour: string;
  createdAt: Date;
  createdBy: string;
  expiresAt: Date;
};

export async function insertToken(tx: Tx, token: NewToken): Promise<void> {
  await tx.reportingToken.create({ data: token });
}

/** Revokes a token. Returns false when it was revoked before. */
export async function recordTokenRevoked(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { count } = await tx.reportingToken.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } });
  return count === 1;
}

type FoundToken = {
  tokenId: string;
  organizationId: string;
  applicationId: string | null;
  /** Whether the operator made it, not a person. */
  isOperators: boolean;
  /** The role of who made it, while they are a member and may sign in. */
  role: Role | null;
  expiresAt: Date;
  /** Whether the operator has suspended its organization. */
  isSuspended: boolean;
};

/** The token with this hash, unless it is revoked. The caller checks whether it has expired. */
export async function findUnrevokedToken(db: Queryable, hash: string): Promise<FoundToken | undefined> {
  const [row] = await query<FoundToken>(
    db,
    'reporting_token_authenticate',
    sql`
      SELECT t.id AS "tokenId", t.organization_id AS "organizationId", t.application_id AS "applicationId",
        t.created_by = 'operator' AS "isOperators", m.role::text AS role, t.expires_at AS "expiresAt",
        o.suspended_at IS NOT NULL AS "isSuspended"
      FROM reporting_tokens t JOIN organizations o ON o.id = t.organization_id
      LEFT JOIN users u ON u.id = (CASE WHEN t.created_by LIKE 'user:%' THEN substr(t.created_by, 6)::uuid END) AND u.disabled_at IS NULL
      LEFT JOIN memberships m ON m.organization_id = t.organization_id AND m.user_id = u.id
      WHERE t.hash = ${hash} AND t.revoked_at IS NULL`,
  );
  return row;
}

/** Records when tokens were last used. A later time that is already recorded stays. */
export async function recordTokenUses(db: Queryable, uses: { id: string; at: Date }[]): Promise<void> {
  const [ids, times] = [uses.map(({ id }) => id), uses.map(({ at }) => at)];
  await execute(
    db,
    'reporting_tokens_used',
    sql`
      UPDATE reporting_tokens t SET last_used_at = used.at
      FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS used(id, at)
      WHERE t.id = used.id AND (t.last_used_at IS NULL OR t.last_used_at < used.at)`,
  );
}
