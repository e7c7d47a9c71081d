import { type Database, query, type Sql, sql } from '@tillgate/db';
import { z } from 'zod';
import { periodShape } from '../period.ts';
import { idColumns } from '../relay.ts';
import { reportList } from '../report-list.ts';
import { linkFilterSchema, linksOf } from './browse-links.ts';

const { status, kind, text } = linkFilterSchema.shape;

/** Payment links in the reporting API. */
export const linksReport = reportList(
  z.strictObject({ status: status.nullable(), kind: kind.nullable(), text: text.nullable(), ...periodShape }),
  (span, filter) => ({ ...linksOf(span, filter, hasShownPart), columns: idColumns }),
);

/**
 * Any part but of long numbers: the answer shows phone numbers masked, and their digits could be found one by one. A
 * reference is found as a whole, whatever it is.
 */
function hasShownPart(part: string): Sql {
  const reference = sql`lower(coalesce(account_reference, reference_prefix))`;
  const isIn = (whole: Sql) => sql`position(lower(${part}) IN ${withoutNumbers(whole)}) > 0`;
  return sql`${isIn(sql`lower(title)`)} OR ${isIn(reference)} OR ${reference} = lower(${part})`;
}

/** Without numbers as long as those of phones, in one piece or in groups: more than `maskPhonesIn` masks. */
function withoutNumbers(whole: Sql): Sql {
  return sql`regexp_replace(${whole}, '[0-9]([ .-]?[0-9]){8,}', '…', 'g')`;
}

/** The id of the link that each payment counts towards, in one statement, by the id of the payment. */
export async function listLinksOf(
  db: Pick<Database, 'pool'>,
  payments: readonly { id: string }[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await query<{ id: string; linkId: string }>(
    db.pool,
    'links_of_payments',
    sql`
      SELECT payment_id AS id, link_id AS "linkId" FROM link_credits
      WHERE payment_id = ANY(${payments.map(({ id }) => id)}::uuid[])`,
  );
  return new Map(rows.map(({ id, linkId }) => [id, [linkId]]));
}
