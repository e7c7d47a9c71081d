import { type Environment, execute, type Queryable, query, sql } from '@tillgate/db';
import type { Cursor } from './clear-statements.ts';

// The claim and the position of the removal of old data. One worker runs it at a time.

/** Claims the due run. False when none is due, or another worker holds it. */
export async function claimRun(db: Queryable, now: Date, until: Date): Promise<boolean> {
  const taken = await execute(
    db,
    'retention_claim',
    sql`
      UPDATE retention_runs SET claimed_until = ${until}::timestamptz
      WHERE id = 1 AND due_at <= ${now}::timestamptz AND (claimed_until IS NULL OR claimed_until <= ${now}::timestamptz)`,
  );
  return taken === 1;
}

/** Renews the claim of a run. False when another worker holds it now. */
export async function renewRun(db: Queryable, held: Date, until: Date): Promise<boolean> {
  const kept = await execute(
    db,
    'retention_renew',
    sql`
      UPDATE retention_runs SET claimed_until = ${until}::timestamptz
      WHERE id = 1 AND claimed_until = ${held}::timestamptz`,
  );
  return kept === 1;
}

/** Makes the run due at once. False when a worker already holds it. */
export async function makeDue(db: Queryable, now: Date): Promise<boolean> {
  const free = await execute(
    db,
    'retention_make_due',
    sql`
      UPDATE retention_runs SET due_at = least(due_at, ${now}::timestamptz)
      WHERE id = 1 AND (claimed_until IS NULL OR claimed_until <= ${now}::timestamptz)`,
  );
  return free === 1;
}

type Tenant = { applicationId: string; organizationId: string };

/** The next applications after an id. */
export function listApplications(db: Queryable, after: string, limit: number): Promise<Tenant[]> {
  return query<Tenant>(
    db,
    'retention_applications',
    sql`
      SELECT id AS "applicationId", organization_id AS "organizationId" FROM applications
      WHERE id > ${after}::uuid ORDER BY id LIMIT ${limit}::int`,
  );
}

/** Endpoints of an application, also deleted ones. */
export async function listEndpoints(db: Queryable, applicationId: string, environment: Environment): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    'retention_endpoints',
    sql`
      SELECT id FROM webhook_endpoints
      WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment" ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}

const beforeAll: Cursor = { at: null, id: '00000000-0000-0000-0000-000000000000' };

export async function findCursor(db: Queryable, name: string): Promise<Cursor> {
  const [row] = await query<Cursor>(
    db,
    'retention_cursor',
    sql`SELECT cursor_at AS at, cursor_id AS id FROM retention_cursors WHERE name = ${name}`,
  );
  return row ?? beforeAll;
}

export async function keepCursor(db: Queryable, name: string, { at, id }: Cursor): Promise<void> {
  await execute(
    db,
    'retention_cursor_keep',
    sql`
      INSERT INTO retention_cursors (name, cursor_at, cursor_id)
      VALUES (${name}, ${at}::timestamptz, ${id}::uuid)
      ON CONFLICT (name) DO UPDATE SET cursor_at = EXCLUDED.cursor_at, cursor_id = EXCLUDED.cursor_id`,
  );
}
