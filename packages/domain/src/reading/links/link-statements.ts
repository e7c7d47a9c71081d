import { type Queryable, query, type Sql, sql } from '@tillgate/db';
import type { Tenant } from '../../kernel/context.ts';
import { type LinkRow, linkColumns } from '../../links/index.ts';

/** The newest attempts of a link that are looked at for open ones. Older ones have their outcome. */
const openAttemptsScanMax = 200;

/** How many attempts of a link `r` wait for their prompt, or have a payment without an outcome. */
const openAttempts: Sql = sql`
  (SELECT count(*)::int FROM (
      SELECT state, payment_id FROM link_attempts WHERE link_id = r.id ORDER BY created_at DESC, id DESC
      LIMIT ${openAttemptsScanMax}) a
    WHERE a.state = 'waiting' OR a.state = 'handed' AND EXISTS (
      SELECT 1 FROM payments p WHERE p.id = a.payment_id AND p.status = 'pending')) AS "openAttempts"`;

export type CountedLink = LinkRow & { openAttempts: number };

/** The columns of a link `r`, with what is open. */
export const countedColumns: Sql = sql`${linkColumns}, ${openAttempts}`;

export async function findLink(
  db: Queryable,
  id: string,
  { applicationId, environment }: Tenant,
): Promise<CountedLink | undefined> {
  const [row] = await query<CountedLink>(
    db,
    'link_find',
    sql`
      SELECT ${countedColumns} FROM (SELECT * FROM payment_links WHERE id = ${id}::uuid OFFSET 0) r
      WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"`,
  );
  return row;
}
