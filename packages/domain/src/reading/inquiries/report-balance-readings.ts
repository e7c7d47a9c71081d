import { sql } from '@tillgate/db';
import { z } from 'zod';
import { issues } from '../../kernel/refusals.ts';
import { addressesOf } from '../../rails/index.ts';
import { given, rowsWithin } from '../keyset.ts';
import { periodShape } from '../period.ts';
import { idColumns } from '../relay.ts';
import { reportList } from '../report-list.ts';

/** The index on answered balances is ordered by the time of the answer. */
const readings = sql`(
  SELECT id, application_id, environment, shortcode, ended_at AS created_at FROM inquiries
  WHERE kind = 'account_balance' AND status = 'answered')`;

/** Other networks than M-PESA have letters in their numbers too, and longer ones. */
const number = /^[A-Za-z0-9]{3,20}$/;

const reportBalancesFilter = z.strictObject({
  shortcode: z.string({ error: issues.text }).regex(number, { error: issues.shortcode }).nullish(),
  ...periodShape,
});

/** Balances as the provider reported them, in the reporting API: the inquiries that have them. */
export const balancesReport = reportList(reportBalancesFilter, (span, { shortcode }) => ({
  rows: rowsWithin(sql`${readings} reading`, span),
  idType: 'uuid',
  columns: idColumns,
  conditions: [given(shortcode, (wanted) => sql`r.shortcode = ANY(${addressesOf(wanted)}::text[])`)],
}));
