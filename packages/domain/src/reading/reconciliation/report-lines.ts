import { empty, StatementLineKind, sql } from '@tillgate/db';
import { z } from 'zod';
import { issues } from '../../kernel/refusals.ts';
import { given, ofTenant, type PageQuery, rowsOf, type Span } from '../keyset.ts';
import { periodShape } from '../period.ts';
import { idColumns } from '../relay.ts';
import { reportList } from '../report-list.ts';

/** The longest text of a filter of lines. */
const textMax = 100;
const text = z
  .string({ error: issues.text })
  .max(textMax, { error: issues.tooLong({ max: textMax }) })
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
    error: issues.brokenCharacters,
  });

/** The filters of the reporting API. They can be combined; null means absent. */
const reportLinesFilter = z.strictObject({
  shortcode: text.nullish(),
  receipt: text.transform((receipt) => receipt.trim().toUpperCase()).nullish(),
  kind: z
    .enum(StatementLineKind, { error: issues.either({ values: 'paid_in, withdrawn, fee, reversal or transfer' }) })
    .nullish(),
  matched: z.boolean({ error: issues.boolean }).nullish(),
  ...periodShape,
});

const datedLines = sql`(SELECT *, completed_at AS created_at FROM statement_lines) line`;

/** Merges the lines of each shortcode that has statements, by its index. */
function listOf(span: Span, { shortcode, receipt, kind, matched }: z.output<typeof reportLinesFilter>): PageQuery {
  const ofOne = rowsOf(
    datedLines,
    sql`application_id = wanted.application AND environment = ${span.environment}::"Environment"
      AND shortcode = wanted.shortcode ${receipt ? sql`AND receipt = ${receipt}` : empty}
      ${matched === false ? sql`AND matched_at IS NULL` : empty}`,
  );
  const shortcodes = sql`
    SELECT DISTINCT application_id AS application, shortcode FROM statements
    WHERE ${ofTenant(span)} ${shortcode ? sql`AND shortcode = ${shortcode}` : empty}`;
  return {
    rows: (slice) => sql`
      SELECT found.* FROM (${shortcodes}) wanted CROSS JOIN LATERAL (${ofOne(slice)}) found
      ${slice.order} LIMIT ${slice.limit}`,
    idType: 'uuid',
    columns: idColumns,
    conditions: [
      given(kind, (wanted) => sql`r.kind = ${wanted}::"StatementLineKind"`),
      matched === true ? sql`r.matched_at IS NOT NULL` : undefined,
    ],
  };
}

/** Lines of the provider's statements in the reporting API. */
export const linesReport = reportList(reportLinesFilter, listOf);
