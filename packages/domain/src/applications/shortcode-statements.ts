import { type Environment, type Prisma, type Queryable, query, type ShortcodeEvidence, sql } from '@tillgate/db';

type Claim = {
  environment: Environment;
  shortcode: string;
  /** The application whose credentials were accepted. */
  applicationId: string;
  evidence: ShortcodeEvidence;
  at: Date;
};

/** The first organization owns a shortcode. */
const unlessOwned = sql`ON CONFLICT (environment, shortcode) DO NOTHING`;

type Owned = { organizationId: string; ownerId: string; isNew: boolean };

/**
 * Gives a shortcode to the organization of an application, unless it has an owner.
 * @returns the organization that asked and the one that owns it; undefined for an unknown
 *   application
 */
export async function claim(db: Queryable, { environment, shortcode, applicationId, evidence, at }: Claim) {
  const [row] = await query<Owned>(
    db,
    'shortcode_claim',
    sql`
      WITH asking AS (SELECT organization_id FROM applications WHERE id = ${applicationId}::uuid),
      claimed AS (
        INSERT INTO shortcodes (environment, shortcode, organization_id, evidence, claimed_at)
        SELECT ${environment}::"Environment", ${shortcode}, organization_id, ${evidence}::"ShortcodeEvidence",
          ${at}::timestamptz
        FROM asking
        ${unlessOwned}
        RETURNING organization_id)
      SELECT asking.organization_id AS "organizationId", EXISTS (SELECT 1 FROM claimed) AS "isNew",
        coalesce((SELECT organization_id FROM claimed), (
          SELECT organization_id FROM shortcodes
          WHERE environment = ${environment}::"Environment" AND shortcode = ${shortcode}),
          asking.organization_id) AS "ownerId"
      FROM asking`,
  );
  return row;
}

/** Which of some shortcodes belong to another organization than that of an application. */
export async function listForeign(
  db: Queryable,
  of: { environment: Environment; applicationId: string; shortcodes: string[] },
): Promise<string[]> {
  const rows = await query<{ shortcode: string }>(
    db,
    'shortcodes_list_foreign',
    sql`
      SELECT s.shortcode FROM shortcodes s
      WHERE s.environment = ${of.environment}::"Environment" AND s.shortcode = ANY(${of.shortcodes}::text[])
        AND s.organization_id <> (SELECT organization_id FROM applications WHERE id = ${of.applicationId}::uuid)`,
  );
  return rows.map(({ shortcode }) => shortcode);
}

/**
 * Gives a number that nobody can prove to the organization of an application, unless it has an owner.
 * @returns whether the organization owns it now
 */
export async function claimDeclared(
  tx: Prisma.TransactionClient,
  { environment, shortcode, applicationId, at }: Omit<Claim, 'evidence'>,
): Promise<boolean> {
  await tx.$executeRaw(sql`
    INSERT INTO shortcodes (environment, shortcode, organization_id, evidence, claimed_at)
    SELECT ${environment}::"Environment", ${shortcode}, organization_id, 'declared', ${at}::timestamptz
    FROM applications WHERE id = ${applicationId}::uuid
    ${unlessOwned}`);
  // Sees the row of a claim at the same time, for which the insert has waited.
  const [owner] = await tx.$queryRaw<{ isOwn: boolean }[]>(sql`
    SELECT s.organization_id = a.organization_id AS "isOwn"
    FROM shortcodes s, applications a
    WHERE s.environment = ${environment}::"Environment" AND s.shortcode = ${shortcode} AND a.id = ${applicationId}::uuid`);
  return owner?.isOwn === true;
}
