import { listShortcodes } from '@tillgate/domain/applications';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { moment, table } from '../table.ts';

const headings = ['SHORTCODE', 'ENVIRONMENT', 'ORGANIZATION', 'NAME', 'PROVEN BY', 'SINCE'];

export function shortcodeList(answer: (answer: Answer) => void): Command {
  return new Command('list')
    .description('list the shortcodes that belong to an organization, because M-PESA accepted its credentials')
    .action(async () => {
      const shortcodes = await withOperator(listShortcodes);
      const rows = shortcodes.map((row) => [
        row.shortcode,
        row.environment,
        row.organizationId,
        row.organizationName,
        row.evidence,
        moment(row.claimedAt),
      ]);
      const text = rows.length === 0 ? 'No shortcode has an owner yet.' : table(headings, rows);
      answer({ json: { shortcodes: shortcodes.map((row) => ({ ...row, claimedAt: moment(row.claimedAt) })) }, text });
    });
}
