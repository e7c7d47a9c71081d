import { type Environment, execute, type Queryable, query, sql } from '@tillgate/db';

export type Threshold = {
  id: string;
  applicationId: string;
  applicationName: string;
  organizationId: string;
  environment: Environment;
  shortcode: string;
  account: string;
  amount: number;
  belowSince: Date | null;
};

/** All thresholds, ordered by tenant, except those of suspended organizations. */
export function listThresholds(db: Queryable): Promise<Threshold[]> {
  return query<Threshold>(
    db,
    'float_sweep_thresholds',
    sql`
      SELECT t.id, t.application_id AS "applicationId", a.name AS "applicationName",
        a.organization_id AS "organizationId", t.environment, t.shortcode, t.account, t.amount,
        t.below_since AS "belowSince"
      FROM float_thresholds t JOIN applications a ON a.id = t.application_id
        JOIN organizations o ON o.id = a.organization_id AND o.suspended_at IS NULL
      ORDER BY t.application_id, t.environment, t.shortcode, t.account`,
  );
}

/** Records that the account is above its threshold again. */
export async function clearAlert(db: Queryable, { id }: Threshold): Promise<void> {
  await execute(db, 'float_clear_alert', sql`UPDATE float_thresholds SET below_since = NULL WHERE id = ${id}::uuid`);
}
