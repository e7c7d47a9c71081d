import { type Queryable, query, sql } from '@tillgate/db';
import type { PayPages } from './link-token.ts';

/** The newest open links that are looked at. */
const looksAtMax = 100;

/**
 * How many of the newest open links have an address that this installation cannot show any more: they were made under another
 * key, or this process has none.
 */
export async function checkLinkKey(
  { db }: { db: { pool: Queryable } },
  payPages: Pick<PayPages, 'hashOf'> | undefined,
): Promise<{ count: number; foreign: number }> {
  const links = await query<{ id: string; tokenHash: string }>(
    db.pool,
    'links_newest_open',
    sql`
      SELECT id, token_hash AS "tokenHash" FROM payment_links WHERE status = 'open'
      ORDER BY created_at DESC LIMIT ${looksAtMax}`,
  );
  return {
    count: links.length,
    foreign: links.filter(({ id, tokenHash }) => payPages?.hashOf(id) !== tokenHash).length,
  };
}
